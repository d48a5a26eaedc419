/** A figure of a benchmark and its bar. */
export type Figure = {
  what: string;
  value: number;
  /** `ratio` has no unit: both sides were measured in the same run. */
  unit: 'ratio' | 's' | 'ms' | 'µs' | 'MB' | 'KB' | 'B' | 'fps';
  /** Absent: for information only. */
  bar?: { atMost: number } | { atLeast: number };
  /** The two sides of a ratio. */
  detail?: string;
};

function meetsBar({ value, bar }: Figure): boolean {
  if (!bar) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
}

function barText({ bar }: Figure): string {
  if (!bar) return '';
  return 'atMost' in bar ? `bar ≤ ${bar.atMost}` : `bar ≥ ${bar.atLeast}`;
}

function line(figure: Figure): string {
  const { what, value, unit, bar, detail } = figure;
  const digits = unit === 'ratio' ? 3 : 1;
  const shown = `${value.toFixed(digits)}${unit === 'ratio' ? '' : ` ${unit}`}`;
  const finding = !bar ? '    ' : meetsBar(figure) ? 'ok  ' : 'MISS';
  const texts = [finding, what.padEnd(78), shown.padStart(10), barText(figure).padEnd(11)];
  return `${texts.join('  ')}${detail ? `  (${detail})` : ''}`;
}

/** Prints figures and makes the process fail if one misses its bar. */
export function report(figures: readonly Figure[]): void {
  for (const figure of figures) {
    console.log(line(figure));
    if (!meetsBar(figure)) process.exitCode = 1;
  }
}

/** The middle of an odd number of measurements, the lower middle of an even one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value below which a share of the measurements lie, from 0 to 1; not a number without measurements. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The milliseconds of each of several runs. */
export async function timeRuns(count: number, run: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times;
}
