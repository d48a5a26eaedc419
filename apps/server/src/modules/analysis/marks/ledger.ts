import type { Resolution } from '@moneytrail/calendar';
import { type Span, union } from '@moneytrail/calendar';
import { type Bar, type ExchangeName, LEDGER_RESOLUTIONS } from '@moneytrail/contract';
import { FORMULA_VERSION, type MarkSide } from '@moneytrail/indicators';
import type { Transaction } from 'kysely';
import { type Database, type Db, lockByName } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

/** Marks of other resolutions are computed when they are read. */
export const PUBLISHED_RESOLUTIONS: readonly Resolution[] = LEDGER_RESOLUTIONS;

function isPublished(resolution: Resolution): boolean {
  return PUBLISHED_RESOLUTIONS.includes(resolution);
}

/** A ledger: of one instrument in one resolution, real or simulated, by one version of the formulas. */
export type LedgerKey = {
  instrumentId: number;
  resolution: Resolution;
  formulaVersion: number;
  isSimulated: boolean;
};

/** A mark as published, with its bar at that time. */
export type LedgerMark = {
  id: string;
  side: MarkSide;
  isStrong: boolean;
  /** The price at the arrow. */
  price: number;
  text: string;
  bar: Bar;
  /** Null for a mark that was only computed. */
  publishedAtMs: number | null;
};

const LEDGER_COLUMNS = ['instrument_id', 'resolution', 'formula_version', 'is_simulated'] as const;

function keyRow(key: LedgerKey) {
  return {
    instrument_id: key.instrumentId,
    resolution: key.resolution,
    formula_version: key.formulaVersion,
    is_simulated: key.isSimulated,
  };
}

/** The ledger of a series by the current formulas. */
export function ledgerOf(
  feeds: Record<ExchangeName, { isSimulated: boolean }>,
  { instrument, resolution }: { instrument: Instrument; resolution: Resolution },
): LedgerKey {
  return {
    instrumentId: instrument.id,
    resolution,
    formulaVersion: FORMULA_VERSION,
    isSimulated: feeds[instrument.exchange].isSimulated,
  };
}

/** The published marks of a range, oldest first. */
export async function selectMarks(db: Db, key: LedgerKey, range: Span): Promise<LedgerMark[]> {
  const rows = await db
    .selectFrom('marks')
    .select(['id', 'time', 'side', 'is_strong', 'price', 'text', 'recorded_at_ms'])
    .select(['bar_open', 'bar_high', 'bar_low', 'bar_close', 'bar_volume'])
    .where((where) => where.and(keyRow(key)))
    .where('time', '>=', range.fromMs)
    .where('time', '<', range.toMs)
    .orderBy('time')
    .orderBy('side')
    .execute();
  return rows.map(({ id, side, is_strong, price, text, ...row }) => ({
    id,
    side,
    isStrong: is_strong,
    price,
    text,
    publishedAtMs: row.recorded_at_ms,
    bar: {
      time: row.time,
      open: row.bar_open,
      high: row.bar_high,
      low: row.bar_low,
      close: row.bar_close,
      volume: row.bar_volume,
    },
  }));
}

export async function selectLedgers(db: Db, sinceMs: number): Promise<LedgerKey[]> {
  const rows = await db
    .selectFrom('marks')
    .select(['instrument_id', 'resolution', 'formula_version', 'is_simulated'])
    .where('time', '>=', sinceMs)
    .distinct()
    .orderBy('instrument_id')
    .execute();
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    resolution: row.resolution,
    formulaVersion: row.formula_version,
    isSimulated: row.is_simulated,
  }));
}

/** The ranges whose marks have been published, in any order. */
export async function selectRanges(db: Db, key: LedgerKey): Promise<Span[]> {
  const rows = await db
    .selectFrom('mark_ranges')
    .select(['from_ms', 'to_ms'])
    .where((where) => where.and(keyRow(key)))
    .execute();
  return rows.map(({ from_ms, to_ms }) => ({ fromMs: from_ms, toMs: to_ms }));
}

async function addRange(db: Transaction<Database>, key: LedgerKey, range: Span): Promise<void> {
  const ranges = await selectRanges(db, key);
  await db
    .deleteFrom('mark_ranges')
    .where((where) => where.and(keyRow(key)))
    .execute();
  const rows = union([...ranges, range]).map(({ fromMs, toMs }) => ({
    ...keyRow(key),
    from_ms: fromMs,
    to_ms: toMs,
  }));
  await db.insertInto('mark_ranges').values(rows).execute();
}

/** Publishes the marks of a range; marks already published stay unchanged. */
export async function recordMarks(
  db: Db,
  key: LedgerKey,
  found: { range: Span; marks: readonly LedgerMark[]; nowMs: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Serializes the writers of a ledger over all processes.
    await lockByName(transaction, `marks ${Object.values(keyRow(key)).join(' ')}`);
    if (found.marks.length > 0) {
      const rows = found.marks.map(({ id, side, isStrong, price, text, bar }) => ({
        ...keyRow(key),
        id,
        side,
        price,
        text,
        time: bar.time,
        is_strong: isStrong,
        bar_open: bar.open,
        bar_high: bar.high,
        bar_low: bar.low,
        bar_close: bar.close,
        bar_volume: bar.volume,
        recorded_at_ms: found.nowMs,
      }));
      await transaction
        .insertInto('marks')
        .values(rows)
        .onConflict((conflict) => conflict.columns([...LEDGER_COLUMNS, 'time', 'side']).doNothing())
        .execute();
    }
    await addRange(transaction, key, found.range);
  });
}

/** Adds a note to a published mark; the same text is stored once. */
export async function insertNote(
  db: Db,
  key: Pick<LedgerKey, 'instrumentId' | 'isSimulated'>,
  note: { markId: string; text: string; nowMs: number },
): Promise<void> {
  await db
    .insertInto('mark_notes')
    .values({
      instrument_id: key.instrumentId,
      mark_id: note.markId,
      is_simulated: key.isSimulated,
      text: note.text,
      noted_at_ms: note.nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The notes of marks by their id, oldest first. */
async function selectNotes(
  db: Db,
  key: Pick<LedgerKey, 'instrumentId' | 'isSimulated'>,
  markIds: readonly string[],
): Promise<Map<string, string[]>> {
  const notes = new Map<string, string[]>();
  if (markIds.length === 0) return notes;
  const rows = await db
    .selectFrom('mark_notes')
    .select(['mark_id', 'text'])
    .where('instrument_id', '=', key.instrumentId)
    .where('is_simulated', '=', key.isSimulated)
    .where('mark_id', 'in', markIds)
    .orderBy('noted_at_ms')
    .orderBy('text')
    .execute();
  for (const { mark_id, text } of rows) notes.set(mark_id, [...(notes.get(mark_id) ?? []), text]);
  return notes;
}

export type Ledger = {
  published: LedgerMark[];
  ranges: Span[];
  notes: ReadonlyMap<string, string[]>;
};

/** The ledger of a range; empty, without a query, for resolutions that are not published. */
export async function readLedger(db: Db, key: LedgerKey, range: Span): Promise<Ledger> {
  if (!isPublished(key.resolution)) return { published: [], ranges: [], notes: new Map() };
  // Ranges first: marks published between the two reads are then computed too, never left out.
  const ranges = await selectRanges(db, key);
  const published = await selectMarks(db, key, range);
  const ids = published.map(({ id }) => id);
  return { published, ranges, notes: await selectNotes(db, key, ids) };
}
