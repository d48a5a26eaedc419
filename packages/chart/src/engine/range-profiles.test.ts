import { DAY_MS, MARKET_HOURS } from '@moneytrail/calendar';
import {
  type Columns,
  type ProfileWithArea,
  SOLID,
  type TechnicalStudy,
} from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import type { ChartBar } from '../chart-source.ts';
import { createBarStore } from '../state/bar-store.ts';
import { type ChartState, nothingLoaded } from '../state/chart-state.ts';
import { offerInTests } from '../studies/testing/offer-studies.ts';
import { createRangeProfiles } from './range-profiles.ts';

let started = 0;

/** The profile of bars as one row; its area tells their number, the last and the first of them. */
const start = (_inputs: object, { low, high }: { low: number; high: number }) => {
  started += 1;
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
            profile: { low, high, up: Float64Array.of(volume), down: Float64Array.of(0) },
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

const STUDY: TechnicalStudy = {
  id: 'volumeProfile',
  name: '',
  shortName: '',
  pane: 'main',
  axis: 'right',
  group: 'Volume',
  aliases: [],
  about: '',
  readsVolume: true,
  inputs: [],
  outputs: [
    {
      key: 'control',
      label: '',
      colour: 'longResistance',
      line: SOLID,
      format: 'price',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: () => 1,
  start: () => () => {},
  profile: { of: 'view', start },
};

offerInTests([STUDY]);

const bar = (index: number, volume: number | null = 1): ChartBar => ({
  time: index * DAY_MS,
  open: 10,
  high: 12 + index,
  low: 9,
  close: 11,
  volume,
});

function chartOf(bars: ChartBar[], { hasOlder = false } = {}) {
  const store = createBarStore();
  store.replaceAll(bars);
  const state: Pick<ChartState, 'open' | 'bars' | 'closed' | 'loading'> = {
    open: {
      symbol: {
        ticker: 'FMP:AAA',
        code: 'AAA',
        precision: 2,
        hours: MARKET_HOURS.crypto,
        mayBeNegative: false,
      },
      resolution: '1D',
    },
    bars: store,
    closed: { count: bars.length, revision: 1, isClosing: false },
    loading: { ...nothingLoaded(), phase: 'idle', hasOlder },
  };
  const profileOf = createRangeProfiles(state);
  const countOf = (from: number, to: number) => {
    const found = profileOf(from, to);
    return found && typeof found !== 'string'
      ? { count: found.area.control, first: found.area.low, last: found.area.high }
      : found;
  };
  return { state, store, profileOf, countOf };
}

const TWENTY = Array.from({ length: 20 }, (_, index) => bar(index));

it('a chosen range has the profile of its bars from the first to the last, between their prices', () => {
  const { countOf, profileOf } = chartOf(TWENTY);
  expect(countOf(3, 7)).toEqual({ count: 5, first: 3, last: 7 });
  expect(profileOf(3, 7)).toMatchObject({ profile: { low: 9, high: 19 } });
  expect(countOf(4, 4)).toEqual({ count: 1, first: 4, last: 4 });
  expect(countOf(15, 90)).toEqual({ count: 5, first: 15, last: 19 });
});

it('is computed once, and again when one of its bars has changed', () => {
  const { state, store, profileOf, countOf } = chartOf(TWENTY);
  started = 0;
  profileOf(3, 7);
  profileOf(3, 7);
  expect(started).toBe(1);
  store.apply({ ...bar(19), close: 12 });
  profileOf(3, 7);
  expect(started).toBe(1);
  profileOf(15, 19);
  store.apply({ ...bar(19), close: 12.5, volume: 2 });
  profileOf(15, 19);
  expect(started).toBe(3);
  store.apply({ ...bar(5), volume: 9 });
  state.closed = { ...state.closed, revision: 2 };
  expect(profileOf(3, 7)).toMatchObject({ profile: { up: Float64Array.of(13) } });
  // Older bars move the places of all, and not the range itself.
  store.prepend([bar(-2), bar(-1)]);
  expect(countOf(5, 9)).toEqual({ count: 5, first: 3, last: 7 });
});

it('tells why there is no profile', () => {
  const { countOf } = chartOf(TWENTY, { hasOlder: true });
  expect(countOf(-4, 3)).toBe('Bars of the range are not loaded');
  expect(chartOf(TWENTY).countOf(-4, 3)).toMatchObject({ count: 4 });
  expect(countOf(20, 25)).toBe('No bars in the range yet');
  expect(chartOf(TWENTY.map((one) => ({ ...one, volume: 0 }))).countOf(0, 9)).toBe(
    'No volume in the range',
  );
});
