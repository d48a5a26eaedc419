import type { ExchangeName } from '@moneytrail/contract';
import type { CheckOutcome, Db } from '../../../db/index.ts';
import { type SeriesKey, seriesColumns } from './series.ts';

/** A trading date of a series to compare with its vendor. */
export type ComparedDay = SeriesKey & { dayMs: number };

/** An unfinished comparison; `nightMs` is 00:00 UTC. */
export type OpenComparison = ComparedDay & {
  nightMs: number;
  /** Fingerprint of the vendor's last differing answer; null before one. */
  answer: string | null;
  /** Number of differing answers so far. */
  tries: number;
};

/** Stores the days to compare in a night; existing ones stay unchanged. */
export async function insertChecks(
  db: Db,
  nightMs: number,
  days: readonly ComparedDay[],
): Promise<void> {
  if (days.length === 0) return;
  await db
    .insertInto('bar_checks')
    .values(
      days.map((day) => ({
        night_ms: nightMs,
        ...seriesColumns(day),
        day_ms: day.dayMs,
        due_ms: nightMs,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The instruments of an exchange that have days for a night. */
export async function readDrawn(
  db: Db,
  { exchange, isSimulated }: { exchange: ExchangeName; isSimulated: boolean },
  nightMs: number,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('bar_checks')
    .innerJoin('instruments', 'instruments.id', 'bar_checks.instrument_id')
    .select('instrument_id')
    .distinct()
    .where('instruments.exchange', '=', exchange)
    .where('is_simulated', '=', isSimulated)
    .where('night_ms', '=', nightMs)
    .execute();
  return new Set(rows.map(({ instrument_id }) => instrument_id));
}

/** Due comparisons of an exchange, longest due first. */
export async function readDueChecks(
  db: Db,
  { exchange, isSimulated }: { exchange: ExchangeName; isSimulated: boolean },
  nowMs: number,
  limit: number,
): Promise<OpenComparison[]> {
  const rows = await db
    .selectFrom('bar_checks')
    .innerJoin('instruments', 'instruments.id', 'bar_checks.instrument_id')
    .select(['night_ms', 'instrument_id', 'resolution', 'day_ms', 'answer', 'tries'])
    .where('is_simulated', '=', isSimulated)
    .where('instruments.exchange', '=', exchange)
    .where('instruments.is_enabled', '=', true)
    .where('outcome', '=', 'open')
    .where('due_ms', '<=', nowMs)
    .orderBy('due_ms')
    .orderBy('instrument_id')
    .orderBy('day_ms')
    .limit(limit)
    .execute();
  return rows.map(({ night_ms, instrument_id, resolution, day_ms, answer, tries }) => ({
    nightMs: night_ms,
    instrumentId: instrument_id,
    resolution,
    isSimulated,
    dayMs: day_ms,
    answer,
    tries,
  }));
}

/** Stores the outcome of a comparison. */
export async function updateCheck(
  db: Db,
  { nightMs, dayMs, ...key }: OpenComparison,
  change: { outcome?: CheckOutcome; answer?: string; tries?: number; dueMs?: number },
): Promise<void> {
  const { dueMs, ...columns } = change;
  await db
    .updateTable('bar_checks')
    .set({ ...columns, ...(dueMs === undefined ? {} : { due_ms: dueMs }) })
    .where('night_ms', '=', nightMs)
    .where((where) => where.and(seriesColumns(key)))
    .where('day_ms', '=', dayMs)
    .execute();
}

export async function deleteChecksBefore(db: Db, nightMs: number): Promise<void> {
  await db.deleteFrom('bar_checks').where('night_ms', '<', nightMs).execute();
}
