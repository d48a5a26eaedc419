import {
  type Bar,
  type InputField,
  type InputValues,
  STUDIES,
  type StepBar,
} from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryBars, QUICK } from '../../indicators/src/testing/arbitrary-bars.ts';
import { TECHNICAL_STUDIES } from './index.ts';
import {
  BITCOIN_DAYS,
  CONTEXT,
  defaultInputs,
  EURO_BARS,
  repeated,
  runStudy,
} from './testing/run-study.ts';

/** Outputs that are undefined at some bars by their nature. */
const WITH_GAPS: Readonly<Record<string, readonly string[]>> = {
  supertrend: ['rising', 'falling'],
  volatilityStop: ['rising', 'falling'],
  squeeze: ['squeezed'],
  volumeProfile: ['control', 'high', 'low'],
  fractals: ['high', 'low'],
  zigzag: ['point', 'back'],
};

/** Sums since the first bar: their level depends on it. */
const CUMULATIVE: readonly string[] = [
  'obv',
  'accumulationDistribution',
  'priceVolumeTrend',
  'negativeVolumeIndex',
  'positiveVolumeIndex',
  'williamsAccumulation',
];

const isIn = (field: InputField, value: unknown) =>
  field.kind === 'integer' || field.kind === 'decimal'
    ? typeof value === 'number' && value >= field.min && value <= field.max
    : field.options.some(
        (option) => value === (typeof option === 'string' ? option : option.value),
      );

test('every id is unique, in letters, and none of the house', () => {
  const ids = TECHNICAL_STUDIES.map(({ id }) => id);
  expect(new Set([...ids, ...STUDIES.map(({ id }) => id)]).size).toBe(ids.length + STUDIES.length);
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+$/);
});

test('no two studies have one name or one short name', () => {
  for (const of of ['name', 'shortName'] as const) {
    const names = TECHNICAL_STUDIES.map((study) => study[of]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});

describe.each(TECHNICAL_STUDIES.map((study) => ({ id: study.id, study })))('$id', ({ study }) => {
  const inputs = defaultInputs(study);
  const keys = study.outputs.map(({ key }) => key);
  const continuous = keys.filter((key) => !WITH_GAPS[study.id]?.includes(key));

  test('is completely defined', () => {
    expect(study.about).toMatch(/^[A-Z0-9].*\.$/);
    expect(study.aliases).toEqual(study.aliases.map((alias) => alias.toLowerCase()));
    expect(study.aliases).toEqual([...new Set(study.aliases)]);
    expect(['main', study.id]).toContain(study.pane);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z][a-zA-Z]*$/);
    for (const { upper, lower } of study.fills)
      expect(keys).toEqual(expect.arrayContaining([upper, lower]));
    const names = study.inputs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const field of study.inputs) expect(isIn(field, field.default)).toBe(true);
    expect(Number.isInteger(study.neededBars(inputs))).toBe(true);
  });

  test('is undefined only while it warms up', () => {
    for (const real of [BITCOIN_DAYS, EURO_BARS]) {
      const bars = repeated(real, Math.max(real.length, study.neededBars(inputs) + 50));
      const series = runStudy(study, bars);
      for (const key of continuous) {
        const values = series[key] ?? new Float64Array();
        const first = values.findIndex((value) => !Number.isNaN(value));
        expect(first, key).toBeGreaterThanOrEqual(0);
        expect(first, key).toBeLessThan(study.neededBars(inputs));
        expect(values.subarray(first).findIndex(Number.isNaN), key).toBe(-1);
      }
    }
  });

  test('forgets the bars before those that it needs', () => {
    if (CUMULATIVE.includes(study.id)) return;
    const needed = study.neededBars(inputs);
    const bars = repeated(BITCOIN_DAYS, 1000 + needed);
    const whole = runStudy(study, bars);
    const late = runStudy(study, bars.slice(700));
    for (const key of continuous) {
      const values = whole[key] ?? new Float64Array();
      const spread = rangeOf(values.subarray(700));
      const differences = values
        .subarray(700)
        .map((value, at) => Math.abs(value - (late[key]?.[at] ?? Number.NaN)));
      const worst = Math.max(...differences.subarray(needed - 1));
      expect(worst, key).toBeLessThanOrEqual(spread / 500);
    }
  });

  test('takes new states of a bar as if only the final one had come', () => {
    const bars = arbitraryBars({ maxLength: 150, minLength: 20 }).map(stepBars);
    const replacements = fc.array(fc.nat({ max: 149 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        bars,
        fc.array(replacements, { minLength: 5, maxLength: 20 }),
        (final, others) => {
          const short = shortInputs(study.inputs);
          const want = runStudy(study, final, short);
          const step = study.start(short, CONTEXT);
          const values = new Float64Array(keys.length);
          for (const [index, bar] of final.entries()) {
            const states = (others[index % others.length] ?? []).map((at) => {
              const state = final[at % final.length] ?? bar;
              const close = at % 10 === 0 ? Number.NaN : state.close;
              return { ...state, close, timeMs: bar.timeMs };
            });
            for (const [at, state] of [...states, bar].entries()) step(state, at > 0, values);
            const other = keys.find((key, at) => !Object.is(values[at], want[key]?.[index]));
            // An expectation at every bar would take longer than all studies.
            if (other) throw new Error(`${other} differs at bar ${index}: ${values}`);
          }
        },
      ),
      { ...QUICK, numRuns: Math.ceil((QUICK.numRuns ?? 30) / 6) },
    );
  });

  test('has no infinite value and never fails, whatever the prices and inputs', () => {
    for (const bars of EXTREMES) {
      for (const some of [inputs, ...endInputs(study.inputs)]) {
        for (const [key, values] of Object.entries(runStudy(study, bars, some))) {
          expect(
            values.findIndex((value) => Math.abs(value) === Infinity),
            key,
          ).toBe(-1);
        }
      }
    }
  });

  test('recovers from every extreme', () => {
    if (CUMULATIVE.includes(study.id)) return;
    for (const bars of EXTREMES) {
      const needed = study.neededBars(inputs);
      const series = runStudy(study, [...bars, ...repeated(BITCOIN_DAYS, needed + 400)]);
      for (const key of continuous) expect(series[key]?.at(-1), key).not.toBeNaN();
    }
  });

  test('is undefined without volume if it reads it', () => {
    const bars = EURO_BARS.slice(0, 300).map((bar) => ({ ...bar, volume: 0 }));
    const values = Object.values(runStudy(study, bars));
    if (study.readsVolume) expect(values.every((one) => one.every(Number.isNaN))).toBe(true);
  });
});

function rangeOf(values: Float64Array): number {
  const defined = values.filter((value) => !Number.isNaN(value));
  return Math.max(...defined) - Math.min(...defined);
}

function stepBars(bars: readonly Bar[]): StepBar[] {
  return bars.map(({ time, volume, ...prices }) => {
    return { ...prices, timeMs: time * 60, volume: volume ?? 0, source: prices.close };
  });
}

/** Inputs at which even short series leave the warm-up. */
function shortInputs(fields: readonly InputField[]): InputValues {
  return Object.fromEntries(
    fields.map((field, at) => [
      field.name,
      field.kind === 'integer' ? Math.max(field.min, Math.min(field.max, 3 + at)) : field.default,
    ]),
  );
}

/** Inputs at the ends of their ranges. */
function endInputs(fields: readonly InputField[]): InputValues[] {
  const numbers = fields.filter((field) => field.kind === 'integer' || field.kind === 'decimal');
  const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
  const ends = numbers.flatMap(({ name, min, max }) => [
    { ...defaults, [name]: min },
    { ...defaults, [name]: max },
  ]);
  const lowest = Object.fromEntries(numbers.map(({ name, min }) => [name, min]));
  return [...ends, { ...defaults, ...lowest }];
}

function bar(index: number, close: number, range: number, volume: number): StepBar {
  const [high, low] = [close + range, close - range];
  return { timeMs: index * 3_600_000, open: close, high, low, close, volume, source: close };
}

const many = (make: (index: number) => StepBar) => Array.from({ length: 160 }, (_, at) => make(at));

/** Markets at which formulas divide by zero or leave the range of numbers. */
const EXTREMES: readonly (readonly StepBar[])[] = [
  many((at) => bar(at, 0.1, 0, 5)),
  many((at) => bar(at, 0, 0, 0)),
  many((at) => bar(at, at < 80 ? 100 : 0, at % 2, at % 3)),
  many((at) => bar(at, 50 - at, 1, 1e15)),
  many((at) => bar(at, at % 2 === 0 ? 1e-9 : 1e9, 1e-10, at % 2 === 0 ? 0 : 1e15)),
  many((at) => bar(at, at === 90 ? Number.NaN : 10 + (at % 7), 1, at === 50 ? Number.NaN : 3)),
  many((at) => bar(at, at < 100 ? 1000 : 10, 0.5, 7)),
];
