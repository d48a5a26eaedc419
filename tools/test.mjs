import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { requireNode } from './node-version.mjs';

requireNode();

const ROOT = resolve(import.meta.dirname, '..');
const RESULTS = resolve(ROOT, 'test-results');
const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
/** `npm run test:long` deepens by repetition what `npm test` proves once. */
const isLong = process.argv.includes('--long');
/** A run above this warns in its report that the suite has grown heavy. */
const MOST_PROCESSOR_SECONDS = 900;
const startedAt = performance.now();
const { followProcessorTime } = await import('./processor-time.mjs');
const processorTime = followProcessorTime();
const { ensureOtherBrowsers, ensureTestBrowser } = await import('./ensure-browser.mjs');
const { ensurePython } = await import('./ensure-python.mjs');
const { journeyReport } = await import('./journey-report.ts');
const { startTestServices } = await import('./test-services.mjs');
const { testReport } = await import('./test-report.ts');
const { buildWeb, compressWeb, isUncompressed } = await import('./web-build.mjs');

/** Runs a program of Node beside others, each line of its output behind its label. Returns its exit code. */
function run(label, args, environment) {
  const measured = ['tools/measured.mjs', resolve(RESULTS, `${label}-time.json`), ...args];
  return new Promise((done) => {
    const child = spawn(process.execPath, measured, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      createInterface({ input: from }).on('line', (line) => to.write(`${label}: ${line}\n`));
    }
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

const timeOf = (label) => readJson(`${label}-time.json`);

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const chromium = ensureTestBrowser();
const python = ensurePython();
if (isLong) ensureOtherBrowsers();
const builtFrom = performance.now();
await buildWeb();
// The long run loads the pages as visitors do.
if (isLong && isUncompressed()) compressWeb();
const build = {
  label: 'build',
  wallSeconds: (performance.now() - builtFrom) / 1_000,
  processorSeconds: processorTime.read(),
};
const services = await startTestServices();
const environment = {
  MONEYTRAIL_CHROMIUM: chromium,
  MONEYTRAIL_PYTHON: python,
  TEST_LONG: String(isLong),
  ...services.environment,
};

/** Tests of Vitest: those of one project of its configuration. */
async function runProject(label) {
  const args = [
    'run',
    `--project=${label}`,
    '--reporter=dot',
    '--reporter=./tools/unit-reporter.ts',
  ];
  const code = await run(label, [VITEST, ...args], {
    ...environment,
    UNIT_REPORT_FILE: resolve(RESULTS, `${label}.json`),
  });
  return { label, report: readJson(`${label}.json`), code, time: timeOf(label) };
}

/** Journeys of a Playwright project, against a server of their own on three ports from `port` on. */
async function runJourneys(label, port) {
  const args = ['test', '--config', 'e2e/playwright.config.ts', `--project=${label}`];
  const code = await run(label, [PLAYWRIGHT, ...args], {
    ...environment,
    JOURNEYS_PORT: String(port),
    PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(RESULTS, `${label}.json`),
  });
  const report = readJson(`${label}.json`);
  return { label, report: report && journeyReport(report), code, time: timeOf(label) };
}

// Unit tests wait for databases and programs for half of their time. The journeys fill the processors by themselves:
// beside the others, answers would take longer than the seconds within which the product promises them.
async function runBesideUnit() {
  const clock = await runJourneys('clock', 3_927);
  return [clock, await runProject('component'), await runProject('chart')];
}
const [unit, others] = await Promise.all([runProject('unit'), runBesideUnit()]);
const runs = [unit, ...others];
runs.push(await runJourneys('journeys', 3_917));
if (isLong) {
  for (const label of ['journeys-dark', 'firefox', 'webkit']) {
    runs.push(await runJourneys(label, 3_917));
  }
}
await services.stop();
const whole = {
  wallSeconds: (performance.now() - startedAt) / 1_000,
  processorSeconds: processorTime.read(),
};
const mostProcessorSeconds = isLong ? Number.POSITIVE_INFINITY : MOST_PROCESSOR_SECONDS;
const { isGood, text } = testReport(runs, { build, whole, mostProcessorSeconds });
console.log(`\n${text}`);
process.exit(isGood ? 0 : 1);
