import { intersection, type Span } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { chunkEndOf, chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk, encodeChunk } from '../chunks/chunk-codec.ts';
import { type BarColumns, barsBetween, NO_BARS, pickBars, timeAt } from '../columns/bar-columns.ts';
import { mergeColumns } from '../columns/merge-columns.ts';
import { type ChunkRow, readRows, writeRows } from './chunk-rows.ts';
import { coverageOf, joinCoverage } from './coverage.ts';
import { filterIncoming } from './filter-incoming.ts';
import { clearQuarantine, takeFromQuarantine } from './quarantine.ts';
import { lockSeries, readImports, type SeriesKey } from './series.ts';
import { storedNeighbours } from './stored-neighbours.ts';
import { widenBeginning } from './write-beginning.ts';

/**
 * How bars are accepted: `filtered`, a feed's, without outliers and outside of what an operator has imported; `trusted`, an operator's own, as they are;
 * `corroborated`, quarantined bars, as far as they still are quarantined so.
 */
export type Trust = 'filtered' | 'trusted' | 'corroborated';

export type BarWrite = {
  key: SeriesKey;
  /** Ascending, unique. */
  columns: BarColumns;
  /** What the feed has answered with these bars, those after it were forming; null where nothing is claimed. */
  coverage: Span | null;
  trust: Trust;
  fence?: WriteFence | undefined;
};

/** Whether the writer may write still, asked in the transaction that writes: nothing is written where not. */
export type WriteFence = (transaction: Transaction<Database>) => Promise<boolean>;

/** What a chunk holds as it is stored now. */
export type WrittenChunk = Pick<ChunkRow, 'startMs' | 'version'> & { columns: BarColumns };

/** `chunks` are those whose bars were packed, unpacked as the next reader wants them. */
export type WriteResult = { isChanged: boolean; quarantined: number[]; chunks: WrittenChunk[] };

const UNCHANGED = { isChanged: false, quarantined: [], chunks: [] } satisfies WriteResult;

function startsOf({ key, columns, coverage }: BarWrite): number[] {
  const starts = new Set(
    coverage ? chunksBetween(key.resolution, coverage.fromMs, coverage.toMs) : [],
  );
  let end = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < columns.length; i++) {
    const time = timeAt(columns, i);
    if (time < end) continue;
    const start = chunkStartOf(key.resolution, time);
    starts.add(start);
    end = chunkEndOf(key.resolution, start);
  }
  return [...starts].sort((a, b) => a - b);
}

function newRow(startMs: number): ChunkRow {
  return {
    startMs,
    coveredFromMs: startMs,
    coveredToMs: startMs,
    barCount: 0,
    firstTime: null,
    lastTime: null,
    version: 0,
    data: Buffer.alloc(0),
  };
}

/** A row that is to be written; `columns` are its bars where they are at hand. */
type ChangedChunk = { row: ChunkRow; columns: BarColumns | null };

/** A chunk with bars and coverage laid over what is stored; null where that changes nothing. */
function withBars(
  write: BarWrite,
  stored: ChunkRow | undefined,
  startMs: number,
): ChangedChunk | null {
  const row = stored ?? newRow(startMs);
  const chunk = { fromMs: startMs, toMs: chunkEndOf(write.key.resolution, startMs) };
  const known = { fromMs: row.coveredFromMs, toMs: row.coveredToMs };
  const covered = write.coverage ? joinCoverage(known, intersection(write.coverage, chunk)) : known;
  const incoming = barsBetween(write.columns, chunk.fromMs, chunk.toMs);
  const isWider = covered.fromMs !== known.fromMs || covered.toMs !== known.toMs;
  const coveredChunk = { ...row, coveredFromMs: covered.fromMs, coveredToMs: covered.toMs };
  // Without bars and without an answer of the feed there is nothing to keep, least of all an empty chunk.
  if (incoming.length === 0 && !isWider) return null;
  if (stored && incoming.length === 0) {
    return { row: { ...coveredChunk, version: row.version + 1 }, columns: null };
  }
  const before = row.barCount === 0 ? NO_BARS : decodeChunk(row.data);
  const { columns, isChanged } = mergeColumns(before, incoming);
  if (stored && !isChanged && !isWider) return null;
  const changed = {
    ...coveredChunk,
    barCount: columns.length,
    firstTime: columns.length > 0 ? timeAt(columns, 0) : null,
    lastTime: columns.length > 0 ? timeAt(columns, columns.length - 1) : null,
    version: row.version + 1,
    data: isChanged || !stored ? encodeChunk(columns) : row.data,
  };
  return { row: changed, columns };
}

/** The bars that lie in none of some spans. */
function outside(columns: BarColumns, spans: readonly Span[]): BarColumns {
  if (spans.length === 0) return columns;
  return pickBars(columns, (index) => {
    const time = timeAt(columns, index);
    return !spans.some(({ fromMs, toMs }) => time >= fromMs && time < toMs);
  });
}

/** Where the feed has answered since for what was still forming when these bars were answered. */
function answeredSince({ key, coverage }: BarWrite, stored: ReadonlyMap<number, ChunkRow>): Span[] {
  if (!coverage) return [];
  const forming = { fromMs: coverage.toMs, toMs: Number.POSITIVE_INFINITY };
  return [...stored.values()].map((row) => intersection(coverageOf(key.resolution, row), forming));
}

/** The bars that may be stored now, and the times of those that are quarantined. */
async function acceptedOf(
  transaction: Transaction<Database>,
  write: BarWrite,
  stored: ReadonlyMap<number, ChunkRow>,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  const { key, columns, trust } = write;
  switch (trust) {
    case 'filtered': {
      const kept = [...(await readImports(transaction, key)), ...answeredSince(write, stored)];
      const offered = outside(columns, kept);
      return filterIncoming(transaction, key, offered, storedNeighbours(transaction, key, stored));
    }
    case 'trusted':
      await clearQuarantine(transaction, key, columns);
      return { accepted: columns, quarantined: [] };
    case 'corroborated':
      return { accepted: await takeFromQuarantine(transaction, key, columns), quarantined: [] };
  }
}

/** Lays bars over what is stored: lock the series, unpack, merge by time, pack, write. */
export async function writeBarsWithin(
  transaction: Transaction<Database>,
  write: BarWrite,
): Promise<WriteResult> {
  const { key, fence } = write;
  await lockSeries(transaction, key);
  // Behind the lock: who writes the series after us is not refused, and nobody waits for a writer that stands still.
  if (fence && !(await fence(transaction))) return UNCHANGED;
  const starts = startsOf(write);
  const [first] = starts;
  if (first === undefined) return UNCHANGED;
  const stored = new Map(
    (await readRows(transaction, key, starts)).map((row) => [row.startMs, row]),
  );
  const { accepted, quarantined } = await acceptedOf(transaction, write, stored);
  await widenBeginning(transaction, key, accepted);
  const changed = starts
    .map((start) => withBars({ ...write, columns: accepted }, stored.get(start), start))
    .filter((chunk) => chunk !== null);
  await writeRows(
    transaction,
    key,
    changed.map(({ row }) => row),
  );
  const chunks = changed.flatMap(({ row: { startMs, version }, columns }) =>
    columns === null ? [] : [{ startMs, version, columns }],
  );
  return { isChanged: changed.length > 0, quarantined, chunks };
}

/**
 * Lays bars over what is stored, in one transaction. Writing the same bars twice changes nothing; two writers follow one
 * another.
 */
export async function writeBars(db: Db, write: BarWrite): Promise<WriteResult> {
  return db.transaction().execute((transaction) => writeBarsWithin(transaction, write));
}
