import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { type Failure, firstLines, type RunReport } from './run-report.ts';

type TestError = ReturnType<TestModule['errors']>[number];

const ROOT = process.cwd();

/** The report file is named by the program that runs the tests. */
const REPORT_FILE = process.env.UNIT_REPORT_FILE;

/** The line of our code that an error comes from. */
function placeOf({ stacks = [] }: TestError): string[] {
  const frame = stacks.find(({ file }) => !file.includes('/node_modules/')) ?? stacks[0];
  return frame ? [`at ${relative(ROOT, frame.file)}:${frame.line}`] : [];
}

function textOf(error: TestError): string {
  const name = error.name ? `${error.name}: ` : '';
  const cause = error.cause ? [`caused by ${textOf(error.cause)}`] : [];
  return [`${name}${firstLines(error.message)}`, ...placeOf(error), ...cause].join('\n');
}

/** One failure of a test, a hook or a file, with all its errors. */
function failureOf(name: string, errors: readonly TestError[] = []): Failure[] {
  return errors.length === 0 ? [] : [{ name, message: errors.map(textOf).join('\n') }];
}

/** The failures of a file: its own, including its hooks, those of its groups' hooks, and its tests. */
function failuresOf(module: TestModule): Failure[] {
  const name = relative(ROOT, module.moduleId);
  const inGroups = [...module.children.allSuites()].flatMap((suite) =>
    failureOf(`${name} › ${suite.fullName}, outside of its tests`, suite.errors()),
  );
  const inTests = [...module.children.allTests('failed')].flatMap((test) =>
    failureOf(`${name} › ${test.fullName}`, test.result().errors),
  );
  return [...failureOf(`${name}, outside of its tests`, module.errors()), ...inGroups, ...inTests];
}

/** Reports the unit tests for `testReport`; Vitest's own reporter omits the errors of hooks. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly TestError[]): void {
    const count = (...states: ('passed' | 'failed' | 'skipped' | 'pending')[]) =>
      modules
        .flatMap(({ children }) => [...children.allTests()])
        .filter((test) => states.includes(test.result().state)).length;
    const report: RunReport = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped', 'pending'),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.flatMap((error) => failureOf('an error that no test handles', [error])),
      ],
      files: modules.map((module) => ({
        name: relative(ROOT, module.moduleId),
        seconds: module.diagnostic().duration / 1_000,
      })),
    };
    if (REPORT_FILE) writeFileSync(REPORT_FILE, JSON.stringify(report));
  }
}
