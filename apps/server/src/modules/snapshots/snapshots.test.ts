import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { columnsFrom, DEFAULT_INPUTS, summarise } from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BARS_WRITTEN, SNAPSHOT_STORED } from '../../bus/index.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { insertUser } from '../accounts/profile/user-store.ts';
import { newUser } from '../accounts/registration/new-user.ts';
import { readSummary } from '../analysis/index.ts';
import { startAnalysisServer } from '../analysis/testing/start-analysis-server.ts';
import { trendingBars } from '../analysis/testing/trending-bars.ts';
import type { Live } from '../live/index.ts';
import { eventually } from '../live/testing/eventually.ts';
import { createSnapshots, createStudyFigures } from './index.ts';
import { storeFigures } from './testing/store-figures.ts';

/** The bar of this day is still forming. */
const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(900, TODAY, DAY_MS);
const GROUP = { exchange: 'FMP', group: 0 } as const;

/** A day without moves has no mark. */
const CALM = { open: 100, high: 100, low: 100, close: 100, volume: 1 };
type Lease = NonNullable<ReturnType<Live['leaseOf']>>;

describe.each(USUAL_KINDS)('snapshots, on %s', (kind) => {
  const database = useTestDatabase(kind);

  async function start(code: string) {
    const { db } = database;
    const server = await startAnalysisServer(database, NOW);
    const { bus, bars, feeds } = server;
    feeds.FMP.bars.set(`${code} 1D`, DAYS);
    const instrument = await server.catalogue.resolve(`FMP:${code}`);
    const lease = { ...GROUP, token: 1, groupToken: 1, isHeld: () => true };
    await db
      .insertInto('feed_leases')
      .values({ exchange: 'FMP', owner: 'one', token: 1, expires_at_ms: NOW })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('feed_group_leases')
      .values({ exchange: 'FMP', group_number: 0, owner: null, token: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const warnings: object[] = [];
    const owned: { lease: Lease | undefined } = { lease: lease as unknown as Lease };
    const snapshots = createSnapshots({
      db,
      bus,
      bars,
      feeds,
      clock: { now: () => server.nowMs },
      catalogue: { byId: () => instrument, enabled: () => [instrument] },
      live: { leaseOf: () => owned.lease },
      log: { warn: (detail: object) => void warnings.push(detail) },
    });
    onTestFinished(async () => {
      await snapshots.stop();
      await server.close();
    });
    const told: number[] = [];
    bus.subscribe(SNAPSHOT_STORED, ({ resolution, time }) => {
      if (resolution === '1D') told.push(time);
    });
    const summary = async () => {
      const deps = { bars, feeds, clock: { now: () => server.nowMs } };
      return (await readSummary(deps, { instrument, resolution: '1D', inputs: DEFAULT_INPUTS }))
        .value;
    };
    const read = async () => (await snapshots.read([instrument], '1D')).get(instrument.id);
    return { server, instrument, snapshots, owned, told, summary, read, warnings };
  }

  test('are the figures of the summary at the last closed bar, from stored bars alone', async () => {
    const { server, snapshots, summary, read, told } = await start('BTCUSD');
    const expected = await summary();
    const { requests } = server.feeds.FMP;
    const askedBefore = requests.length;
    snapshots.start();
    await eventually(async () => expect(await read()).toBeDefined());
    expect(await read()).toMatchObject({
      time: expected.time,
      closedAtMs: expected.closedAt,
      close: expected.currentPrice,
      longTermResistance: expected.longTermResistance.value,
      shortTermSupport: expected.shortTermSupport.value,
      longTermTightness: expected.longTermTightness.value,
      distanceToShortTermMin: expected.distanceToShortTermMin.value,
      longShortPercentage: expected.longShortPercentage,
      deployment: expected.deployment,
      liquiditySpread: expected.liquiditySpread,
    });
    expect((await read())?.mark).not.toBeNull();
    expect(requests).toHaveLength(askedBefore);
    expect(told).toEqual([expected.time]);
  });

  test('have figures of the field, and are computed again where an older release stored them without', async () => {
    const { instrument, snapshots, summary, server } = await start('GBPUSD');
    const { time, closedAt, currentPrice } = await summary();
    const { isSimulated } = server.feeds.FMP;
    const key = { instrumentId: instrument.id, resolution: '1D', isSimulated } as const;
    const bar = { time: time ?? 0, closedAtMs: closedAt ?? 0, close: currentPrice ?? 0 };
    await storeFigures(database.db, key, { snapshot: bar });
    snapshots.start();
    const days = DAYS.filter((day) => day.time <= bar.time);
    const back = (bars: number) => days.at(-1 - bars)?.close ?? Number.NaN;
    const mean = (bars: number) =>
      days.slice(-bars).reduce((sum, { close }) => sum + close, 0) / bars;
    const percent = (value: number, of: number) => 100 * (value / of - 1);
    const longShort = (bars: number) =>
      summarise(columnsFrom(days), DEFAULT_INPUTS, days.length - bars).longShortPercentage;
    await eventually(async () => {
      const studies = (await snapshots.readFull([instrument])).find(
        ({ resolution }) => resolution === '1D',
      )?.studies;
      expect(studies?.change1).toBeCloseTo(percent(back(0), back(1)), 9);
      expect(studies?.change60).toBeCloseTo(percent(back(0), back(60)), 9);
      expect(studies?.toSma200).toBeCloseTo(percent(mean(200), back(0)), 9);
      expect(studies?.longShortChange5).toBeCloseTo(longShort(0) - longShort(5), 9);
      expect(studies?.rsi).toBeGreaterThan(0);
      expect(studies?.rsi).toBeLessThan(100);
      expect(studies?.volume).toBe(days.at(-1)?.volume);
    });
  });

  test('figures of studies are computed once they are asked for, with the next close, and by new demand', async () => {
    const { server, instrument, snapshots, summary, owned, warnings } = await start('BTCUSD');
    const { bus, bars, feeds } = server;
    await summary();
    const figures = createStudyFigures({
      db: database.db,
      bus,
      bars,
      feeds,
      clock: { now: () => server.nowMs },
      catalogue: { enabled: () => [instrument] },
      live: { leaseOf: () => owned.lease },
      log: { warn: (detail: object) => void warnings.push(detail) },
      snapshots,
    });
    onTestFinished(() => figures.stop());
    const stored = async () =>
      (await figures.read([instrument])).find(({ resolution }) => resolution === '1D')?.figures;
    const valueIn = async (name: string) => {
      const row = await stored();
      return row?.values[row.places.get(name) ?? -1];
    };
    const mean = (days: readonly { close: number }[]) =>
      days.reduce((sum, { close }) => sum + close, 0) / days.length;
    snapshots.start();
    figures.start();
    const userId = 'follower';
    const person = { username: 'a@example.com', first_name: 'Ana', last_name: 'Botha' };
    const account = { id: userId, ...person, password_hash: 'none', user_type: 'retail' } as const;
    await insertUser(database.db, newUser(0, account));
    await figures.ask([{ study: 'sma', resolution: '1D' }], { userId });
    const closed = DAYS.slice(0, -1);
    await eventually(async () =>
      expect(await valueIn('sma-average')).toBeCloseTo(mean(closed.slice(-20)), 9),
    );
    await figures.ask([{ study: 'donchian', resolution: '1D' }], { userId });
    const highest = Math.max(...closed.slice(-20).map(({ high }) => high));
    await eventually(async () => expect(await valueIn('donchian-upper')).toBe(highest));
    expect(await valueIn('sma-average')).toBeCloseTo(mean(closed.slice(-20)), 9);
    server.nowMs = TODAY + DAY_MS + HOUR_MS;
    await summary();
    await eventually(async () => expect((await stored())?.time).toBe(TODAY));
    expect(await valueIn('sma-average')).toBeCloseTo(mean(DAYS.slice(-20)), 9);
    expect(warnings).toEqual([]);
  });

  test('follow bars that close, and are told once', async () => {
    const { server, snapshots, summary, read, told } = await start('ETHUSD');
    await summary();
    snapshots.start();
    await eventually(() => expect(told).toEqual([TODAY - DAY_MS]));
    server.nowMs = TODAY + DAY_MS + HOUR_MS;
    // Reads and so stores the bar that has closed.
    const expected = await summary();
    expect(expected.time).toBe(TODAY);
    await eventually(() => expect(told).toEqual([TODAY - DAY_MS, TODAY]));
    expect(await read()).toMatchObject({
      time: TODAY,
      longShortPercentage: expected.longShortPercentage,
    });
  });

  test('a new owner keeps a mark that is older than the bars it looks at', async () => {
    const { server, instrument, snapshots, summary, read, owned, told } = await start('EURUSD');
    const flat = DAYS.map(({ time }) => ({ time, ...CALM }));
    server.feeds.FMP.bars.set('EURUSD 1D', flat);
    await summary();
    const mark = { side: 'buy', strong: true, time: TODAY - 4_000 * DAY_MS } as const;
    const { isSimulated } = server.feeds.FMP;
    const key = { instrumentId: instrument.id, resolution: '1D', isSimulated } as const;
    const before = { time: TODAY - 2 * DAY_MS, closedAtMs: TODAY - DAY_MS, mark };
    await storeFigures(database.db, key, { snapshot: before });
    const { lease } = owned;
    owned.lease = undefined;
    snapshots.start();
    owned.lease = lease;
    const written = { resolution: '1D', fromMs: TODAY - DAY_MS, toMs: TODAY } as const;
    server.bus.publish(BARS_WRITTEN, { instrumentId: instrument.id, ...written });
    await eventually(() => expect(told).toEqual([TODAY - DAY_MS]));
    expect(await read()).toMatchObject({ time: TODAY - DAY_MS, mark });
  });

  test('a process whose lease was taken over stores nothing', async () => {
    const { snapshots, summary, read, owned, told, warnings } = await start('AAPL');
    await summary();
    owned.lease = { ...owned.lease, groupToken: 0 } as Lease;
    snapshots.start();
    await snapshots.stop();
    expect(await read()).toBeUndefined();
    expect([told, warnings]).toEqual([[], []]);
  });
});
