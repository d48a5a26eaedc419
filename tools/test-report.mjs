import { relative } from 'node:path';

/** Every spec of a Playwright report, with the titles of the groups it stands in. */
function* specsOf(suites, above = []) {
  for (const suite of suites ?? []) {
    const path = [...above, suite.title];
    for (const spec of suite.specs ?? [])
      yield { ...spec, name: [...path, spec.title].join(' › ') };
    yield* specsOf(suite.suites, path);
  }
}

/** What failed among the unit tests: tests by file and name, and files that could not be run at all. */
function failedUnits(unit, root) {
  return (unit?.testResults ?? []).flatMap((file) => {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map((test) => `${name} › ${test.fullName}`);
    return file.status === 'failed' ? [`${name} could not be run`] : [];
  });
}

/** What failed, or passed only when tried again, among the journeys. */
function failedJourneys(report) {
  return [...specsOf(report?.suites)].filter((spec) => !isExpected(spec)).map((spec) => spec.name);
}

function isExpected(spec) {
  return spec.tests.every((test) => test.status === 'expected' || test.status === 'skipped');
}

/**
 * The result of all runs together. A run that left no report, and every skipped test, counts as a failure, and so does
 * a run that ends with an error although none of its tests failed.
 * @param runs { label, report, code } of the unit tests first, of each journey run after them.
 * @param root folder that the names of files are told from.
 * @returns { passed, failed, skipped, failures } with one line for each failure that has a name.
 */
export function testReport([unit, ...journeys], root) {
  const sum = (numberOf) => journeys.reduce((total, run) => total + numberOf(run.report?.stats), 0);
  const passed = (unit.report?.numPassedTests ?? 0) + sum((stats) => stats?.expected ?? 0);
  const skipped = (unit.report?.numPendingTests ?? 0) + sum((stats) => stats?.skipped ?? 0);
  const failed =
    (unit.report?.numFailedTests ?? 1) +
    sum((stats) => (stats ? stats.unexpected + stats.flaky : 1));
  const named = [
    ...failedUnits(unit.report, root),
    ...journeys.flatMap((run) => failedJourneys(run.report)),
  ];
  const unnamed = [unit, ...journeys].filter((run) => run.report === null || run.code !== 0);
  const ended = unnamed.map((run) =>
    run.report === null ? `${run.label}: left no report` : `${run.label}: ended with ${run.code}`,
  );
  const hidden = ended.length > 0 && failed === 0 ? 1 : 0;
  return { passed, failed: failed + hidden + skipped, skipped, failures: [...named, ...ended] };
}
