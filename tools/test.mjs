import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireNode } from './node-version.mjs';

requireNode();

const ROOT = resolve(import.meta.dirname, '..');
const RESULTS = resolve(ROOT, 'test-results');
/** Runs of the browser, each against a server of its own: what fails in one stops nothing in the other. */
const JOURNEYS = ['journeys', 'clock'];
const { ensureTestBrowser } = await import('./ensure-browser.mjs');
const { journeyReport } = await import('./journey-report.ts');
const { startTestServices } = await import('./test-services.mjs');
const { testReport } = await import('./test-report.ts');
const { buildWeb } = await import('./web-build.mjs');

function run(args, environment) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

function readJson(name) {
  try {
    return JSON.parse(readFileSync(resolve(RESULTS, name), 'utf8'));
  } catch {
    return null;
  }
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const chromium = ensureTestBrowser();
await buildWeb();
const services = await startTestServices();
const environment = { MONEYTRAIL_CHROMIUM: chromium, ...services.environment };
const unitCode = await run(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./tools/unit-reporter.ts',
  ],
  { ...environment, UNIT_REPORT_FILE: resolve(RESULTS, 'unit.json') },
);
const journeyCodes = [];
for (const project of JOURNEYS) {
  journeyCodes.push(
    await run(
      [
        'node_modules/@playwright/test/cli.js',
        'test',
        '--config',
        'e2e/playwright.config.ts',
        `--project=${project}`,
      ],
      {
        ...environment,
        PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(RESULTS, `${project}.json`),
      },
    ),
  );
}
await services.stop();
const unit = { label: 'unit', report: readJson('unit.json'), code: unitCode };
const journeys = JOURNEYS.map((label, index) => {
  const report = readJson(`${label}.json`);
  return { label, report: report && journeyReport(report), code: journeyCodes[index] };
});
const { isGood, text } = testReport([unit, ...journeys]);
console.log(`\n${text}`);
process.exit(isGood ? 0 : 1);
