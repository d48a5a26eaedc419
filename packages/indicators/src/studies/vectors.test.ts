import { describe, expect, test } from 'vitest';
import {
  computeMarks,
  computeStudy,
  createGrowingColumns,
  createMarks,
  LEVELS,
  levelDepth,
  STUDIES,
  summarise,
} from '../index.ts';
import { RangeWindow } from '../marks/breakout-window.ts';
import {
  beginningsOf,
  differences,
  everyLiveStudy,
  everyOutput,
  prefixOf,
} from '../testing/every-output.ts';
import {
  agree,
  DISTANCE,
  disagreements,
  EXACT,
  FLOW,
  LONG_SHORT,
  OUTPUT_TOLERANCES,
  ofPrice,
  SPREAD,
  TIGHTNESS,
  type Tolerance,
  VOLATILITY,
} from '../testing/tolerance.ts';
import {
  expectedSeries,
  SERIES_OF_STUDIES,
  VECTOR_CASES,
  type VectorCase,
} from '../testing/vector-cases.ts';
import { chunkColumn, inChunks, putChunk } from '../windows/chunk.ts';
import { FlowWindow } from '../windows/deployment-window.ts';

const toleranceOf = (key: string): Tolerance => OUTPUT_TOLERANCES[key] ?? EXACT;

function expectedOf(vectors: VectorCase, id: keyof typeof SERIES_OF_STUDIES, key: string) {
  const names: Readonly<Record<string, string>> = SERIES_OF_STUDIES[id];
  return expectedSeries(vectors, names[key] ?? `no name for ${id}.${key}`);
}

const summaryTolerances: Readonly<Record<string, Tolerance>> = {
  shortTermTightness: TIGHTNESS,
  longTermTightness: TIGHTNESS,
  distanceToShortTermMin: DISTANCE,
  distanceToLongTermMin: DISTANCE,
  longShortPercentage: LONG_SHORT,
  deployment: FLOW,
  liquiditySpread: SPREAD,
  volatility: VOLATILITY,
};

describe.each(VECTOR_CASES)('the reference case $name', (vectors) => {
  const { bars, columns, inputs } = vectors;
  const price = vectors.summaryAtLast.currentPrice ?? Number.NaN;

  test.each(STUDIES.map(({ id }) => id))('%s has the reference values', (id) => {
    for (const [key, values] of Object.entries(computeStudy(id, columns, inputs))) {
      expect(disagreements(values, expectedOf(vectors, id, key), toleranceOf(key)), key).toEqual(
        [],
      );
    }
  });

  test('flow and range average have the reference values', () => {
    const flow = new Float64Array(bars.length);
    const range = new Float64Array(bars.length);
    const flowWindow = new FlowWindow(inputs.length);
    const rangeWindow = new RangeWindow();
    inChunks(0, bars.length, (from, count) => {
      flowWindow.advance(columns, from, count);
      rangeWindow.advance(columns, from, count);
      putChunk(flowWindow.flow, flow, from, count);
      putChunk(rangeWindow.average, range, from, count);
    });
    expect(chunkColumn().length).toBeLessThan(bars.length);
    expect(disagreements(flow, expectedSeries(vectors, 'flow'), FLOW)).toEqual([]);
    const tolerance = ofPrice(price);
    expect(disagreements(range, expectedSeries(vectors, 'rangeAverage'), tolerance)).toEqual([]);
  });

  test('the marks are the reference marks', () => {
    const marks = computeMarks(columns, inputs);
    const withoutPlace = (mark: { time: number; side: string; strong: boolean }) => {
      return { time: mark.time, side: mark.side, strong: mark.strong };
    };
    expect(marks.map(withoutPlace)).toEqual(vectors.marks.map(withoutPlace));
    const places = marks.map((mark) => mark.price);
    const expected = vectors.marks.map((mark) => mark.price);
    expect(disagreements(places, expected, ofPrice(price))).toEqual([]);
    for (const mark of marks) expect(columns.time[mark.index]).toBe(mark.time);
  });

  test('the depth of every level is the reference depth', () => {
    for (const level of LEVELS) {
      const rows = levelDepth(columns, { level, inputs });
      const expected = vectors.depthAtLast[level] ?? [];
      expect(rows.map(({ time }) => time)).toEqual(expected.map(([time]) => time));
      const values = expected.map(([, value]) => value);
      expect(
        disagreements(
          rows.map(({ value }) => value),
          values,
          EXACT,
        ),
      ).toEqual([]);
    }
  });

  test('the summary has the reference numbers', () => {
    const { levels, ...numbers } = summarise(columns, inputs);
    const flat: Record<string, number> = { ...numbers };
    for (const level of LEVELS) {
      flat[level] = levels[level].value;
      expect(levels[level].depth).toEqual(levelDepth(columns, { level, inputs }));
      expect(levels[level].depth.at(-1)?.value).toBe(levels[level].value);
    }
    for (const [name, want] of Object.entries(vectors.summaryAtLast)) {
      const tolerance = summaryTolerances[name] ?? ofPrice(price);
      expect(agree(flat[name] ?? Number.NaN, want, tolerance), `${name} ${flat[name]}`).toBe(true);
    }
    expect(flat.barCount).toBe(bars.length);
    expect(flat.previousClose).toBe(bars.at(-2)?.close);
  });

  test('the live form has the reference values at every bar', () => {
    const growing = createGrowingColumns([]);
    const live = everyLiveStudy(growing.columns(), inputs);
    const marks = createMarks(growing.columns(), 0, inputs);
    const followed = live.outputs().map((series) => ({ ...series, lasts: [] as number[] }));
    for (const bar of bars) {
      growing.append(bar);
      live.barAppended(growing.columns());
      marks.barClosed(growing.columns(), growing.columns().length);
      for (const [index, { values }] of live.outputs().entries()) {
        followed[index]?.lasts.push(values.at(-1) ?? Number.NaN);
      }
    }
    for (const { id, key, lasts } of followed) {
      expect(disagreements(lasts, expectedOf(vectors, id, key), toleranceOf(key)), key).toEqual([]);
    }
    expect(marks.marks).toEqual(computeMarks(columns, inputs));
  });

  test('every prefix has the values and marks of the whole series, bit by bit', () => {
    const whole = everyOutput(columns, inputs);
    const marks = computeMarks(columns, inputs);
    for (let length = 0; length < bars.length; length += 97) {
      const prefix = prefixOf(columns, length);
      expect(differences(everyOutput(prefix, inputs), beginningsOf(whole, length))).toEqual([]);
      expect(computeMarks(prefix, inputs)).toEqual(marks.filter(({ index }) => index < length));
      expect(computeMarks(columns, inputs, length)).toEqual(computeMarks(prefix, inputs));
    }
  });
});
