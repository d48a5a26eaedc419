import type { MarketHoursId } from '@moneytrail/calendar';
import type { DatabaseHandle } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { createCatalogue, type Instrument, insertInstruments } from '../../catalogue/index.ts';

let made = 0;

/** New instruments of FMP with nothing stored. */
export async function insertMany(
  { db }: Pick<DatabaseHandle, 'db'>,
  count: number,
  marketHours: MarketHoursId,
): Promise<Instrument[]> {
  const codes = Array.from({ length: count }, () => `MANY${made++}`);
  const kind = { type: 'crypto', listedExchange: { name: 'Test', value: 'TEST' } } as const;
  await insertInstruments(
    db,
    codes.map((code) => ({ exchange: 'FMP', code, description: code, marketHours, ...kind })),
  );
  const catalogue = await createCatalogue({ db, clock: { now: () => 0 }, log: silentLog });
  return catalogue.enabled('FMP').filter(({ code }) => codes.includes(code));
}
