import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { readCoverageMap } from '../gaps/coverage-map.ts';
import { importBars } from '../import-bars.ts';
import { coveredEndName, readCoveredEnds } from '../store/coverage.ts';
import { createNightlyWorld, EVENING, FROM } from '../testing/nightly-world.ts';
import { createTestFeeds } from '../testing/test-feeds.ts';
import { splitFactor } from './compare-day.ts';

const NIGHT = Date.parse('2024-03-21T01:00:00Z');
const MINUTE = 60_000;

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  /** A night in which the vendor delivers all prices of a share in another scale. */
  async function night(type: 'stock' | 'crypto', factor: number) {
    const world = await createNightlyWorld(database, 2);
    const [split, other] = world.instruments;
    if (!split || !other) throw new Error('there are two instruments');
    for (const each of world.instruments) each.type = type;
    world.change(split, ({ open, high, low, close }) => ({
      open: open * factor,
      high: high * factor,
      low: low * factor,
      close: close * factor,
    }));
    return { world, split, other };
  }

  test('the old bars of a split share are removed once the vendor has repeated its answer', async () => {
    const { world, split, other } = await night('stock', 0.25);
    const before = await world.stored(other, '1D');
    world.clock.nowMs = NIGHT;
    await world.run(3);
    expect(world.rescaled).toEqual([]);
    expect(await world.stored(split, '1D')).not.toEqual([]);
    world.clock.nowMs += 10 * MINUTE;
    await world.run(20);
    expect(world.rescaled).toEqual([split.code]);
    expect(await world.stored(split, '1D')).toEqual([]);
    expect(await world.stored(split, '60')).toEqual([]);
    expect(await world.stored(other, '1D')).toEqual(before);
    const { db } = database;
    const feeds = createTestFeeds();
    const days = { fromMs: FROM, toMs: EVENING };
    const map = await readCoverageMap({ db, feeds, clock: world.clock }, split, '1D', days);
    expect(new Set(map.map(({ state }) => state))).toEqual(new Set(['missing', 'closed']));
    const ends = await readCoveredEnds(db, [split.id, other.id]);
    expect([...ends.keys()]).toEqual([coveredEndName({ id: other.id, isSimulated: true })]);
  });

  test('imported bars stay', async () => {
    const { world, split } = await night('stock', 0.5);
    const [first] = await world.stored(split, '1D');
    if (!first) throw new Error('there are bars');
    const old = { ...first, time: Date.parse('2015-06-01') };
    const clock = { now: () => NIGHT };
    const file = { instrument: split, resolution: '1D', pieces: [columnsOf([old])] } as const;
    await importBars({ db: database.db, clock }, { ...file, isSimulated: true });
    world.clock.nowMs = NIGHT;
    await world.run(3);
    world.clock.nowMs += 10 * MINUTE;
    await world.run(20);
    expect(world.rescaled).toEqual([split.code]);
    const rows = await database.db
      .selectFrom('bar_chunks')
      .select(['chunk_start', 'bar_count'])
      .where('instrument_id', '=', split.id)
      .where('bar_count', '>', 0)
      .execute();
    expect(rows).toEqual([{ chunk_start: Date.UTC(2012, 0, 1), bar_count: 1 }]);
  });

  test('a coin has no splits: its days are corrected', async () => {
    const { world, split } = await night('crypto', 0.25);
    world.clock.nowMs = NIGHT;
    await world.run(3);
    world.clock.nowMs += 10 * MINUTE;
    await world.run(20);
    expect(world.rescaled).toEqual([]);
    expect(await world.stored(split, '1D')).not.toEqual([]);
  });
});

describe('the factor of a split', () => {
  const bars = (scale: number, decimals = 2) =>
    columnsOf(
      [100, 103.3, 99.71].map((price, index) => {
        const round = (value: number) => Number((value * scale).toFixed(decimals));
        const prices = { open: price, high: price + 1.13, low: price - 0.97, close: price + 0.5 };
        return {
          time: index,
          open: round(prices.open),
          high: round(prices.high),
          low: round(prices.low),
          close: round(prices.close),
          volume: 1,
        };
      }),
    );

  describe('a split is known by its factor', () => {
    test.each([0.25, 0.1, 0.8, 3, 10])('is %d despite rounded prices', (factor) => {
      expect(splitFactor(bars(1), bars(factor))).toBeCloseTo(factor, 2);
    });
    test.each([1, 0.99, 1.05, 0.9])('a factor of %d is no split', (factor) => {
      expect(splitFactor(bars(1), bars(factor))).toBeNull();
    });
    test('a single corrected price, prices around zero and other times are no split', () => {
      const changed = bars(0.25);
      changed.close[1] = 90;
      expect(splitFactor(bars(1), changed)).toBeNull();
      expect(splitFactor(bars(0), bars(1))).toBeNull();
      expect(splitFactor(bars(1), columnsOf([]))).toBeNull();
    });
  });
});
