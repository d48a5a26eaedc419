import { expect, it } from 'vitest';
import type { ChartState } from '../state/chart-state.ts';
import { studyAt } from './study-at.ts';

/** A study of one line; a bar every 10 px, values are heights. */
function study(
  key: string,
  values: number[],
  {
    pane = 'main',
    isDrawn = true,
    instrument = null,
  }: { pane?: string; isDrawn?: boolean; instrument?: string | null } = {},
) {
  return {
    key,
    pane,
    inputs: {},
    instrument,
    definition: { id: key, axis: 'right', outputs: [{ key: 'line', isDrawn }] },
    values: { outputs: () => ({ line: Float64Array.from(values) }) },
  };
}

const FRAME = {
  from: 0,
  to: 4,
  barSpacePx: 10,
  widthPx: 40,
  formingIndex: -1,
  xOf: (index: number) => 10 * index,
  toY: (value: number) => value,
};

function keyAt(studies: ReturnType<typeof study>[], x: number, y: number, pane = 'main') {
  const compared = {
    placeOf: (symbol: string) => (value: number) =>
      symbol === 'FMP:TEN' ? 10 * value : Number.NaN,
  };
  const state = { studies: { shown: () => studies }, compared } as unknown as Pick<
    ChartState,
    'studies' | 'compared'
  >;
  return studyAt(state, FRAME, pane, { x, y })?.key ?? null;
}

it('a place belongs to the study whose line passes it, also between bars', () => {
  const studies = [study('low', [100, 100, 120, 120]), study('high', [10, 10, 10, 10])];
  expect(keyAt(studies, 15, 110)).toBe('low');
  expect(keyAt(studies, 5, 14)).toBe('high');
  expect(keyAt(studies, 5, 60)).toBeNull();
});

it('of two lines at one place, the one painted last is meant', () => {
  const studies = [study('below', [50, 50]), study('above', [50, 50])];
  expect(keyAt(studies, 5, 50)).toBe('above');
});

it('a value without neighbours is where its mark stands', () => {
  const marks = study('marks', [Number.NaN, 50, Number.NaN, Number.NaN]);
  expect(keyAt([marks], 12, 52)).toBe('marks');
  expect(keyAt([marks], 25, 50)).toBeNull();
});

it('the line is told by its output', () => {
  const state = { studies: { shown: () => [study('levels', [50, 50])] } } as unknown as Pick<
    ChartState,
    'studies' | 'compared'
  >;
  expect(studyAt(state, FRAME, 'main', { x: 5, y: 50 })).toEqual({ key: 'levels', output: 'line' });
});

it('lines of other panes, lines that are not drawn and gaps are nowhere', () => {
  const studies = [
    study('other', [50, 50], { pane: 'tightness' }),
    study('silent', [50, 50], { isDrawn: false }),
    study('young', [Number.NaN, Number.NaN, 50]),
  ];
  expect(keyAt(studies, 5, 50)).toBeNull();
  expect(keyAt(studies, 5, 50, 'tightness')).toBe('other');
});

it('narrow bars are all searched', () => {
  const state = {
    studies: {
      shown: () => [
        study(
          'line',
          Array.from({ length: 100 }, (_, i) => i),
        ),
      ],
    },
  } as unknown as Pick<ChartState, 'studies' | 'compared'>;
  const narrow = { ...FRAME, barSpacePx: 0.2, xOf: (index: number) => index / 5 };
  expect(studyAt(state, narrow, 'main', { x: 10, y: 52 })?.key).toBe('line');
});

it('a line of a compared instrument is met where its prices stand among those of the chart', () => {
  const studies = [
    study('other', [5, 5, 5], { instrument: 'FMP:TEN' }),
    study('baseless', [5, 5, 5], { instrument: 'FMP:ZERO' }),
  ];
  expect(keyAt(studies, 5, 50)).toBe('other');
  expect(keyAt(studies, 5, 5)).toBeNull();
  const beside = [study('pane', [5, 5, 5], { instrument: 'FMP:TEN', pane: 'rsi' })];
  expect(keyAt(beside, 5, 5, 'rsi')).toBe('pane');
});
