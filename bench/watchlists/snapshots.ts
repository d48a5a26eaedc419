import { loadavg } from 'node:os';
import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { BARS_WRITTEN, SNAPSHOT_STORED } from '../../apps/server/src/bus/index.ts';
import { createCheckedBus } from '../../apps/server/src/bus/testing/checked-bus.ts';
import {
  type DatabaseKind,
  openTestDatabase,
  silentLog,
} from '../../apps/server/src/db/testing/test-database.ts';
import { trendingBars } from '../../apps/server/src/modules/analysis/testing/trending-bars.ts';
import { createWritableBars } from '../../apps/server/src/modules/bars/testing/writable-bars.ts';
import type { Live } from '../../apps/server/src/modules/live/index.ts';
import { makeInstrument } from '../../apps/server/src/modules/live/testing/make-instrument.ts';
import { createScriptedFeeds } from '../../apps/server/src/modules/live/testing/scripted-feed.ts';
import { createSnapshots } from '../../apps/server/src/modules/snapshots/index.ts';
import { heldClock } from '../../apps/server/src/steady-clock.ts';
import type { Figure } from '../figure.ts';

const INSTRUMENTS = 1_000;
const BARS = 900;
const TODAY = Date.UTC(2026, 10, 20);
/** The last two are the bar that closes and the one that forms after it. */
const DAYS = trendingBars(1_000, TODAY + DAY_MS, DAY_MS);

type Lease = NonNullable<ReturnType<Live['leaseOf']>>;

/** The processor time and the time that pass until the snapshots of all instruments follow a bar that closed. */
export async function snapshotFigures(kind: DatabaseKind): Promise<Figure[]> {
  const handle = await openTestDatabase(kind);
  const { db } = handle;
  const bus = createCheckedBus();
  const feeds = createScriptedFeeds();
  let nowMs = TODAY + 12 * HOUR_MS;
  const clock = heldClock(() => nowMs);
  const bars = createWritableBars({ db, feeds, clock, log: silentLog });
  const rows = await db
    .insertInto('instruments')
    .values(
      Array.from({ length: INSTRUMENTS }, (_, place) => ({
        exchange: 'FMP' as const,
        code: `S${place}`,
        description: '',
        listed_name: '',
        listed_value: '',
        type: 'crypto' as const,
        market_hours: 'crypto' as const,
      })),
    )
    .returning(['id', 'code'])
    .execute();
  const instruments = rows.map(({ id, code }) => makeInstrument({ id, code }));
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  await db
    .insertInto('feed_leases')
    .values({ exchange: 'FMP', owner: 'one', token: 1, expires_at_ms: nowMs })
    .execute();
  await db
    .insertInto('feed_group_leases')
    .values({ exchange: 'FMP', group_number: 0, owner: null, token: 1 })
    .execute();
  /** Reads what the feed has by now, and stores it. */
  const read = async () => {
    for (const instrument of instruments) {
      feeds.FMP.bars.set(
        `${instrument.code} 1D`,
        DAYS.filter(({ time }) => time <= nowMs),
      );
      const window = { fromMs: nowMs, toMs: nowMs, limit: BARS, countBack: BARS };
      await bars.history({ instrument, resolution: '1D', ...window });
    }
  };
  await read();
  const lease = { exchange: 'FMP', group: 0, token: 1, groupToken: 1, isHeld: () => true };
  const snapshots = createSnapshots({
    db,
    bus,
    bars,
    feeds,
    clock,
    catalogue: { byId: (id: number) => byId.get(id), enabled: () => instruments } as never,
    live: { leaseOf: () => lease as unknown as Lease },
    log: { warn: (detail: object) => console.error(detail) },
  });
  let stored = 0;
  let told = () => {};
  bus.subscribe(SNAPSHOT_STORED, ({ resolution }) => {
    if (resolution === '1D') stored += 1;
    if (stored === INSTRUMENTS) told();
  });
  const allStored = () => {
    stored = 0;
    return new Promise<void>((resolve) => {
      told = resolve;
    });
  };
  const first = allStored();
  snapshots.start();
  await first;
  nowMs += DAY_MS;
  await read();
  const second = allStored();
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  for (const { id: instrumentId } of instruments) {
    const fromMs = TODAY + DAY_MS;
    bus.publish(BARS_WRITTEN, { instrumentId, resolution: '1D', fromMs, toMs: fromMs + DAY_MS });
  }
  await second;
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  await snapshots.stop();
  await handle.close();
  const load = loadavg()[0]?.toFixed(1);
  return [
    {
      what: `snapshots of ${INSTRUMENTS} instruments at a bar's close, processor time, ${kind}`,
      value: (user + system) / 1_000_000,
      unit: 's',
      bar: { atMost: 2 },
      detail: `${(wallMs / 1_000).toFixed(1)} s passed, load average ${load}`,
    },
  ];
}
