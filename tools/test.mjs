import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { requireNode } from './node-version.mjs';

requireNode();

const ROOT = resolve(import.meta.dirname, '..');
const RESULTS = resolve(ROOT, 'test-results');
/**
 * Runs of the browser, each against a server of its own on ports of its own: what fails in one stops nothing in the
 * other.
 */
const JOURNEYS = { journeys: 3_917, clock: 3_927 };
const { ensureTestBrowser } = await import('./ensure-browser.mjs');
const { journeyReport } = await import('./journey-report.ts');
const { startTestServices } = await import('./test-services.mjs');
const { testReport } = await import('./test-report.ts');
const { buildWeb } = await import('./web-build.mjs');

/** Runs a program of Node beside others: every line it writes begins with whose it is. Answers its exit code. */
function run(label, args, environment) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
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

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const chromium = ensureTestBrowser();
await buildWeb();
const services = await startTestServices();
const environment = { MONEYTRAIL_CHROMIUM: chromium, ...services.environment };

async function runUnits() {
  const args = ['run', '--reporter=default', '--reporter=./tools/unit-reporter.ts'];
  const code = await run('unit', ['node_modules/vitest/vitest.mjs', ...args], {
    ...environment,
    UNIT_REPORT_FILE: resolve(RESULTS, 'unit.json'),
  });
  return { label: 'unit', report: readJson('unit.json'), code };
}

async function runJourneys([label, port]) {
  const args = ['test', '--config', 'e2e/playwright.config.ts', `--project=${label}`];
  const code = await run(label, ['node_modules/@playwright/test/cli.js', ...args], {
    ...environment,
    JOURNEYS_PORT: String(port),
    PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(RESULTS, `${label}.json`),
  });
  const report = readJson(`${label}.json`);
  return { label, report: report && journeyReport(report), code };
}

const [journeys, clock] = Object.entries(JOURNEYS);
// The clock's journeys are few and wait for the clock. The others fill the processors by themselves: beside the units each
// answer would take several times as long, and what the product bounds in seconds would fail for want of a processor.
const runs = await Promise.all([runUnits(), runJourneys(clock)]);
runs.push(await runJourneys(journeys));
await services.stop();
const { isGood, text } = testReport(runs);
console.log(`\n${text}`);
process.exit(isGood ? 0 : 1);
