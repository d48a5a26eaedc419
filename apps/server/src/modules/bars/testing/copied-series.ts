import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { DatabaseHandle } from '../../../db/index.ts';
import { openTestDatabase } from '../../../db/testing/test-database.ts';
import { columnsOf, concatColumns } from '../columns/bar-columns.ts';
import type { SeriesKey } from '../store/series.ts';
import { writeBars, writeBeginning } from '../store/write-bars.ts';
import { barsAt } from './make-bars.ts';
import { insertMany } from './many-instruments.ts';

/** Seeds of bars: the primary's, the replica's of the same version, so that a test sees which one answered, and changed ones. */
export const [OWN, COPIED, CHANGED] = [1, 2, 3];
export const DAYS = [Date.parse('2024-03-01'), Date.parse('2024-03-02')] as const;
const SPAN = { fromMs: DAYS[0], toMs: DAYS[1] + DAY_MS };

/** The minutes of a day. */
export function minutesOf(dayMs: number, seed: number) {
  const times = Array.from({ length: 1_440 }, (_, minute) => dayMs + minute * MINUTE_MS);
  return barsAt(times, seed);
}

/** Gives a database the identity of another one, as if it were its replica. */
async function identifyAs(copy: DatabaseHandle, primary: DatabaseHandle): Promise<void> {
  const { rows } = await sql<{ timestamp: string }>`
    select timestamp from kysely_migration order by name limit 1`.execute(primary.db);
  await sql`update kysely_migration set timestamp = ${rows[0]?.timestamp}`.execute(copy.db);
}

/** A primary and a replica that a test brings up to date by hand, with two days of minutes in the same versions. */
export async function openCopiedSeries() {
  const primary = await openTestDatabase('postgres');
  onTestFinished(() => primary.close());
  const copy = await openTestDatabase('postgres');
  onTestFinished(() => copy.close());
  await identifyAs(copy, primary);
  const [instrument] = await insertMany(primary, 1, 'crypto');
  const [copied] = await insertMany(copy, 1, 'crypto');
  if (!instrument || copied?.id !== instrument.id) throw new Error('the databases differ');
  const key: SeriesKey = { instrumentId: instrument.id, resolution: '1', isSimulated: false };
  const write = async (to: DatabaseHandle, seed: number, days: readonly number[] = DAYS) => {
    const columns = concatColumns(days.map((dayMs) => columnsOf(minutesOf(dayMs, seed))));
    await writeBars(to.db, { key, columns, coverage: SPAN, trust: 'trusted' });
  };
  await write(primary, OWN);
  await write(copy, COPIED);
  await writeBeginning(primary.db, key, SPAN.fromMs);
  return { primary, copy, instrument, key, span: SPAN, write };
}
