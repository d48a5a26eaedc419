import type { Failure, RunReport } from './run-report.ts';

/** The duration of a part; `processorSeconds` is null if the system does not report it. */
export type PartTime = { wallSeconds: number; processorSeconds: number | null };

/** One run with its exit code and its report, or null without a readable report. */
export type Run = {
  label: string;
  report: RunReport | null;
  code: number;
  time: PartTime | null;
};

/**
 * The build before the runs, and the total from start to end. A total above `mostProcessorSeconds` is reported: the
 * suite has become too heavy.
 */
export type Times = { build: PartTime; whole: PartTime; mostProcessorSeconds: number };

/** The number of failures with messages; more are listed by name. */
const TOLD = 25;
const NAMED = 100;
const SLOWEST = 15;

/** A failure for the run itself, if its tests report none. */
function endOf({ label, report, code }: Run): Failure[] {
  if (report === null) return [{ name: `${label}: left no report`, message: '' }];
  return code === 0 ? [] : [{ name: `${label}: ended with ${code}`, message: '' }];
}

function linesOf(failures: readonly Failure[]): string[] {
  const lines = failures
    .slice(0, NAMED)
    .flatMap(({ name, message }, index) => [
      name,
      ...(index < TOLD && message !== '' ? message.split('\n').map((line) => `    ${line}`) : []),
    ]);
  const more = failures.length - NAMED;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

const seconds = (value: number | null) =>
  value === null ? '-'.padStart(9) : `${value.toFixed(1).padStart(7)} s`;

function rowOf(label: string, { wallSeconds, processorSeconds }: PartTime): string {
  return `${label.padEnd(14)}${seconds(wallSeconds)}   ${seconds(processorSeconds)}`;
}

/** Wall and processor time of each part and of the total, with a warning if the total is too high. */
function timeLines(runs: readonly Run[], times: Times): string[] {
  const { build, whole, mostProcessorSeconds: most } = times;
  const parts = runs.flatMap(({ label, time }) => (time ? [rowOf(label, time)] : []));
  const used = whole.processorSeconds ?? 0;
  const warning = `The run took ${used.toFixed(0)} s of processor time, more than ${most} s.`;
  return [
    `${'Part'.padEnd(14)}${'wall'.padStart(9)}${'processor'.padStart(12)}`,
    rowOf('build', build),
    ...parts,
    rowOf('whole run', whole),
    ...(used > most ? [warning] : []),
    '',
  ];
}

/**
 * The result of all runs at the end of the output, bounded in length: the slowest files, each failure with the first
 * lines of its message, the time of each part, and the counts. A run without a report, every skipped test, and a run
 * that ends with an error although none of its tests failed count as failures.
 */
export function testReport(runs: readonly Run[], times: Times): { isGood: boolean; text: string } {
  const reports = runs.flatMap(({ report }) => report ?? []);
  const sum = (of: (report: RunReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const ends = runs.flatMap(endOf);
  const failures = [...reports.flatMap((report) => report.failures), ...ends];
  const skipped = sum((report) => report.skipped);
  const unread = runs.length - reports.length;
  const counted = sum(({ failed }) => failed) + unread + skipped;
  const failed = counted === 0 && ends.length > 0 ? 1 : counted;
  const slowest = reports
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  const lines = [
    ...(slowest.length > 0 ? ['Slowest files:', ...slowest, ''] : []),
    ...(failures.length > 0 ? ['Failed:', ...linesOf(failures), ''] : []),
    ...(skipped > 0 ? [`${skipped} tests were skipped: they count as failed`, ''] : []),
    ...timeLines(runs, times),
    `${sum(({ passed }) => passed)} passed, ${failed} failed`,
  ];
  return { isGood: failed === 0, text: lines.join('\n') };
}
