import { describe, expect, test } from 'vitest';
import {
  type Bar,
  type Columns,
  columnsFrom,
  computeStudies,
  computeStudy,
  createGrowingColumns,
  createStudy,
  DEFAULT_INPUTS,
  InputError,
  STUDIES,
  type StudyInputs,
} from '../index.ts';
import { prefixOf } from '../testing/every-output.ts';
import { VECTOR_CASES } from '../testing/vector-cases.ts';

const bars: readonly Bar[] = VECTOR_CASES[0]?.bars ?? [];
const columns = columnsFrom(bars);

/** Valid inputs with one value replaced. */
const withInput = (name: string, value: unknown): StudyInputs => {
  return { ...DEFAULT_INPUTS, [name]: value };
};

function copyOf(original: Columns): Record<string, number[]> {
  const { length: _, ...arrays } = original;
  return Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, [...values]]));
}

function firstDefined(values: Float64Array): number {
  return values.findIndex((value) => !Number.isNaN(value));
}

describe.each(STUDIES.map((study) => ({ ...study, study })))('the study $name', ({ id, study }) => {
  test('has one value per bar for each output', () => {
    const outputs = computeStudy(id, columns, DEFAULT_INPUTS);
    expect(Object.keys(outputs)).toEqual(study.outputs.map(({ key }) => key));
    for (const values of Object.values(outputs)) expect(values).toHaveLength(bars.length);
  });

  test('is undefined throughout its warm-up and defined from there on', () => {
    const others = [withInput('length', 15), withInput('longTermLength', 60), DEFAULT_INPUTS];
    for (const inputs of others) {
      const outputs = Object.values(computeStudy(id, columns, inputs));
      const starts = outputs.map(firstDefined);
      expect(Math.max(...starts)).toBe(study.neededBars(inputs) - 1);
      for (const [at, values] of outputs.entries()) {
        expect(values.subarray(starts[at]).some(Number.isNaN)).toBe(false);
      }
    }
  });

  test('is undefined for histories that are too short', () => {
    for (const length of [0, 1, 2, 9]) {
      for (const values of Object.values(
        computeStudy(id, prefixOf(columns, length), DEFAULT_INPUTS),
      )) {
        expect([...values]).toEqual(Array(length).fill(Number.NaN));
      }
    }
  });

  test('does not change the bars', () => {
    const before = copyOf(columns);
    computeStudy(id, columns, DEFAULT_INPUTS);
    createStudy(id, columns, DEFAULT_INPUTS).lastBarChanged(columns);
    expect(copyOf(columns)).toEqual(before);
  });

  test('does not read beyond the length of the columns', () => {
    const roomy = columnsFrom(bars.slice(0, 700), 900);
    for (const array of [roomy.open, roomy.high, roomy.low, roomy.close, roomy.volume]) {
      array.fill(1e9, 700);
    }
    const exact = columnsFrom(bars.slice(0, 700));
    const want = computeStudy(id, exact, DEFAULT_INPUTS);
    expect(computeStudy(id, roomy, DEFAULT_INPUTS)).toEqual(want);
  });

  test('refuses inputs out of range and names input, range and value', () => {
    for (const field of study.inputs) {
      const bad =
        field.kind === 'source'
          ? ['volume', undefined]
          : [field.min - 1, field.max + 1, field.min + 0.5, Number.NaN, Number.POSITIVE_INFINITY];
      for (const value of bad) {
        const run = () => computeStudy(id, columns, withInput(field.name, value));
        expect(run).toThrow(InputError);
        expect(run).toThrow(field.label);
        expect(run).toThrow(`not ${value}`);
        expect(() => createStudy(id, columns, withInput(field.name, value))).toThrow(InputError);
        if (field.kind === 'integer') expect(run).toThrow(`from ${field.min} to ${field.max}`);
      }
    }
  });

  test('accepts both ends of every range', () => {
    for (const field of study.inputs) {
      if (field.kind === 'source') continue;
      const lines = { longInput: 3000, shortInput: -3000 };
      const ends = field.name in lines ? [0] : [field.min, field.max];
      for (const value of ends) {
        const inputs = { ...withInput(field.name, value), comboLongRange: 200, ...lines };
        expect(() => computeStudy(id, columns, { ...inputs, [field.name]: value })).not.toThrow();
      }
    }
  });

  test('ignores inputs that it does not read', () => {
    const read = new Set<string>(study.inputs.map(({ name }) => name));
    const sound = computeStudy(id, columns, DEFAULT_INPUTS);
    for (const name of Object.keys(DEFAULT_INPUTS).filter((one) => !read.has(one))) {
      expect(computeStudy(id, columns, withInput(name, Number.NaN))).toEqual(sound);
    }
  });

  test('has unique ids and tags, and fills between its outputs', () => {
    const keys = study.outputs.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { upper, lower, opacity } of study.fills) {
      expect(keys).toContain(upper);
      if (lower !== 'zero') expect(keys).toContain(lower);
      expect(opacity).toBeGreaterThan(0);
      expect(opacity).toBeLessThan(1);
    }
    for (const { line } of study.outputs) expect(line.widthPx).toBeGreaterThan(0);
  });

  test('refuses a series that has become shorter', () => {
    const live = createStudy(id, columns, DEFAULT_INPUTS);
    expect(() => live.barAppended(prefixOf(columns, 10))).toThrow(RangeError);
  });

  test('keeps its values when it outgrows its arrays', () => {
    const growing = createGrowingColumns(bars.slice(0, 600));
    const live = createStudy(id, growing.columns(), DEFAULT_INPUTS);
    for (const bar of bars.slice(600)) {
      growing.append(bar);
      live.barAppended(growing.columns());
    }
    const whole = computeStudy(id, columns, DEFAULT_INPUTS);
    for (const [key, values] of Object.entries(live.outputs)) {
      expect(values.subarray(0, live.length)).toEqual(
        Object.entries(whole).find(([k]) => k === key)?.[1],
      );
    }
  });
});

test('studies computed together have the values of separate ones, bit by bit', () => {
  for (const inputs of [DEFAULT_INPUTS, VECTOR_CASES[1]?.inputs ?? DEFAULT_INPUTS]) {
    const ids = STUDIES.map(({ id }) => id);
    const together = computeStudies(ids, columns, inputs);
    expect(Object.keys(together)).toEqual(ids);
    for (const id of ids) expect(together[id]).toEqual(computeStudy(id, columns, inputs));
  }
  expect(computeStudies([], columns, DEFAULT_INPUTS)).toEqual({});
});

test('the catalogue has the seven studies in menu order', () => {
  expect(STUDIES.map(({ name }) => name)).toEqual([
    'Short-term S/R',
    'Long-term S/R',
    'Combo and signals',
    'Tightness',
    'Liquidity Spread',
    'Long/Short %',
    'Long/Short Deployment',
  ]);
});
