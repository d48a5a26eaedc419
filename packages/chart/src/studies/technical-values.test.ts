import {
  type Bar,
  type Columns,
  columnsFrom,
  createGrowingColumns,
  PRICE_SOURCES,
  SOLID,
  type StudyStep,
  type TechnicalStudy,
} from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartStudy } from '../chart-look.ts';
import { createInstrumentValues } from '../compare/instrument-values.ts';
import { studyPlace } from './placed-study.ts';
import { UNKNOWN_MARKET } from './studied-market.ts';
import { startStudiesOver, studiesOver } from './studies-over.ts';
import { createStudySet } from './study-set.ts';
import { offerInTests } from './testing/offer-studies.ts';

/** Half the last value and half the source: every value depends on all bars before. */
function startHalving(): StudyStep {
  let before = Number.NaN;
  let value = Number.NaN;
  return ({ source }, isNewState, values) => {
    if (!isNewState) before = value;
    value = Number.isNaN(before) ? source : (before + source) / 2;
    values[0] = value;
  };
}

const halving: TechnicalStudy = {
  id: 'halving',
  name: 'Halving average',
  shortName: 'HA',
  pane: 'main',
  axis: 'right',
  group: 'Moving averages',
  aliases: [],
  about: '',
  readsVolume: false,
  inputs: [
    { name: 'source', label: 'Source', kind: 'source', options: PRICE_SOURCES, default: 'close' },
  ],
  outputs: [
    {
      key: 'value',
      label: 'HA',
      colour: 'longResistance',
      line: SOLID,
      format: 'price',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: () => 1,
  start: startHalving,
};

offerInTests([halving]);

const placed = (key: string, source = 'close'): ChartStudy => ({
  key,
  id: 'halving',
  inputs: { source },
  isVisible: true,
});

function bar(index: number, close = 100 + Math.sin(index) * 9): Bar {
  return { time: index * 60_000, open: close, high: close + 1, low: close - 1, close, volume: 1 };
}

/** The closes halved from the first bar on, written naively. */
function expected({ close, length }: Columns): number[] {
  const values: number[] = [];
  for (const price of close.subarray(0, length)) {
    values.push(values.length === 0 ? price : ((values.at(-1) ?? 0) + price) / 2);
  }
  return values;
}

/** A set whose turns are run by hand, and whose clock shows that each ran out at once. */
function slowSet(studies: readonly ChartStudy[]) {
  let nowMs = 0;
  const turns: (() => void)[] = [];
  const set = createStudySet({
    later: (run) => turns.push(run),
    clockMs: () => {
      nowMs += 100;
      return nowMs;
    },
  });
  set.choose(studies);
  return {
    ...set,
    /** False once nothing is left to compute. */
    turn: () => {
      const run = turns.shift();
      run?.();
      return run !== undefined;
    },
    valuesOf: (key: string) => [
      ...(set
        .shown()
        .find((study) => study.key === key)
        ?.values.outputs().value ?? []),
    ],
  };
}

type Step = 'tick' | 'bar' | 'older' | 'turn';

test('computed in turns, over any history that grows at both ends, it ends as over the whole series', () => {
  const step = fc.constantFrom<Step>('tick', 'bar', 'older', 'turn');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 200 }), (steps, n) => {
      let [first, last] = [10_000, 10_000 + n - 1];
      const bars = Array.from({ length: n }, (_, i) => bar(first + i));
      const growing = createGrowingColumns(bars);
      const set = slowSet([placed('halving')]);
      set.restart(growing.columns(), n);
      for (const [at, one] of steps.entries()) {
        if (one === 'turn') set.turn();
        if (one === 'tick') {
          growing.replaceLast(bar(last, 100 + at));
          set.follow(growing.columns(), last - first, 'changed');
        }
        if (one === 'bar') {
          last += 1;
          growing.append(bar(last));
          set.follow(growing.columns(), last - first, 'appended');
        }
        if (one === 'older') {
          growing.prepend(Array.from({ length: 70 }, (_, i) => bar(first - 70 + i)));
          first -= 70;
          set.prepend(growing.columns(), last - first, 70);
        }
      }
      while (set.turn());
      expect(set.valuesOf('halving')).toEqual(expected(growing.columns()));
    }),
  );
});

test('a study is told as being computed at the bars that its turns have not reached', () => {
  const columns = columnsFrom(Array.from({ length: 300 }, (_, i) => bar(i)));
  const set = slowSet([placed('halving')]);
  set.restart(columns, 300);
  expect(set.computingAt(0)).toEqual([]);
  expect(set.computingAt(299)).toEqual(['halving']);
  while (set.turn());
  expect(set.computingAt(299)).toEqual([]);
  expect(set.computingAt(-1)).toEqual([]);
});

test('studies over given bars are computed in turns, and each is told once it is complete', () => {
  const columns = columnsFrom(Array.from({ length: 300 }, (_, i) => bar(i)));
  const turns: (() => void)[] = [];
  let nowMs = 0;
  let told = 0;
  const run = startStudiesOver(
    { studies: [placed('halving')], columns, market: UNKNOWN_MARKET },
    {
      later: (turn) => turns.push(turn),
      clockMs: () => nowMs++,
      onComputed: () => {
        told += 1;
      },
    },
  );
  expect(run.complete().size).toBe(0);
  while (turns.length > 0) turns.shift()?.();
  expect(told).toBe(1);
  expect([...(run.complete().get('halving')?.value ?? [])]).toEqual(expected(columns));
});

test('a study of a study follows it, in whichever order they stand on the chart', () => {
  const columns = columnsFrom(Array.from({ length: 300 }, (_, i) => bar(i)));
  const once = studiesOver([placed('halving')], columns, UNKNOWN_MARKET).get('halving')?.value;
  const twice = studiesOver(
    [placed('halving-2', 'halving.value'), placed('halving')],
    columns,
    UNKNOWN_MARKET,
  );
  expect(once).toBeDefined();
  expect([...(twice.get('halving-2')?.value ?? [])]).toEqual(
    expected({ ...columns, close: once ?? columns.close }),
  );
});

test('a study of the house is a source too, and its undefined values are left out', () => {
  const columns = columnsFrom(Array.from({ length: 300 }, (_, i) => bar(i)));
  const levels = { key: 'shortTermLevels', id: 'shortTermLevels', inputs: {}, isVisible: true };
  const values = studiesOver(
    [placed('halving', 'shortTermLevels.support'), levels],
    columns,
    UNKNOWN_MARKET,
  );
  const support = values.get('shortTermLevels')?.support ?? new Float64Array();
  const begin = support.findIndex((value) => !Number.isNaN(value));
  const halved = [...(values.get('halving')?.value ?? [])];
  expect(begin).toBeGreaterThan(0);
  expect(halved.slice(0, begin).every(Number.isNaN)).toBe(true);
  const close = support.subarray(begin);
  expect(halved.slice(begin)).toEqual(expected({ ...columns, close, length: close.length }));
});

test('studies in a circle, or of a study that is gone, are undefined', () => {
  const columns = columnsFrom([bar(0), bar(1)]);
  const circle = [placed('halving', 'halving-2.value'), placed('halving-2', 'halving.value')];
  for (const studies of [circle, [placed('halving', 'rsi.rsi')]]) {
    const values = studiesOver(studies, columns, UNKNOWN_MARKET);
    for (const { value } of values.values()) expect(value?.every(Number.isNaN)).toBe(true);
  }
  const set = slowSet(circle);
  set.restart(columns, 2);
  set.restart(columns, 2, { areBarsSame: true });
  expect(set.valuesOf('halving').every(Number.isNaN)).toBe(true);
});

test('former values stay in sight over the same bars, and never over others', () => {
  const set = slowSet([placed('halving')]);
  const columns = columnsFrom(Array.from({ length: 200 }, (_, i) => bar(i)));
  const others = columnsFrom(Array.from({ length: 200 }, (_, i) => bar(i, 5_000)));
  set.restart(columns, 200);
  while (set.turn());
  set.restart(columns, 200, { areBarsSame: true });
  expect(set.valuesOf('halving')).toEqual(expected(columns));
  set.restart(others, 200);
  // The first part is computed at once.
  expect(set.valuesOf('halving').slice(64).every(Number.isNaN)).toBe(true);
});

test('former values do not stay if those that they were computed from have changed', () => {
  const over = (source: string) => [
    placed('halving', source),
    placed('halving-2', 'halving.value'),
  ];
  const set = slowSet(over('close'));
  const columns = columnsFrom(Array.from({ length: 200 }, (_, i) => bar(i)));
  set.restart(columns, 200);
  while (set.turn());
  set.choose(over('high'));
  set.restart(columns, 200, { areBarsSame: true });
  expect(set.valuesOf('halving-2').every(Number.isNaN)).toBe(true);
});

test('a hidden study is computed for those that read it', () => {
  const columns = columnsFrom(Array.from({ length: 100 }, (_, i) => bar(i)));
  const set = createStudySet({ clockMs: () => 0 });
  const read = [placed('halving'), placed('halving-2', 'halving.value')];
  const readValue = () => set.valuesAt(99)['halving-2']?.value;
  set.choose(read);
  set.restart(columns, 100);
  const shown = readValue();
  set.choose(read.map((study) => ({ ...study, isVisible: study.key === 'halving-2' })));
  set.restart(columns, 100);
  expect(shown).toEqual(expect.any(Number));
  expect(readValue()).toBe(shown);
  expect(set.shown().map(({ key }) => key)).toEqual(['halving-2']);
});

test('a study over the prices stands with the study that it is computed from, in its units', () => {
  const tightness = { key: 'tightness', id: 'tightness', inputs: {}, isVisible: true };
  const placeOf = (source: string) => {
    const study = placed('halving', source);
    const place = studyPlace(study, [study, tightness]);
    return [place?.pane, place?.definition.outputs[0]?.format];
  };
  expect(placeOf('close')).toEqual(['main', 'price']);
  expect(placeOf('tightness.longTerm')).toEqual(['tightness', 'percent']);
  expect(placeOf('halving.value')).toEqual(['main', 'price']);
  expect(placeOf('rsi.rsi')).toEqual(['main', 'price']);
});

test('a study of a compared instrument is undefined where none is known, and so is one of it', () => {
  const columns = columnsFrom([bar(0), bar(1)]);
  const studies = [placed('halving', 'close@FMP:OTHER'), placed('halving-2', 'halving.value')];
  const values = studiesOver(studies, columns, UNKNOWN_MARKET);
  expect([...values.keys()]).toEqual(['halving', 'halving-2']);
  for (const { value } of values.values()) expect(value?.every(Number.isNaN)).toBe(true);
  const places = studies.map((study) => studyPlace(study, studies));
  expect(places.map((place) => place?.instrument)).toEqual(['FMP:OTHER', 'FMP:OTHER']);
  expect(studyPlace(placed('halving'), studies)?.instrument).toBeNull();
});

test('a study of a study of a compared instrument follows it at the bars of that instrument', () => {
  const own = Array.from({ length: 60 }, (_, i) => bar(i));
  const chart = columnsFrom(own.filter((_, i) => i % 3 === 2));
  const other = {
    columns: columnsFrom(own),
    epoch: {},
    endOf: (timeMs: number) => timeMs + 60_000,
    unreadFromMs: null,
    market: UNKNOWN_MARKET,
  };
  const ends = { formingIndex: () => -1, endOf: (timeMs: number) => timeMs + 60_000 };
  const studies = [placed('halving', 'close@FMP:OTHER'), placed('halving-2', 'halving.value')];
  const values = studiesOver(studies, chart, UNKNOWN_MARKET, (symbol, asked) =>
    symbol === 'FMP:OTHER' ? createInstrumentValues({ bars: () => other, ends }, asked) : null,
  );
  const once = Float64Array.from(expected(columnsFrom(own)));
  const twice = expected({ ...columnsFrom(own), close: once });
  expect([...(values.get('halving-2')?.value ?? [])]).toEqual(twice.filter((_, i) => i % 3 === 2));
});

test('a chart that is gone computes nothing more', () => {
  const set = slowSet([placed('halving')]);
  set.restart(columnsFrom(Array.from({ length: 200 }, (_, i) => bar(i))), 200);
  set.end();
  while (set.turn());
  expect(set.valuesOf('halving').at(-1)).toBeNaN();
});
