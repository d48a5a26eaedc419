import { DAY_MS, MARKET_HOURS } from '@moneytrail/calendar';
import {
  type ScreenCondition,
  type ScreenQuestion,
  SNAPSHOT_RESOLUTIONS,
  type Snapshot,
} from '@moneytrail/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FullSnapshot } from '../snapshots/index.ts';
import { NO_FIGURES } from '../snapshots/testing/store-figures.ts';
import { findRows, type ScreenSubject } from './find-rows.ts';
import { entryOf } from './screen-row.ts';

const full = (snapshot: Partial<Snapshot>): FullSnapshot => ({
  snapshot: { ...NO_FIGURES, ...snapshot },
  studies: null,
});

function subject(
  ticker: string,
  entries: Record<string, Partial<Snapshot>>,
  given: Partial<ScreenSubject> = {},
): ScreenSubject {
  const each = Object.entries(entries).map(([name, snapshot]) => {
    const resolution = SNAPSHOT_RESOLUTIONS.find((one) => one === name) ?? '1D';
    return [name, entryOf(full(snapshot), { hours: MARKET_HOURS.crypto, resolution })];
  });
  return {
    ticker,
    exchange: 'FMP',
    type: 'stock',
    entries: Object.fromEntries(each),
    studies: {},
    ...given,
  };
}

const question = (
  groups: ScreenQuestion['groups'],
  more: Partial<ScreenQuestion> = {},
): ScreenQuestion => ({
  resolution: '1D',
  join: 'and',
  groups,
  sort: { by: 'symbol', direction: 'ascending' },
  ...more,
});

const tickers = (subjects: readonly ScreenSubject[], asked: ScreenQuestion) =>
  findRows(subjects, asked).map(({ ticker }) => ticker);

const near = subject('FMP:NEAR', { '1D': { shortTermSupport: 99, longShortPercentage: 10 } });
const far = subject('FMP:FAR', { '1D': { shortTermSupport: 80, longShortPercentage: 40 } });
const bare = subject('FMP:BARE', {});
const coin = subject('Bitfinex:COIN', { '60': { shortTermSupport: 99 } }, { type: 'crypto' });
const ALL = [near, far, bare, coin];

const between = (from: number, to: number): ScreenCondition => ({
  kind: 'between',
  figure: 'toShortTermSupport',
  from,
  to,
});

test('every instrument is found without a condition, in the order of symbols', () => {
  expect(tickers(ALL, question([]))).toEqual(['Bitfinex:COIN', 'FMP:BARE', 'FMP:FAR', 'FMP:NEAR']);
});

test('a distance to a level is in percent of the close, and one that is not known fulfils nothing', () => {
  const asked = question([{ join: 'and', conditions: [between(-2, 0)] }]);
  expect(tickers(ALL, asked)).toEqual(['FMP:NEAR']);
  const below: ScreenCondition = {
    kind: 'figure',
    figure: 'toShortTermSupport',
    is: 'below',
    than: { value: 1_000 },
  };
  expect(tickers(ALL, question([{ join: 'and', conditions: [below] }]))).toEqual([
    'FMP:FAR',
    'FMP:NEAR',
  ]);
});

test('a distance from a close at or below zero is not known', () => {
  for (const close of [-2, 0]) {
    const spread = subject('FMP:SPREAD', { '1D': { close, shortTermSupport: -1 } });
    expect(spread.entries['1D']?.figures.toShortTermSupport).toBeNull();
  }
});

test('a condition may be on another interval, or on another figure of the same one', () => {
  const hour = { ...between(-2, 0), resolution: '60' } as const;
  expect(tickers(ALL, question([{ join: 'or', conditions: [hour, between(-2, 0)] }]))).toEqual([
    'Bitfinex:COIN',
    'FMP:NEAR',
  ]);
  const above: ScreenCondition = {
    kind: 'figure',
    figure: 'close',
    is: 'above',
    than: { figure: 'shortTermSupport' },
  };
  expect(tickers(ALL, question([{ join: 'and', conditions: [above] }]))).toEqual([
    'FMP:FAR',
    'FMP:NEAR',
  ]);
});

test('a figure of a study is compared and sorted by, at its interval; an undefined one fulfils nothing', () => {
  const studied = (ticker: string, average: number) => {
    const places = new Map([['ema-average', 0]]);
    const values = Float64Array.of(average);
    const bar = { time: 0, close: 100, studies: ['ema'], isOfBar: true };
    return subject(ticker, { '1D': {} }, { studies: { '1D': { ...bar, places, values } } });
  };
  const all = [
    studied('FMP:UP', 90),
    studied('FMP:DOWN', 120),
    studied('FMP:NEW', Number.NaN),
    far,
  ];
  const asked = question(
    [
      {
        join: 'and',
        conditions: [
          { kind: 'figure', figure: 'close', is: 'above', than: { figure: 'ema-average' } },
        ],
      },
    ],
    { sort: { by: 'ema-average', direction: 'descending' } },
  );
  expect(tickers(all, asked)).toEqual(['FMP:UP']);
  expect(tickers(all, { ...asked, groups: [] }).slice(0, 2)).toEqual(['FMP:DOWN', 'FMP:UP']);
  expect(
    tickers(all, {
      ...asked,
      groups: asked.groups.map((group) => ({
        ...group,
        conditions: group.conditions.map((one) => ({ ...one, resolution: '60' as const })),
      })),
    }),
  ).toEqual([]);
});

test('a mark is asked for by side, strength and age from the end of its bar to the last close', () => {
  const mark = { side: 'buy', strong: false, time: 6 * DAY_MS } as const;
  const marked = subject('FMP:MARKED', { '1D': { mark } });
  const asked = (given: Partial<Extract<ScreenCondition, { kind: 'mark' }>>) => {
    const one = {
      kind: 'mark',
      side: 'any',
      isStrongOnly: false,
      withinDays: 3,
      ...given,
    } as const;
    return tickers([marked, near], question([{ join: 'and', conditions: [one] }]));
  };
  expect(asked({})).toEqual(['FMP:MARKED']);
  expect(asked({ withinDays: 2.9 })).toEqual([]);
  expect(asked({ side: 'sell' })).toEqual([]);
  expect(asked({ isStrongOnly: true })).toEqual([]);
});

test('rows without the figure of the order come last in either direction', () => {
  const by = (direction: 'ascending' | 'descending') =>
    tickers(ALL, question([], { sort: { by: 'longShortPercentage', direction } }));
  expect(by('ascending')).toEqual(['FMP:NEAR', 'FMP:FAR', 'Bitfinex:COIN', 'FMP:BARE']);
  expect(by('descending')).toEqual(['FMP:FAR', 'FMP:NEAR', 'Bitfinex:COIN', 'FMP:BARE']);
});

test('for any groups, the rows are those of the sets of their conditions', () => {
  const names = ['exchange', 'type', 'near', 'high'] as const;
  const conditions: Record<(typeof names)[number], ScreenCondition> = {
    exchange: { kind: 'exchange', exchanges: ['Bitfinex'] },
    type: { kind: 'type', types: ['crypto'] },
    near: between(-2, 0),
    high: { kind: 'figure', figure: 'longShortPercentage', is: 'above', than: { value: 20 } },
  };
  const alone = Object.fromEntries(
    names.map((name) => [
      name,
      new Set(tickers(ALL, question([{ join: 'and', conditions: [conditions[name]] }]))),
    ]),
  );
  const join = fc.constantFrom('and' as const, 'or' as const);
  const group = fc.record({
    join,
    names: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(join, fc.array(group, { minLength: 1, maxLength: 3 }), (joined, groups) => {
      const asked = question(
        groups.map((each) => ({
          join: each.join,
          conditions: each.names.map((name) => conditions[name]),
        })),
        { join: joined },
      );
      const holds = (ticker: string) => {
        const of = groups.map((each) =>
          each.join === 'and'
            ? each.names.every((name) => alone[name]?.has(ticker))
            : each.names.some((name) => alone[name]?.has(ticker)),
        );
        return joined === 'and' ? of.every(Boolean) : of.some(Boolean);
      };
      const expected = tickers(ALL, question([])).filter(holds);
      expect(tickers(ALL, asked)).toEqual(expected);
    }),
    { seed: 11 },
  );
});
