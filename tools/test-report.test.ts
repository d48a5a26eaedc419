import { describe, expect, test } from 'vitest';
import { testReport } from './test-report.mjs';

const UNIT = {
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults: [{ name: '/root/a.test.ts', status: 'passed', assertionResults: [] }],
};
const JOURNEYS = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, suites: [] };

const unit = (report: unknown, code = 0) => ({ label: 'unit', report, code });
const journeys = (report: unknown, code = 0) => ({ label: 'journeys', report, code });
const reportOf = (...runs: ReturnType<typeof unit>[]) => testReport(runs, '/root');

describe('the result of all runs', () => {
  test('counts what passed in every run', () => {
    expect(reportOf(unit(UNIT), journeys(JOURNEYS))).toEqual({
      passed: 5,
      failed: 0,
      skipped: 0,
      failures: [],
    });
  });

  test('names every failed test with its file, and a file that could not be run', () => {
    const failed = {
      ...UNIT,
      numFailedTests: 1,
      testResults: [
        {
          name: '/root/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'prices never lie' },
            { status: 'passed', fullName: 'prices are read' },
          ],
        },
        { name: '/root/b.test.ts', status: 'failed', assertionResults: [] },
      ],
    };
    const { failures } = reportOf(unit(failed, 1));
    expect(failures).toEqual([
      'a.test.ts › prices never lie',
      'b.test.ts could not be run',
      'unit: ended with 1',
    ]);
  });

  test('names every failed journey, also in a group', () => {
    const spec = { title: 'signs in', tests: [{ status: 'unexpected' }] };
    const quiet = { title: 'signs out', tests: [{ status: 'expected' }] };
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ title: 'auth.spec.ts', suites: [{ title: 'a user', specs: [spec, quiet] }] }],
    };
    expect(reportOf(unit(UNIT), journeys(report, 1))).toMatchObject({
      failed: 1,
      failures: ['auth.spec.ts › a user › signs in', 'journeys: ended with 1'],
    });
  });

  test('a run without a report, one that ends with an error, and a skipped test are failures', () => {
    expect(reportOf(unit(null, 1), journeys(JOURNEYS))).toMatchObject({
      failed: 1,
      failures: ['unit: left no report'],
    });
    expect(reportOf(unit(UNIT, 1), journeys(JOURNEYS))).toMatchObject({
      failed: 1,
      failures: ['unit: ended with 1'],
    });
    expect(reportOf(unit({ ...UNIT, numPendingTests: 2 }))).toMatchObject({
      failed: 2,
      skipped: 2,
    });
  });
});
