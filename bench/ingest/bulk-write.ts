import { MINUTE_MS } from '@moneytrail/calendar';
import type { DatabaseHandle } from '../../apps/server/src/db/index.ts';
import { silentLog } from '../../apps/server/src/db/testing/test-database.ts';
import { columnsOf } from '../../apps/server/src/modules/bars/columns/bar-columns.ts';
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

type Db = Pick<DatabaseHandle, 'db'>;
export type Delivery = Series & { instrument: Instrument };

/** A database of instruments, each with its own random walk of minutes. */
export async function createDeliveries(
  { db }: Db,
  counts: { instruments: number; bars: number },
): Promise<Delivery[]> {
  const codes = Array.from({ length: counts.instruments }, (_, i) => `BENCH${i}`);
  await insertInstruments(
    db,
    codes.map((code) => ({
      exchange: 'FMP' as const,
      code,
      description: code,
      listedExchange: { name: 'Crypto', value: 'CRYPTO' },
      type: 'crypto' as const,
      marketHours: 'crypto' as const,
    })),
  );
  const catalogue = await createCatalogue({ db, clock: { now: Date.now }, log: silentLog });
  return Promise.all(
    codes.map(async (code, seed) => {
      const instrument = await catalogue.resolve(`FMP:${code}`);
      const bars = syntheticBars(counts.bars, { startMs: START_MS, seed });
      return { instrument, instrumentId: instrument.id, columns: columnsOf(bars) };
    }),
  );
}

/** The milliseconds in which the bars module stores feed deliveries: validated, packed, written. */
export async function bulkWriteMs({ db }: Db, deliveries: readonly Delivery[]): Promise<number> {
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
        const end = START_MS + columns.length * MINUTE_MS;
        const coverage = { coveredFromMs: START_MS, coveredToMs: end };
        await bars.write({ instrument, resolution: '1', bars: columns, ...coverage });
      }
    }),
  );
  return performance.now() - startedAt;
}
