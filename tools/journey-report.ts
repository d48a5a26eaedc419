import { relative } from 'node:path';
import type {
  JSONReport,
  JSONReportError,
  JSONReportSuite,
  JSONReportTest,
} from '@playwright/test/reporter';
import { type Failure, firstLines, type RunReport } from './run-report.ts';

type Spec = { name: string; file: string; tests: JSONReportTest[] };

/** Every spec of a Playwright report, with the titles of its groups. */
function* specsOf(suites: JSONReportSuite[] = [], above: string[] = []): Generator<Spec> {
  for (const suite of suites) {
    const path = [...above, suite.title];
    for (const { title, file, tests } of suite.specs)
      yield { name: [...path, title].join(' › '), file, tests };
    yield* specsOf(suite.suites, path);
  }
}

function textOf({ message, location }: JSONReportError): string {
  const place = location ? [`at ${relative(process.cwd(), location.file)}:${location.line}`] : [];
  return [firstLines(message), ...place].join('\n');
}

/** A failed test, or one that passed only on a retry, with the errors of each attempt. */
function failureOf({ name, tests }: Spec): Failure[] {
  const bad = tests.filter(({ status }) => status !== 'expected' && status !== 'skipped');
  if (bad.length === 0) return [];
  const errors = bad.flatMap(({ results }) => results.flatMap((result) => result.errors));
  return [{ name, message: errors.map(textOf).join('\n') }];
}

function secondsByFile(specs: Spec[]): RunReport['files'] {
  const seconds = new Map<string, number>();
  for (const { file, tests } of specs) {
    const ms = tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1_000);
  }
  return [...seconds].map(([name, each]) => ({ name, seconds: each }));
}

/** Converts the journeys' JSON report for `testReport`. */
export function journeyReport({ suites, stats, errors }: JSONReport): RunReport {
  const specs = [...specsOf(suites)];
  const outside = errors.map(({ message = '' }) => ({
    name: 'outside of the journeys',
    message: firstLines(message),
  }));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [...outside, ...specs.flatMap(failureOf)],
    files: secondsByFile(specs),
  };
}
