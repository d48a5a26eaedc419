import {
  barTimeOf,
  isMarketOpen,
  MARKET_HOURS,
  type MarketHours,
  nextOpenMs,
  RESOLUTIONS,
  type Resolution,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { KnownBar } from '@moneytrail/indicators';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InstrumentTick } from '../../bus/index.ts';
import { outlierDistance } from '../bars/index.ts';
import {
  afterClockAhead,
  closeByClock,
  EMPTY_FILTER,
  type FormingState,
  filterOutliers,
  foldTick,
  mergeStoredTail,
  NOTHING_YET,
} from './forming-bar.ts';

const { crypto, safex, 'us-stocks': stocks } = MARKET_HOURS;
const at = (iso: string) => Date.parse(iso);

function foldAll(
  grid: { hours: MarketHours; resolution: Resolution },
  ticks: readonly InstrumentTick[],
  start: FormingState = NOTHING_YET,
): { state: FormingState; bars: KnownBar[] } {
  const bars: KnownBar[] = [];
  let state = start;
  for (const tick of ticks) {
    const next = foldTick(grid, state, tick);
    if (next.closed && next.closed !== state.closed) bars.push(next.closed);
    state = next;
  }
  return { state, bars: state.bar ? [...bars, state.bar] : bars };
}

/** Ascending ticks over hours to days, also outside the session and across a change of clocks. */
const market = fc
  .record({
    hours: fc.constantFrom(...Object.values(MARKET_HOURS)),
    resolution: fc.constantFrom(...RESOLUTIONS),
    startMs: fc.constantFrom(
      at('2026-03-06T09:00:00Z'),
      at('2026-10-30T15:00:00Z'),
      at('2026-07-02T12:00:00Z'),
      at('2026-12-31T20:00:00Z'),
    ),
    steps: fc.array(
      fc.record({
        gapMs: fc.oneof(
          fc.integer({ min: 0, max: 90_000 }),
          fc.integer({ min: 0, max: 20 * 3_600_000 }),
        ),
        price: fc.integer({ min: 900, max: 1_100 }),
        above: fc.option(fc.nat(20), { nil: undefined }),
        below: fc.option(fc.nat(20), { nil: undefined }),
        volume: fc.option(fc.nat(1_000), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ hours, resolution, startMs, steps }) => {
    let timeMs = nextOpenMs(hours, startMs);
    const ticks = steps.map(({ gapMs, price, above, below, volume }): InstrumentTick => {
      timeMs += gapMs;
      return {
        timeMs,
        price,
        ...(above === undefined ? {} : { high: price + above }),
        ...(below === undefined ? {} : { low: price - below }),
        ...(volume === undefined ? {} : { volume }),
      };
    });
    return { hours, resolution, ticks };
  });

test('bars ascend, start on the calendar’s grid, and have open and close within their range', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, ticks }) => {
      const { bars } = foldAll({ hours, resolution }, ticks);
      const inSession = ticks.filter(({ timeMs }) => isMarketOpen(hours, timeMs));
      const times = inSession.map(({ timeMs }) => barTimeOf(hours, resolution, timeMs));
      expect(bars.map(({ time }) => time)).toEqual([...new Set(times)]);
      for (const { open, high, low, close } of bars) {
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
      }
    }),
  );
});

/** Combines two ticks: the later price, the extremes and the volume of both. */
function conflate(earlier: InstrumentTick, later: InstrumentTick): InstrumentTick {
  const { timeMs, price } = later;
  const highs = [earlier.price, earlier.high ?? 0, price, later.high ?? 0];
  const lows = [earlier, later].flatMap((tick) => [tick.price, tick.low ?? tick.price]);
  const isSilent = earlier.volume === undefined && later.volume === undefined;
  const volume = (earlier.volume ?? 0) + (later.volume ?? 0);
  const extremes = { high: Math.max(...highs), low: Math.min(...lows) };
  return { timeMs, price, ...extremes, ...(isSilent ? {} : { volume }) };
}

test('after the first of a bar, single and combined ticks make the same bars', () => {
  fc.assert(
    fc.property(
      market,
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      (drawn, joins) => {
        const { hours, resolution, ticks } = drawn;
        const barOf = ({ timeMs }: InstrumentTick) =>
          isMarketOpen(hours, timeMs) ? barTimeOf(hours, resolution, timeMs) : null;
        const told: InstrumentTick[] = [];
        for (const [index, tick] of ticks.entries()) {
          const [last, beforeLast] = [told.at(-1), told.at(-2)];
          const isThirdOfBar =
            last && beforeLast && barOf(last) === barOf(tick) && barOf(beforeLast) === barOf(tick);
          if (joins[index] && isThirdOfBar) told[told.length - 1] = conflate(last, tick);
          else told.push(tick);
        }
        const grid = { hours, resolution };
        expect(foldAll(grid, told).bars).toEqual(foldAll(grid, ticks).bars);
      },
    ),
  );
});

test('a state that is saved and restored at any tick changes nothing', () => {
  fc.assert(
    fc.property(market, fc.nat(60), ({ hours, resolution, ticks }, cut) => {
      const grid = { hours, resolution };
      const first = foldAll(grid, ticks.slice(0, cut));
      const kept: FormingState = structuredClone(first.state);
      expect(foldAll(grid, ticks.slice(cut), kept).state).toEqual(foldAll(grid, ticks).state);
    }),
  );
});

const plain = ({ knownUntilMs: _knownUntilMs, ...bar }: KnownBar): Bar => bar;

function rollUp(hours: MarketHours, resolution: Resolution, minutes: readonly Bar[]): Bar[] {
  const groups = new Map<number, Bar[]>();
  for (const minute of minutes) {
    const time = barTimeOf(hours, resolution, minute.time);
    groups.set(time, [...(groups.get(time) ?? []), minute]);
  }
  return [...groups].map(([time, group]) => {
    const volumes = group.flatMap(({ volume }) => (volume === null ? [] : [volume]));
    return {
      time,
      open: group[0]?.open ?? Number.NaN,
      high: Math.max(...group.map(({ high }) => high)),
      low: Math.min(...group.map(({ low }) => low)),
      close: group.at(-1)?.close ?? Number.NaN,
      volume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    };
  });
}

test('the bars of every resolution are the roll-up of the minutes', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, ticks }) => {
      const minutes = foldAll({ hours, resolution: '1' }, ticks).bars;
      expect(foldAll({ hours, resolution }, ticks).bars.map(plain)).toEqual(
        rollUp(hours, resolution, minutes),
      );
    }),
  );
});

test('a tick before the open, after the close or on a holiday changes nothing', () => {
  const grid = { hours: stocks, resolution: '60' } as const;
  const { state } = foldAll(grid, [{ timeMs: at('2026-07-02T14:00:00Z'), price: 10 }]);
  for (const moment of ['2026-07-02T13:29:59Z', '2026-07-02T20:00:00Z', '2026-07-03T15:00:00Z']) {
    expect(foldTick(grid, state, { timeMs: at(moment), price: 99 })).toBe(state);
  }
});

test('the trade at noon belongs to the last bar of the Safex session', () => {
  const grid = { hours: safex, resolution: '60' } as const;
  const { bars } = foldAll(grid, [
    { timeMs: at('2026-07-02T09:59:00Z'), price: 100 },
    { timeMs: at('2026-07-02T10:00:30Z'), price: 105 },
  ]);
  expect(bars).toMatchObject([{ time: at('2026-07-02T09:00:00Z'), close: 105 }]);
});

test('a tick of an ended bar is ignored; a late one within its bar does not change the close', () => {
  const grid = { hours: crypto, resolution: '1' } as const;
  const { state } = foldAll(grid, [
    { timeMs: 60_000, price: 10 },
    { timeMs: 120_000, price: 20 },
    { timeMs: 150_000, price: 21 },
  ]);
  expect(foldTick(grid, state, { timeMs: 119_999, price: 50 })).toBe(state);
  const late = foldTick(grid, state, { timeMs: 140_000, price: 30 });
  expect(late.bar).toMatchObject({ high: 30, close: 21 });
});

test('a bar ends by the clock, and its late ticks are ignored', () => {
  const grid = { hours: stocks, resolution: '1D' } as const;
  const { state } = foldAll(grid, [{ timeMs: at('2026-07-02T19:59:00Z'), price: 10 }]);
  expect(closeByClock(grid, state, at('2026-07-02T20:00:00Z'))).toBe(state);
  const ended = closeByClock(grid, state, at('2026-07-02T20:00:05Z'));
  expect(ended).toMatchObject({ bar: null, closed: { time: at('2026-07-02'), close: 10 } });
  expect(foldTick(grid, ended, { timeMs: at('2026-07-02T19:59:30Z'), price: 99 })).toBe(ended);
});

test('a tick that repeats what is known leaves the bar as it is', () => {
  const grid = { hours: crypto, resolution: '1' } as const;
  const tick = { timeMs: 59_999, price: 10, volume: 2 };
  const { state } = foldAll(grid, [tick]);
  expect(foldTick(grid, state, { ...tick, volume: 0 }).bar).toBe(state.bar);
});

describe('after the clock was ahead', () => {
  const grid = { hours: crypto, resolution: '60' } as const;
  const now = at('2026-07-02T12:25:00Z');
  const { state } = foldAll(grid, [
    { timeMs: at('2026-07-02T11:50:00Z'), price: 9, volume: 4 },
    { timeMs: at('2026-07-02T12:20:00Z'), price: 10, volume: 3 },
  ]);

  test('a bar that it closed too early forms again and keeps its volume', () => {
    const closed = closeByClock(grid, state, now + 3_600_000);
    expect(closed.bar).toBeNull();
    const again = afterClockAhead(grid, closed, now);
    expect(again.bar).toEqual(state.bar);
    const next = foldTick(grid, again, { timeMs: now, price: 11, volume: 2 });
    expect(next.bar).toMatchObject({ time: at('2026-07-02T12:00:00Z'), close: 11, volume: 5 });
  });

  test('a bar that is still forming, or has ended, stays as it is', () => {
    expect(afterClockAhead(grid, state, now)).toBe(state);
    const ended = closeByClock(grid, state, now + 3_600_000);
    expect(afterClockAhead(grid, ended, at('2026-07-02T13:00:05Z'))).toBe(ended);
  });

  test('a bar of the future is discarded', () => {
    expect(afterClockAhead(grid, state, at('2026-07-02T11:59:00Z'))).toBe(NOTHING_YET);
  });
});

test('volume stays unknown until a tick has one', () => {
  const grid = { hours: crypto, resolution: '1' } as const;
  const silent = foldAll(grid, [{ timeMs: 0, price: 10 }]).state;
  expect(silent.bar?.volume).toBeNull();
  expect(foldTick(grid, silent, { timeMs: 1, price: 10, volume: 2 }).bar?.volume).toBe(2);
});

test('volumes are added without binary rounding noise', () => {
  const grid = { hours: crypto, resolution: '1' } as const;
  const volumes = [0.1, 0.2, 0.7, 1.03085226, 2.00000001];
  const ticks = volumes.map((volume, index) => ({ timeMs: index, price: 10, volume }));
  const states = ticks.map((_, index) => foldAll(grid, ticks.slice(0, index + 1)).state);
  expect(states.map(({ bar }) => bar?.volume)).toEqual([0.1, 0.3, 1, 2.03085226, 4.03085227]);
});

describe('merging stored bars', () => {
  const grid = { hours: MARKET_HOURS.crypto, resolution: '1' } as const;
  const NOW = 150_000;

  function bar(
    time: number,
    close: number,
    changes: Partial<KnownBar> = {},
    knownUntilMs = time + 60_000,
  ): KnownBar {
    return {
      time,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
      knownUntilMs,
      ...changes,
    };
  }
  const forming = (time: number, close: number, changes: Partial<KnownBar> = {}) =>
    bar(time, close, { knownUntilMs: time + 10_000, ...changes });
  const merge = (state: FormingState, tail: readonly KnownBar[], nowMs = NOW) =>
    mergeStoredTail(grid, state, tail, nowMs);
  const ticked = (...ticks: InstrumentTick[]) => foldAll(grid, ticks).state;

  test('a series starts from the stored forming bar and the last closed one', () => {
    const tail = [bar(0, 9), bar(60_000, 10), forming(120_000, 11)];
    expect(merge(NOTHING_YET, tail)).toMatchObject({ bar: tail[2], closed: tail[1] });
  });

  test('ticks from before the stored bars were read are kept', () => {
    const live = ticked({ timeMs: 140_000, price: 15, volume: 3 });
    const { bar: merged } = merge(live, [forming(120_000, 11, { low: 8, volume: 20 })]);
    expect(merged).toEqual({
      time: 120_000,
      open: 11,
      high: 15,
      low: 8,
      close: 15,
      volume: 20,
      knownUntilMs: 140_000,
    });
  });

  test("the vendor's final bar replaces ours, and a later correction that", () => {
    const ours = { ...NOTHING_YET, closed: bar(60_000, 10, { volume: 9 }, 119_000) };
    const final = bar(60_000, 10.5);
    const state = merge(ours, [final]);
    expect(state.closed).toBe(final);
    const corrected = bar(60_000, 10.4, {}, 200_000);
    expect(merge(state, [corrected]).closed).toBe(corrected);
  });

  test('an answer from before the close never replaces what ticks made of the bar, whenever it arrives', () => {
    const ticks = [
      { timeMs: 60_500, price: 10, volume: 1 },
      { timeMs: 100_000, price: 14, volume: 2 },
      { timeMs: 119_900, price: 12, volume: 3 },
    ];
    const cached = bar(60_000, 10, { volume: 1 }, 70_000);
    const ended = { high: 14, close: 12, volume: 6 };
    expect(merge(ticked(...ticks), [cached], 120_500).bar).toMatchObject(ended);
    expect(merge(ticked(...ticks), [cached], 125_000).closed).toMatchObject(ended);
    const closed = closeByClock(grid, ticked(...ticks), 122_000);
    expect(merge(closed, [cached])).toBe(closed);
    const next = foldTick(grid, ticked(...ticks), { timeMs: 120_100, price: 13 });
    expect(merge(next, [cached])).toBe(next);
  });

  test('a bar that ended without ticks does not stay the forming one', () => {
    const stale = { ...NOTHING_YET, bar: forming(60_000, 10), closed: bar(0, 9) };
    const state = merge(stale, [bar(60_000, 12)]);
    expect(state).toMatchObject({ bar: null, closed: { time: 60_000, close: 12 } });
  });

  test('older or equal stored bars change nothing at all', () => {
    const state = { ...NOTHING_YET, bar: forming(120_000, 11), closed: bar(60_000, 10) };
    expect(merge(state, [])).toBe(state);
    expect(merge(state, [bar(0, 1), bar(60_000, 10)])).toBe(state);
  });

  test('volume that history may have counted is not counted again', () => {
    const state = merge(NOTHING_YET, [forming(120_000, 11, { volume: 20 })]);
    // The answer knows until 130 s and may include trades until its question at 135 s.
    const late = foldTick(grid, state, { timeMs: 134_000, price: 12, volume: 3 });
    expect(late.bar).toMatchObject({ high: 12, close: 12, volume: 20 });
    expect(foldTick(grid, late, { timeMs: 136_000, price: 12, volume: 4 }).bar?.volume).toBe(24);
    // A poll tells the volume since the one before, of which the answer has a part.
    const polled = { timeMs: 136_000, sinceMs: 134_000, price: 12, volume: 4 };
    const { bar: across } = foldTick(grid, late, polled);
    expect(across).toMatchObject({ volume: 20, knownUntilMs: 136_000 });
  });

  test('extremes and volume that may be of the bar before are left to history', () => {
    const first = { timeMs: 120_400, sinceMs: 118_400, price: 11, high: 19, low: 3, volume: 5 };
    const state = ticked({ timeMs: 60_500, price: 10, volume: 1 }, first);
    expect(state.bar).toMatchObject({ high: 11, low: 11, volume: null });
    const second = { timeMs: 122_400, sinceMs: 120_400, price: 12, high: 13, volume: 2 };
    expect(foldTick(grid, state, second).bar).toMatchObject({ high: 13, volume: 2 });
    const hour = foldAll({ ...grid, resolution: '60' }, [
      { timeMs: 0, price: 10, volume: 1 },
      first,
    ]);
    expect(hour.state.bar).toMatchObject({ high: 19, low: 3, volume: 6 });
  });
});

/** Trades, and answers of history to questions at these moments, arriving up to 90 s later. */
const STORY = fc.record({
  /** Time between polls of a feed that is polled; null for one that sends every trade. */
  pollMs: fc.constantFrom(null, 2_000, 9_000),
  resolution: fc.constantFrom<Resolution>('1', '5', '60'),
  trades: fc.array(
    fc.record({
      afterMs: fc.integer({ min: 1, max: 25_000 }),
      price: fc.integer({ min: 90, max: 110 }),
      volume: fc.integer({ min: 1, max: 9 }),
      isMissed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  asked: fc.array(fc.record({ atMs: fc.nat(400_000), delayMs: fc.nat(90_000) }), { maxLength: 12 }),
});

type Trade = { timeMs: number; price: number; volume: number; isMissed: boolean };

/** The ticks of polls: what has changed since the poll before, at the time of the last trade; a missed poll tells nothing. */
function polledTicks(trades: readonly Trade[], pollMs: number): InstrumentTick[] {
  const ticks: InstrumentTick[] = [];
  let sinceMs = 0;
  let seen: Trade[] = [];
  trades.forEach((trade, index) => {
    seen.push(trade);
    const poll = Math.floor(trade.timeMs / pollMs);
    const next = trades[index + 1];
    if (trade.isMissed || (next && Math.floor(next.timeMs / pollMs) === poll)) return;
    const prices = seen.map(({ price }) => price);
    const volume = seen.reduce((sum, one) => sum + one.volume, 0);
    const extremes = { high: Math.max(...prices), low: Math.min(...prices) };
    ticks.push({ timeMs: trade.timeMs, price: trade.price, sinceMs, volume, ...extremes });
    sinceMs = trade.timeMs;
    seen = [];
  });
  return ticks;
}

function expectWithin(bar: Bar, whole: Bar | undefined): void {
  expect(bar.high).toBeLessThanOrEqual(whole?.high ?? 0);
  expect(bar.low).toBeGreaterThanOrEqual(whole?.low ?? 0);
  expect(bar.volume ?? 0).toBeLessThanOrEqual(whole?.volume ?? 0);
}

function expectAhead(bar: KnownBar, before: KnownBar): void {
  expect(bar.knownUntilMs).toBeGreaterThanOrEqual(before.knownUntilMs);
  expect(bar.high).toBeGreaterThanOrEqual(before.high);
  expect(bar.low).toBeLessThanOrEqual(before.low);
  expect(bar.volume ?? 0).toBeGreaterThanOrEqual(before.volume ?? 0);
}

test('whatever comes when, no bar goes back or tells more than the trades, and the last word is theirs', () => {
  const hours = MARKET_HOURS.crypto;
  fc.assert(
    fc.property(STORY, ({ resolution, trades, asked, pollMs }) => {
      const grid = { hours, resolution };
      let timeMs = 0;
      const made = trades.map(({ afterMs, ...trade }) => {
        timeMs += afterMs;
        return { ...trade, timeMs };
      });
      const barsUntil = (untilMs: number) =>
        foldAll(
          grid,
          made.filter((trade) => trade.timeMs <= untilMs),
        ).bars;
      /** The vendor shows each trade at once; we count on 5 s. */
      const answer = (atMs: number): KnownBar[] =>
        barsUntil(atMs)
          .slice(-3)
          .map((bar) => ({ ...bar, knownUntilMs: atMs - 5_000 }));
      const events = [
        ...(pollMs === null
          ? made.filter(({ isMissed }) => !isMissed)
          : polledTicks(made, pollMs)
        ).map((tick) => ({ atMs: tick.timeMs, tick, tail: null })),
        ...asked.map(({ atMs, delayMs }) => ({
          atMs: atMs + delayMs,
          tick: null,
          tail: answer(atMs),
        })),
        { atMs: 4_000_000, tick: null, tail: answer(4_000_000) },
      ].toSorted((one, other) => one.atMs - other.atMs);
      const truth = new Map(barsUntil(Number.MAX_SAFE_INTEGER).map((bar) => [bar.time, bar]));
      const shown = new Map<number, KnownBar>();
      let state = NOTHING_YET;
      for (const { atMs, tick, tail } of events) {
        state = closeByClock(grid, state, atMs);
        state = tick ? foldTick(grid, state, tick) : mergeStoredTail(grid, state, tail, atMs);
        for (const bar of [state.closed, state.bar].filter((one) => one !== null)) {
          expectWithin(bar, truth.get(bar.time));
          expectAhead(bar, shown.get(bar.time) ?? bar);
          shown.set(bar.time, bar);
        }
      }
      expect(state.closed).toMatchObject([...truth.values()].map(plain).at(-1) ?? {});
    }),
  );
});

describe('the filter of outliers', () => {
  function pass(prices: readonly number[], maxJump: number | null): number[] {
    let filter = EMPTY_FILTER;
    return prices.flatMap((price, index) => {
      const checked = filterOutliers(filter, { timeMs: index, price }, maxJump);
      filter = checked.filter;
      return checked.accepted.map((tick) => tick.price);
    });
  }

  test('a misprint is never accepted', () => {
    expect(pass([100, 101, 500, 102, 103], 10)).toEqual([100, 101, 102, 103]);
    expect(pass([100, 1, 500, 102], 10)).toEqual([100, 102]);
  });

  test('a jump that the next price confirms is accepted completely', () => {
    expect(pass([100, 150, 152, 153], 10)).toEqual([100, 150, 152, 153]);
    expect(pass([100, 900, 150, 152], 10)).toEqual([100, 150, 152]);
  });

  test('without a known usual range everything is accepted', () => {
    expect(pass([100, 500, 1], null)).toEqual([100, 500, 1]);
  });

  test('a misprinted extreme is dropped, the price stays', () => {
    const tick: InstrumentTick = { timeMs: 1, price: 101, high: 5_000, low: 99 };
    const { accepted } = filterOutliers({ lastPrice: 100, quarantined: null }, tick, 10);
    expect(accepted).toEqual([{ timeMs: 1, price: 101, low: 99 }]);
  });

  test('after any ticks two equal prices are accepted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000 })), fc.nat(1_000), (prices, price) => {
        expect(pass([...prices, price, price], 10).at(-1)).toBe(price);
      }),
    );
  });

  function bars(count: number, range: number): Bar[] {
    return Array.from({ length: count }, (_, index) => ({
      time: index,
      open: 100,
      high: 100 + range,
      low: 100,
      close: 100,
      volume: null,
    }));
  }

  test('an outlier is beyond twelve median true ranges, undefined for few or flat bars', () => {
    expect(outlierDistance(bars(50, 2))).toBe(24);
    expect(outlierDistance(bars(19, 2))).toBeNull();
    expect(outlierDistance(bars(50, 0))).toBeNull();
  });
});
