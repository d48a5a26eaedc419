import type { Bar } from '@moneytrail/contract';
import { afterAll, beforeAll } from 'vitest';
import type { DatabaseHandle } from '../../../db/index.ts';
import { type DatabaseKind, openTestDatabase } from '../../../db/testing/test-database.ts';
import { type BarColumns, barAt, concatColumns } from '../columns/bar-columns.ts';
import type { SeriesKey } from '../store/series.ts';
import { readStoredBars } from '../stored-bars.ts';
import { insertMany } from './many-instruments.ts';

/** A database for the tests of one suite, with unwritten minute series. */
export function openStoreWorld(kind: DatabaseKind) {
  let database: DatabaseHandle;
  const instrumentIds: number[] = [];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const instruments = await insertMany(database, 40, 'crypto');
    instrumentIds.push(...instruments.map(({ id }) => id));
  });
  afterAll(() => database.close());

  return {
    db: () => database.db,
    newSeries: (): SeriesKey => {
      const instrumentId = instrumentIds.pop() ?? 0;
      return { instrumentId, resolution: '1', isSimulated: false };
    },
    /** Every stored bar of a series. */
    stored: async (key: SeriesKey): Promise<Bar[]> => {
      const span = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
      const { pieces } = await readStoredBars(database.db, { ...key, ...span });
      const read: BarColumns[] = [];
      for await (const piece of pieces) read.push(piece);
      const columns = concatColumns(read);
      return Array.from({ length: columns.length }, (_, index) => barAt(columns, index));
    },
  };
}
