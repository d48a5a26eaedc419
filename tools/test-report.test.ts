import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journeyReport } from './journey-report.ts';
import type { RunReport } from './run-report.ts';
import { type Times, testReport } from './test-report.ts';

const ROOT = resolve(import.meta.dirname, '..');
const GOOD: RunReport = { passed: 3, failed: 0, skipped: 0, failures: [], files: [] };

const run = (report: RunReport | null, code = 0) => ({ label: 'unit', report, code, time: null });
const TIMES: Times = {
  build: { wallSeconds: 12.5, processorSeconds: 17 },
  whole: { wallSeconds: 540, processorSeconds: 899 },
  mostProcessorSeconds: 900,
};
const lastLineOf = (text: string) => text.split('\n').at(-1);

describe('the result of all runs', () => {
  test('counts the passed tests of every run and names the slowest files', () => {
    const files = Array.from({ length: 17 }, (_, index) => ({
      name: `${index}.test.ts`,
      seconds: index + 0.25,
    }));
    const { isGood, text } = testReport([run(GOOD), run({ ...GOOD, passed: 2, files })], TIMES);
    expect(isGood).toBe(true);
    expect(lastLineOf(text)).toBe('5 passed, 0 failed');
    expect(text.match(/\S+ s {2}\S+/g)).toHaveLength(15);
    expect(text).toMatch(/^Slowest files:\n +16\.3 s {2}16\.test\.ts\n +15\.3 s {2}15\.test\.ts\n/);
  });

  test.each([
    ['a run without a report', run(null, 1), 'unit: left no report', '3 passed, 1 failed'],
    ['one that ends with an error', run(GOOD, 1), 'unit: ended with 1', '6 passed, 1 failed'],
    [
      'a skipped test',
      run({ ...GOOD, skipped: 2 }),
      '2 tests were skipped: they count as failed',
      '6 passed, 2 failed',
    ],
  ])('%s is a failure', (_name, bad, told, counts) => {
    const { isGood, text } = testReport([run(GOOD), bad], TIMES);
    expect(isGood).toBe(false);
    expect(text).toContain(told);
    expect(lastLineOf(text)).toBe(counts);
  });

  test('has wall and processor time of each part and of the total', () => {
    const time = { wallSeconds: 210.25, processorSeconds: 400 };
    const { text } = testReport([{ ...run(GOOD), time }], TIMES);
    expect(text).toContain(
      'unit            210.3 s     400.0 s\nwhole run       540.0 s     899.0 s\n',
    );
    expect(text).not.toContain('more than');
  });

  test('warns in its last lines if the total processor time is too high', () => {
    const whole = { wallSeconds: 700, processorSeconds: 901 };
    const { text } = testReport([run(GOOD)], { ...TIMES, whole });
    const last = text.split('\n').slice(-3).join('\n');
    expect(last).toContain('The run took 901 s of processor time, more than 900 s.');
  });

  test('has a bounded length, however much failed', () => {
    const message = Array.from({ length: 8 }, () => 'x'.repeat(200)).join('\n');
    const failures = Array.from({ length: 5_000 }, (_, index) => ({
      name: `test ${index}`,
      message,
    }));
    const { text } = testReport([run({ ...GOOD, failed: 5_000, failures }, 1)], TIMES);
    expect(text).toContain('test 99\nand 4901 more\n');
    expect(text.length).toBeLessThan(50_000);
  });
});

const UNITS = {
  'hooks.test.ts': `
    import { afterAll, beforeAll, describe, expect, test } from 'vitest';
    describe('a group', () => {
      beforeAll(() => { throw new Error('the database\\ndid not open', { cause: new Error('no room') }); });
      test('first', () => {});
      test('second', () => {});
    });
    test('prices never lie', () => expect({ price: 1 }).toEqual({ price: 2 }));
    test('prices are read', () => {});
    afterAll(() => { throw new Error('the database did not close'); });`,
  'unreadable.test.ts': `import './nowhere.ts';`,
  'late.test.ts': `
    import { test } from 'vitest';
    test('ends early', async () => {
      void Promise.reject(new Error('nobody waits for this'));
      await new Promise((done) => setImmediate(done));
    });`,
};
const JOURNEYS = {
  'sign-in.spec.ts': `
    import { expect, test } from '@playwright/test';
    test.describe('a user', () => {
      test('signs in', () => expect('a form').toBe('a chart'));
      test('signs out', () => {});
    });`,
};

describe('real runs', () => {
  let folder: string;
  let text: string;

  /** Runs a test program in the folder with the planted files; returns its report and its exit code. */
  function runIn(name: string, args: string[], environment: NodeJS.ProcessEnv) {
    const { status } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    return {
      label: name,
      code: status ?? 1,
      time: null,
      report: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
    };
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'moneytrail-report-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [kind, files] of Object.entries({ units: UNITS, journeys: JOURNEYS })) {
      mkdirSync(join(folder, kind));
      for (const [name, code] of Object.entries(files))
        writeFileSync(join(folder, kind, name), code);
    }
    const reporter = `--reporter=${join(import.meta.dirname, 'unit-reporter.ts')}`;
    const unit = runIn('unit', ['node_modules/vitest/vitest.mjs', 'run', '--dir=units', reporter], {
      UNIT_REPORT_FILE: join(folder, 'unit.json'),
    });
    const journeys = runIn(
      'journeys',
      ['node_modules/@playwright/test/cli.js', 'test', 'journeys/', '--reporter=json'],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'journeys.json'), FORCE_COLOR: '1' },
    );
    const runs = [unit, { ...journeys, report: journeyReport(journeys.report) }];
    ({ text } = testReport(runs, TIMES));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a failed test is reported with its file, the first lines of its message and its place', () => {
    expect(text).toMatch(
      /^units\/hooks\.test\.ts › prices never lie\n {4}AssertionError: expected \{ price: 1 \} to deeply equal \{ price: 2 \}\n {4}at units\/hooks\.test\.ts:8$/m,
    );
    expect(text).not.toContain('prices are read');
  });

  test('a failed hook is reported with its message and its cause', () => {
    expect(text).toMatch(
      /^units\/hooks\.test\.ts › a group, outside of its tests\n {4}Error: the database\n {4}did not open\n {4}at units\/hooks\.test\.ts:4\n {4}caused by Error: no room$/m,
    );
    expect(text).toContain(
      'hooks.test.ts, outside of its tests\n    Error: the database did not close',
    );
    expect(text).toContain('2 tests were skipped');
  });

  test('a file that cannot run is reported with the reason', () => {
    expect(text).toMatch(/^units\/unreadable\.test\.ts, outside of its tests\n {4}.*nowhere\.ts/m);
  });

  test('an unhandled error is reported', () => {
    expect(text).toMatch(/^an error that no test handles\n {4}Error: nobody waits for this$/m);
  });

  test('a failed journey is reported with its group and its message, without colours', () => {
    expect(text).toMatch(
      /^journeys\/sign-in\.spec\.ts › a user › signs in\n {4}Error: expect\(received\)\.toBe\(expected\).*\n {4}Expected: "a chart"\n {4}Received: "a form"\n(?: {4,}.*\n)* {4}at .*journeys\/sign-in\.spec\.ts:4$/m,
    );
    expect(text).not.toContain('› signs out');
  });

  test('the report ends with the counts', () => {
    expect(lastLineOf(text)).toBe('3 passed, 4 failed');
  });
});
