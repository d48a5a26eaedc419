import {
  coarserBarTime,
  MARKET_HOURS,
  RESOLUTIONS,
  type Resolution,
  STORED_RESOLUTIONS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { type BarColumns, barAt, columnsOf } from './columns/bar-columns.ts';
import { type History, rollUp } from './history.ts';
import { type BarWorld, createBarWorld } from './testing/bar-world.ts';
import { barsAt, marketTimes } from './testing/make-bars.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.parse('2024-03-15T12:00:30Z');
/** One resolution of each stored series, and stored days; the tests of the roll-up cover all. */
const PAGED: readonly Resolution[] =
  process.env.TEST_LONG === 'true' ? RESOLUTIONS : ['5', '30', '240', '1D', '1M'];
const { crypto, 'us-stocks': stocks } = MARKET_HOURS;

function barsOf(columns: BarColumns): Bar[] {
  return Array.from({ length: columns.length }, (_, index) => barAt(columns, index));
}

function ask(world: BarWorld, resolution: Resolution, fromMs: number, toMs: number) {
  const { instrument } = world;
  return world.bars.history({ instrument, resolution, fromMs, toMs, limit: 2_000, countBack: -1 });
}

/** Pages backwards as a client does, until the server says that nothing older exists. */
async function pageToBeginning(world: BarWorld, resolution: Resolution, windowMs: number) {
  const bars: Bar[] = [];
  let toMs = world.nowMs + DAY;
  for (let pages = 0; pages < 200; pages++) {
    const page: History = await ask(world, resolution, toMs - windowMs, toMs);
    bars.unshift(...barsOf(page.columns));
    if (page.nextTime === null) return { bars, pages: pages + 1, page };
    toMs = page.columns.length > 0 ? (page.columns.time[0] ?? 0) : page.nextTime + 1;
  }
  throw new Error('the beginning was never reached');
}

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  /** A market with complete history since a date, by default in every stored resolution. */
  async function worldSince(
    hours: typeof crypto,
    since: string,
    resolutions: readonly StoredResolution[] = STORED_RESOLUTIONS,
  ) {
    const world = await createBarWorld(database, { nowMs: NOW, hours: hours.id });
    for (const resolution of resolutions) {
      const times = marketTimes(hours, resolution, Date.parse(since), NOW);
      world.feed.set(world.instrument.code, resolution, barsAt(times));
    }
    return world;
  }

  test('two days of minutes are two pages without missing or duplicate bars', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    const toMs = Date.parse('2024-03-14');
    const first = await ask(world, '1', toMs - 2 * DAY, toMs);
    const second = await ask(world, '1', toMs - 2 * DAY, first.columns.time[0] ?? 0);
    const times = [...barsOf(second.columns), ...barsOf(first.columns)].map(({ time }) => time);
    expect([first.columns.length, second.columns.length]).toEqual([2_000, 880]);
    const expected = Array.from({ length: 2_880 }, (_, i) => toMs - 2 * DAY + i * MINUTE);
    expect(times).toEqual(expected);
    expect(first.nextTime).toBe((first.columns.time[0] ?? 0) - MINUTE);
  });

  test.each(PAGED)(
    'paging back in %s meets every bar once, and ends at the true beginning',
    async (resolution) => {
      const world = await worldSince(stocks, '2024-01-10');
      const source = storedSourceOf(resolution);
      const times = marketTimes(stocks, source, Date.parse('2024-01-10'), NOW);
      const market = { hours: stocks, from: source, to: resolution };
      const expected = barsOf(rollUp(market, columnsOf(barsAt(times))));
      const { bars, page } = await pageToBeginning(world, resolution, 20 * DAY);
      expect(bars).toEqual(expected);
      expect(page).toMatchObject({ nextTime: null, warning: null });
    },
  );

  test('`NoData` means that neither a bar nor an older one exists', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    const early = Date.parse('2024-02-01');
    expect(await ask(world, '60', early, early + DAY)).toMatchObject({ noData: true });
    const late = await ask(world, '60', NOW + DAY, NOW + 2 * DAY);
    expect(late).toMatchObject({ noData: false, nextTime: Date.parse('2024-03-15T12:00:00Z') });
    expect(late.columns.length).toBe(0);
  });

  test('an empty weekend has no bars but names the older one, and is not asked for again', async () => {
    const world = await worldSince(stocks, '2024-02-01');
    const saturday = Date.parse('2024-03-09');
    const weekend = await ask(world, '15', saturday, saturday + 2 * DAY);
    expect(weekend.columns.length).toBe(0);
    expect(weekend.nextTime).toBe(Date.parse('2024-03-08T20:45:00Z'));
    world.feed.requests.length = 0;
    await ask(world, '15', saturday, saturday + 2 * DAY);
    expect(world.feed.requests).toEqual([]);
  });

  test.each(['1', '240', '1D', '1W'] as const)(
    'the oldest bars of %s are one page, the first of history and onwards over every gap',
    async (resolution) => {
      const world = await worldSince(stocks, '2024-01-10');
      const oldest = (fromMs: number) => {
        const { instrument } = world;
        const window = { fromMs, toMs: NOW, limit: 30, countBack: -1, order: 'oldest' as const };
        return world.bars.history({ instrument, resolution, ...window });
      };
      const { bars } = await pageToBeginning(world, resolution, 20 * DAY);
      const first = await oldest(0);
      expect(barsOf(first.columns)).toEqual(bars.slice(0, 30));
      expect(first).toMatchObject({ nextTime: null, noData: false });
      const found = [...barsOf(first.columns)];
      for (let pages = 0; pages < 3; pages++) {
        found.push(...barsOf((await oldest((found.at(-1)?.time ?? 0) + 1)).columns));
      }
      expect(found).toEqual(bars.slice(0, found.length));
      expect(found.length).toBe(Math.min(120, bars.length));
    },
  );

  test('where minutes begin later than days, the oldest known ones are the first', async () => {
    const world = await worldSince(crypto, '2023-01-01', ['1D']);
    const minutes = marketTimes(crypto, '1', Date.parse('2024-03-01'), NOW);
    world.feed.set(world.instrument.code, '1', barsAt(minutes));
    await ask(world, '1', Date.parse('2024-03-10'), NOW);
    const { instrument } = world;
    const window = { fromMs: 0, toMs: NOW, limit: 30, countBack: -1, order: 'oldest' as const };
    const page = await world.bars.history({ instrument, resolution: '1', ...window });
    expect(page.columns.length).toBe(30);
    const firstMs = page.columns.time[0] ?? Number.NaN;
    expect(firstMs).toBeLessThan(NOW - 2 * DAY);
    expect(page.nextTime).toBe(firstMs - MINUTE);
  });

  test('bars that were read once come from the store, even in a new process', async () => {
    const world = await worldSince(crypto, '2024-01-01');
    const toMs = Date.parse('2024-03-01');
    const first = await ask(world, '240', toMs - 30 * DAY, toMs);
    world.feed.failure = new Error('the line is cut');
    world.restart();
    const second = await ask(world, '240', toMs - 30 * DAY, toMs);
    expect(barsOf(second.columns)).toEqual(barsOf(first.columns));
    expect(second.warning).toBeNull();
  });

  test('concurrent equal requests cause one question to the feed', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    await ask(world, '1D', NOW - DAY, NOW);
    world.feed.requests.length = 0;
    const toMs = Date.parse('2024-03-10');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(world, '1', toMs - DAY / 2, toMs)),
    );
    const asked = world.feed.requests.map(({ fromMs }) => fromMs);
    expect(asked).toEqual([...new Set(asked)]);
    expect(new Set(answers.map(({ columns }) => columns.length))).toEqual(new Set([720]));
  });

  test('with a count the answer has at least that many bars before the end, whatever the window', async () => {
    const world = await worldSince(stocks, '2024-01-02');
    const toMs = Date.parse('2024-03-11');
    const request = { instrument: world.instrument, resolution: '15' as const, limit: 2_000 };
    const few = await world.bars.history({ ...request, fromMs: toMs - 1, toMs, countBack: 300 });
    expect(few.columns.length).toBe(300);
    const wide = await world.bars.history({
      ...request,
      fromMs: toMs - 30 * DAY,
      toMs,
      countBack: 5,
    });
    expect(wide.columns.time[0]).toBe(Date.parse('2024-02-12T14:30:00Z'));
  });

  test('the forming bar is answered and replaced by its final version once it is closed', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    const closed = marketTimes(crypto, '1', Date.parse('2024-03-14'), NOW);
    const forming = closed.at(-1) ?? 0;
    const before = await ask(world, '1', NOW - 10 * MINUTE, NOW + DAY);
    expect(before.columns.time[before.columns.length - 1]).toBe(forming);
    const last = barsAt(closed).at(-1);
    const final = { ...last, time: forming, open: 1, high: 3, low: 1, close: 2, volume: 9 };
    const { code } = world.instrument;
    const next = { ...final, time: forming + MINUTE };
    world.feed.set(code, '1', [...barsAt(closed).slice(0, -1), final, next]);
    world.nowMs += MINUTE;
    const after = await ask(world, '1', NOW - 10 * MINUTE, NOW + DAY);
    expect(barsOf(after.columns).slice(-2)).toEqual([final, next]);
  });

  test('within one bar the feed is asked for the newest bars once', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    await ask(world, '1', NOW - 10 * MINUTE, NOW + DAY);
    world.feed.requests.length = 0;
    for (const seconds of [1, 5, 10, 20]) {
      world.nowMs = NOW + seconds * 1_000;
      await ask(world, '1', NOW - 10 * MINUTE, NOW + DAY);
    }
    expect(world.feed.requests).toEqual([]);
  });

  test('a bar that the vendor delivers late is not lost', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    const { code } = world.instrument;
    const all = barsAt(marketTimes(crypto, '1', Date.parse('2024-03-14'), NOW));
    world.feed.set(code, '1', all.slice(0, -4));
    await ask(world, '1', NOW - 10 * MINUTE, NOW + DAY);
    world.feed.set(code, '1', all);
    world.nowMs += 20_000;
    const { columns } = await ask(world, '1', NOW - 10 * MINUTE, NOW + DAY);
    expect(columns.length).toBe(10);
  });

  test('with the feed down stored bars are answered with a warning that names it', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    await ask(world, '60', NOW - 5 * DAY, NOW + DAY);
    world.nowMs += 3 * 60 * MINUTE;
    world.feed.failure = new Error('HTTP 500');
    world.restart();
    const history = await ask(world, '60', NOW - 5 * DAY, NOW + DAY);
    expect(history.columns.length).toBe(120);
    expect(history.warning).toMatch(/^FMP is not reached, [^:]*: no usable answer$/);
  });

  test('with the feed down and nothing stored the failure names feed, instrument and cause', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    world.feed.failure = new Error('HTTP 500');
    await expect(ask(world, '60', NOW - DAY, NOW)).rejects.toMatchObject({
      code: 'FEED_UNAVAILABLE',
      message: `FMP does not answer for ${world.instrument.ticker} 60: no usable answer`,
      cause: world.feed.failure,
    });
  });

  test('a past failure is never an empty page, and the history is complete after it', async () => {
    const world = await worldSince(crypto, '2023-01-01', ['60', '1D']);
    await ask(world, '60', NOW - DAY, NOW);
    const toMs = Date.parse('2023-08-01');
    world.feed.failure = new Error('half an answer');
    await expect(ask(world, '60', toMs - 10 * DAY, toMs)).rejects.toThrow('no usable answer');
    world.feed.failure = null;
    expect((await ask(world, '60', toMs - 10 * DAY, toMs)).columns.length).toBe(240);
  });

  test('an instrument that is no longer traded keeps its history', async () => {
    const world = await createBarWorld(database, { nowMs: NOW, hours: 'us-stocks' });
    const until = Date.parse('2023-05-01');
    for (const resolution of ['15', '1D'] as const) {
      const times = marketTimes(stocks, resolution, Date.parse('2023-01-01'), until);
      world.feed.set(world.instrument.code, resolution, barsAt(times));
    }
    const now = await ask(world, '15', NOW - 31 * DAY, NOW);
    expect(now).toMatchObject({ noData: false, nextTime: Date.parse('2023-04-28T19:45:00Z') });
  });

  test('history ends at the vendor’s oldest minutes, even if its days go further back', async () => {
    const world = await createBarWorld(database, { nowMs: NOW, hours: 'us-stocks' });
    const { code } = world.instrument;
    const since = Date.parse('2024-02-20');
    world.feed.set(code, '1D', barsAt(marketTimes(stocks, '1D', Date.parse('2015-01-01'), NOW)));
    world.feed.set(code, '1', barsAt(marketTimes(stocks, '1', since, NOW)));
    const { bars, page } = await pageToBeginning(world, '1', 2 * DAY);
    expect(bars[0]?.time).toBe(since + 14.5 * 60 * MINUTE);
    expect(page.nextTime).toBeNull();
    world.feed.requests.length = 0;
    expect(await ask(world, '1', since - 9 * DAY, since)).toMatchObject({ noData: true });
    expect(world.feed.requests).toEqual([]);
  });

  test('a contract is asked for only within its life, and served after it', async () => {
    const life = { startDate: '2023-03-01', endDate: '2023-12-20' };
    const world = await createBarWorld(database, { nowMs: NOW, hours: 'safex', ...life });
    const times = marketTimes(
      MARKET_HOURS.safex,
      '1D',
      Date.parse('2023-03-01'),
      Date.parse('2023-12-21'),
    );
    world.feed.set(world.instrument.code, '1D', barsAt(times));
    const year = await ask(world, '1D', NOW - 365 * DAY, NOW);
    expect(year.columns.time[year.columns.length - 1]).toBe(Date.parse('2023-12-20'));
    for (const { fromMs, toMs } of world.feed.requests) {
      expect(fromMs).toBeGreaterThanOrEqual(Date.parse('2023-03-01'));
      expect(toMs).toBeLessThanOrEqual(Date.parse('2023-12-21'));
    }
    world.feed.requests.length = 0;
    world.restart();
    await ask(world, '1D', NOW - 365 * DAY, NOW);
    expect(world.feed.requests).toEqual([]);
  });

  test('bars of a simulator and of the vendor are never mixed, and each are complete when their kind is back', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    const simulated = barsOf((await ask(world, '1D', 0, NOW)).columns);
    world.feed.isSimulated = false;
    const real = barsAt(marketTimes(crypto, '1D', Date.parse('2024-03-05'), NOW), 99);
    world.feed.set(world.instrument.code, '1D', real);
    world.restart();
    expect(barsOf((await ask(world, '1D', 0, NOW)).columns)).toEqual(real);
    world.feed.isSimulated = true;
    world.feed.failure = new Error('the store has to answer');
    world.restart();
    expect(barsOf((await ask(world, '1D', 0, NOW)).columns)).toEqual(simulated);
  });

  test('an answer that is stored late covers nothing after the time of its question', async () => {
    const world = await worldSince(crypto, '2024-03-01');
    const { feed, instrument } = world;
    const fromMs = NOW + MINUTE / 2;
    const minutes = (toMs: number) => barsAt(marketTimes(crypto, '1', NOW - DAY, toMs));
    await ask(world, '1', NOW - 60 * MINUTE, NOW);
    world.nowMs += 60 * MINUTE;
    feed.set(instrument.code, '1', minutes(world.nowMs));
    let answer = () => {};
    feed.wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const known = feed.requests.length;
    const held = ask(world, '1', fromMs, world.nowMs);
    await expect.poll(() => feed.requests.length).toBeGreaterThan(known);
    // The process is suspended.
    world.nowMs += 30 * MINUTE;
    answer();
    feed.wait = null;
    await held.catch(() => undefined);
    feed.set(instrument.code, '1', minutes(world.nowMs));
    world.restart();
    const page = await ask(world, '1', fromMs, world.nowMs);
    expect(barsOf(page.columns).map(({ time }) => time)).toEqual(
      marketTimes(crypto, '1', fromMs, world.nowMs),
    );
  });

  test('the newest bars of any resolution are found, however long the market has been closed', async () => {
    const world = await worldSince(stocks, '2023-10-01');
    const { instrument } = world;
    const week = await world.bars.lastBars({ instrument, resolution: '1W', count: 10 });
    expect(week.columns.length).toBe(10);
    const minutes = await world.bars.lastBars({ instrument, resolution: '1', count: 1_200 });
    expect(minutes.columns.length).toBe(1_200);
  });

  test('bars that nobody waits for leave room in the limit: their priority goes to the feed, for days too', async () => {
    const world = await createBarWorld(database, { nowMs: NOW, hours: 'crypto' });
    const { bars, feed, instrument } = world;
    const sinceMs = NOW - 60 * MINUTE;
    await bars.refreshTail({ instrument, resolution: '1', sinceMs, priority: 'newest' });
    const asked = feed.requests.map(({ resolution, priority }) => `${resolution} ${priority}`);
    expect(asked.toSorted()).toEqual(['1 newest', '1D newest']);
  });
});

describe('the roll-up', () => {
  const DAY = 86_400_000;
  const HOURS = Object.values(MARKET_HOURS);
  /** Days of clock changes in New York or Europe, the end of a year, and an ordinary week. */
  const STARTS = ['2024-03-07', '2024-10-31', '2023-12-27', '2024-05-06'].map((day) =>
    Date.parse(day),
  );

  /** The exact sum of volumes in thousandths. */
  function sumOf(volumes: readonly number[]): number {
    return volumes.reduce((sum, volume) => sum + Math.round(volume * 1_000), 0) / 1_000;
  }

  function naive(groups: Map<number, Bar[]>): Bar[] {
    return [...groups].map(([time, bars]) => {
      const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]));
      return {
        time,
        open: bars[0]?.open ?? Number.NaN,
        high: Math.max(...bars.map(({ high }) => high)),
        low: Math.min(...bars.map(({ low }) => low)),
        close: bars.at(-1)?.close ?? Number.NaN,
        volume: volumes.length === 0 ? null : sumOf(volumes),
      };
    });
  }

  test('every resolution agrees with the bars it is built from, across changes of clocks and with missing bars', () => {
    const market = fc.record({
      hours: fc.constantFrom(...HOURS),
      to: fc.constantFrom(...RESOLUTIONS),
      start: fc.constantFrom(...STARTS),
      seed: fc.nat(1_000),
      missing: fc.integer({ min: 2, max: 9 }),
    });
    fc.assert(
      fc.property(market, ({ hours, to, start, seed, missing }) => {
        const from = storedSourceOf(to);
        const days = from === '1D' ? 400 : 8;
        const times = marketTimes(hours, from, start, start + days * DAY);
        const bars = barsAt(times, seed)
          .filter((_, index) => (index * 7 + seed) % missing !== 0)
          .map((bar, index) => (index % 5 === 0 ? { ...bar, volume: null } : bar));
        const rolled = rollUp({ hours, from, to }, columnsOf(bars));
        const groups = new Map<number, Bar[]>();
        for (const bar of bars) {
          const time = coarserBarTime(hours, from, to, bar.time);
          groups.set(time, [...(groups.get(time) ?? []), bar]);
        }
        const actual = Array.from({ length: rolled.length }, (_, index) => barAt(rolled, index));
        expect(actual).toEqual(naive(groups));
      }),
    );
  });
});
