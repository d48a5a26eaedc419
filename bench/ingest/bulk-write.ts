import { MINUTE_MS } from '@moneytrail/calendar';
import type { DatabaseHandle } from '../../apps/server/src/db/index.ts';
import { silentLog } from '../../apps/server/src/db/testing/test-database.ts';
import { barsBetween, columnsOf } from '../../apps/server/src/modules/bars/columns/bar-columns.ts';
import { createTestFeeds } from '../../apps/server/src/modules/bars/testing/test-feeds.ts';
import { createWritableBars } from '../../apps/server/src/modules/bars/testing/writable-bars.ts';
import {
  createCatalogue,
  type Instrument,
  insertInstruments,
} from '../../apps/server/src/modules/catalogue/index.ts';
import { heldClock } from '../../apps/server/src/steady-clock.ts';
import { syntheticBars } from '../synthetic-bars.ts';
import type { Series } from './copy-rows.ts';

const START_MS = Date.UTC(2026, 0, 5);
/** Instruments written at once, as several feeds deliver at once. */
const WRITERS = 4;
const INSERTED_AT_ONCE = 500;

type Db = Pick<DatabaseHandle, 'db'>;
export type Delivery = Series & { instrument: Instrument };

/** A database of instruments, each with its own random walk of minutes. */
export async function createDeliveries(
  { db }: Db,
  counts: { instruments: number; bars: number },
): Promise<Delivery[]> {
  const codes = Array.from({ length: counts.instruments }, (_, i) => `BENCH${i}`);
  for (let from = 0; from < codes.length; from += INSERTED_AT_ONCE) {
    const some = codes.slice(from, from + INSERTED_AT_ONCE);
    await insertInstruments(
      db,
      some.map((code) => ({
        exchange: 'FMP' as const,
        code,
        description: code,
        listedExchange: { name: 'Crypto', value: 'CRYPTO' },
        type: 'crypto' as const,
        marketHours: 'crypto' as const,
      })),
    );
  }
  const catalogue = await createCatalogue({ db, clock: { now: Date.now }, log: silentLog });
  return Promise.all(
    codes.map(async (code, seed) => {
      const instrument = await catalogue.resolve(`FMP:${code}`);
      const bars = syntheticBars(counts.bars, { startMs: START_MS, seed });
      return { instrument, instrumentId: instrument.id, columns: columnsOf(bars) };
    }),
  );
}

/** The milliseconds in which the bars module stores a part of each delivery: validated, packed, written. */
async function writeMs(
  { db }: Db,
  deliveries: readonly Delivery[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number> {
  const bars = createWritableBars({
    db,
    feeds: createTestFeeds(),
    clock: heldClock(() => START_MS + 365 * 1_440 * MINUTE_MS),
    log: silentLog,
  });
  const queue = [...deliveries];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { instrument, columns } = next;
        const part = barsBetween(columns, fromMs, toMs);
        const coverage = { coveredFromMs: fromMs, coveredToMs: toMs };
        await bars.write({ instrument, resolution: '1', bars: part, ...coverage });
      }
    }),
  );
  return performance.now() - startedAt;
}

const endOf = ([first]: readonly Delivery[]) => START_MS + (first?.columns.length ?? 0) * MINUTE_MS;

/** The milliseconds in which whole deliveries are stored. */
export const bulkWriteMs = (db: Db, deliveries: readonly Delivery[]): Promise<number> =>
  writeMs(db, deliveries, { fromMs: START_MS, toMs: endOf(deliveries) });

/** The milliseconds in which the last minute of every delivery is stored, after all others. */
export async function nextMinuteMs(db: Db, deliveries: readonly Delivery[]): Promise<number> {
  const lastMs = endOf(deliveries) - MINUTE_MS;
  await writeMs(db, deliveries, { fromMs: START_MS, toMs: lastMs });
  return writeMs(db, deliveries, { fromMs: lastMs, toMs: lastMs + MINUTE_MS });
}
