import {
  type Columns,
  columnsFrom,
  type ProfileWithArea,
  SOLID,
  type TechnicalStudy,
} from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { type StudiedMarket, UNKNOWN_MARKET } from '../studied-market.ts';
import { createStudySet } from '../study-set.ts';
import { offerInTests } from '../testing/offer-studies.ts';
import { isProfileValues } from './profile-values.ts';

const OUTPUT = {
  label: '',
  colour: 'longResistance',
  line: SOLID,
  format: 'price',
  isDrawn: true,
} as const;

/** A profile whose values are its first bar, its last bar and their number; null without volume. */
const start = () => {
  const taken: number[] = [];
  let volume = 0;
  return {
    take(columns: Columns, index: number) {
      taken.push(index);
      volume += columns.volume[index] ?? 0;
    },
    result: (): ProfileWithArea | null =>
      volume === 0
        ? null
        : {
            profile: { low: 0, high: 1, up: Float64Array.of(volume), down: Float64Array.of(0) },
            area: {
              pointOfControl: 0,
              from: 0,
              to: 0,
              control: taken.length,
              high: taken.at(-1) ?? -1,
              low: taken[0] ?? -1,
            },
          },
  };
};

const counted = (of: 'view' | 'session'): TechnicalStudy => ({
  id: of,
  name: of,
  shortName: of,
  pane: 'main',
  axis: 'right',
  group: 'Volume',
  aliases: [],
  about: '',
  readsVolume: true,
  inputs: [],
  outputs: ['control', 'high', 'low'].map((key) => ({ ...OUTPUT, key })),
  fills: [],
  neededBars: () => 1,
  start: () => (_bar, _isNewState, values) => values.fill(of === 'session' ? 7 : Number.NaN),
  profile: { of, start },
});

offerInTests([counted('view'), counted('session')]);

const barsFrom = (count: number, first = 0, volume = 1) =>
  columnsFrom(
    Array.from({ length: count }, (_, at) => {
      return { time: 1_000 * (first + at), open: 1, high: 2, low: 0, close: 1, volume };
    }),
  );

/** Sessions of 30 bars. */
const MARKET: StudiedMarket = {
  ...UNKNOWN_MARKET,
  periodStart: (_, timeMs) => timeMs - (timeMs % 30_000),
};

/** A set with one profile. Each look at the clock takes a millisecond, so that a turn computes some parts only. */
function setWith(id: 'view' | 'session', columns: Columns, { isSlow = false } = {}) {
  const turns: (() => void)[] = [];
  let nowMs = 0;
  const clockMs = () => {
    if (isSlow) nowMs += 1;
    return nowMs;
  };
  const set = createStudySet({ later: (run) => turns.push(run), clockMs });
  set.choose([{ key: id, id, inputs: {}, isVisible: true }]);
  set.restart(columns, columns.length, { market: MARKET });
  const runTurn = () => turns.shift()?.();
  const profile = () => {
    const values = set.shown()[0]?.values;
    const { control, low, high } =
      (values && isProfileValues(values) ? values.profile()?.area : null) ?? {};
    return { count: control, first: low, last: high };
  };
  return { set, runTurn, turns, profile };
}

it('the profile is that of the bars in view, and every bar has its values', () => {
  const { set, profile } = setWith('view', barsFrom(100));
  set.see(barsFrom(100), 10, 30);
  expect(profile()).toEqual({ count: 20, first: 10, last: 29 });
  expect([0, 99].map((index) => set.valuesAt(index).view?.control)).toEqual([20, 20]);
  set.see(barsFrom(100), 90, 120);
  expect(profile()).toEqual({ count: 10, first: 90, last: 99 });
});

it('many bars are taken in turns; the former profile stays, and a moving view completes one after the other', () => {
  const columns = barsFrom(5_000);
  const { set, runTurn, turns, profile } = setWith('view', columns, { isSlow: true });
  set.see(columns, 0, 100);
  expect(profile().count).toBe(100);
  set.see(columns, 0, 5_000);
  expect(profile().count).toBe(100);
  set.see(columns, 1, 5_000);
  set.see(columns, 2, 5_000);
  const seen = new Set<number | undefined>();
  while (turns.length > 0) {
    runTurn();
    seen.add(profile().first);
  }
  expect([...seen]).toEqual([0, 2]);
  expect(profile()).toEqual({ count: 4_998, first: 2, last: 4_999 });
});

it('follows ticks and new bars in view, and older bars before it', () => {
  const { set, profile } = setWith('view', barsFrom(50));
  set.see(barsFrom(50), 40, 50);
  set.follow(barsFrom(51), 50, 'appended');
  set.see(barsFrom(51), 41, 51);
  expect(profile()).toEqual({ count: 10, first: 41, last: 50 });
  set.prepend(barsFrom(61, -10), 60, 10);
  set.see(barsFrom(61, -10), 51, 61);
  expect(profile()).toEqual({ count: 10, first: 51, last: 60 });
  expect(set.valuesAt(60).view?.control).toBe(10);
});

it('bars without volume have no profile', () => {
  const { set, profile } = setWith('view', barsFrom(50));
  set.see(barsFrom(50), 0, 50);
  set.restart(barsFrom(50, 0, 0), 50, { market: MARKET });
  expect(profile().count).toBeUndefined();
  expect(set.valuesAt(0).view?.control).toBeNull();
});

it('the profile of the session ends with the last bar in view; its values are those of each bar', () => {
  const columns = barsFrom(100, 15);
  const { set, profile } = setWith('session', columns);
  // Sessions begin with the bars 15, 45 and 75.
  set.see(columns, 0, 70);
  expect(profile()).toEqual({ count: 25, first: 45, last: 69 });
  set.see(columns, 20, 100);
  expect(profile()).toEqual({ count: 25, first: 75, last: 99 });
  expect(set.valuesAt(99).session?.control).toBe(7);
  set.see(columns, 0, 10);
  expect(profile().count).toBeUndefined();
});
