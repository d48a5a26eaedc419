import type { InputValues, StepBar, StepContext, TechnicalStudy } from '@moneytrail/indicators';
import { VECTOR_CASES } from '../../../indicators/src/testing/vector-cases.ts';
import { TECHNICAL_STUDIES } from '../index.ts';

const DAY_MS = 86_400_000;

/** Bars of days, sessions of a UTC day, weeks from Monday on. */
export const CONTEXT: StepContext = {
  periodStart: (period, timeMs) => {
    const day = Math.floor(timeMs / DAY_MS);
    // 1 January 1970 was a Thursday.
    if (period === 'session') return day * DAY_MS;
    if (period === 'week') return (day - ((day + 3) % 7)) * DAY_MS;
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), period === 'year' ? 0 : date.getUTCMonth());
  },
};

export function defaultInputs(study: TechnicalStudy): InputValues {
  return Object.fromEntries(study.inputs.map((field) => [field.name, field.default]));
}

export function studyNamed(id: string): TechnicalStudy {
  const study = TECHNICAL_STUDIES.find((one) => one.id === id);
  if (!study) throw new Error(`There is no study ${id}.`);
  return study;
}

type Series = Readonly<Record<string, Float64Array>>;

/** The values of every output, a bar at a time. Inputs that are not given have their defaults. */
export function runStudy(
  study: TechnicalStudy,
  bars: readonly StepBar[],
  inputs: InputValues = {},
): Series {
  const step = study.start({ ...defaultInputs(study), ...inputs }, CONTEXT);
  const values = new Float64Array(study.outputs.length);
  const series = study.outputs.map(() => new Float64Array(bars.length));
  for (const [index, bar] of bars.entries()) {
    step(bar, false, values);
    for (const [at, one] of series.entries()) one[index] = values[at] ?? Number.NaN;
  }
  return Object.fromEntries(study.outputs.map(({ key }, at) => [key, series[at] ?? values]));
}

function realBars(name: string): StepBar[] {
  const vectors = VECTOR_CASES.find((one) => one.name === name);
  if (!vectors) throw new Error(`There is no case ${name}.`);
  return vectors.bars.map(({ time, volume, ...prices }) => {
    return { ...prices, timeMs: time, volume: volume ?? 0, source: prices.close };
  });
}

/** 978 days of bitcoin in dollars. */
export const BITCOIN_DAYS = realBars('btcusd-1d');
/** 1500 bars of four hours of the euro in dollars. */
export const EURO_BARS = realBars('eurusd-4h');

/** Bars repeated until there are enough, with times that go on. */
export function repeated(bars: readonly StepBar[], count: number): StepBar[] {
  const first = bars[0]?.timeMs ?? 0;
  const spanMs = Math.ceil(((bars.at(-1)?.timeMs ?? 0) - first + 1) / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const bar = bars[index % bars.length];
    if (!bar) throw new Error('There are no bars.');
    return { ...bar, timeMs: bar.timeMs + Math.floor(index / bars.length) * spanMs };
  });
}
