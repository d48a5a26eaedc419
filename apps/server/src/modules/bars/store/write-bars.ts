import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { chunkEndOf, chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk, encodeChunk } from '../chunks/chunk-codec.ts';
import {
  type BarColumns,
  barsBetween,
  concatColumns,
  NO_BARS,
  timeAt,
} from '../columns/bar-columns.ts';
import { mergeColumns } from '../columns/merge-columns.ts';
import { JUDGED_BY_BARS } from '../door/judge-jumps.ts';
import { type ChunkRow, readRowAfter, readRowBefore, readRows, writeRows } from './chunk-rows.ts';
import { intersection, joinCoverage, type Span } from './coverage.ts';
import { forgetHeld, takeHeld } from './held-bars.ts';
import { judgeAtTheDoor, type Neighbours } from './quarantine.ts';
import { type Db, lockSeries, type SeriesKey } from './series.ts';

/**
 * What is believed of bars: `judged`, a feed's, of which those that jump too far wait for a witness; `given`, an
 * operator's own, as they are; `confirmed`, bars that were held back, as far as they still are held so.
 */
export type Trust = 'judged' | 'given' | 'confirmed';

export type BarWrite = {
  key: SeriesKey;
  /** Ascending, unique. */
  columns: BarColumns;
  /** What the feed has answered with these bars; null where nothing is claimed. */
  coverage: Span | null;
  trust: Trust;
};

export type WriteResult = { isChanged: boolean; quarantined: number[] };

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

/** A chunk with bars and coverage laid over what is stored; null where that changes nothing. */
function withBars(write: BarWrite, stored: ChunkRow | undefined, startMs: number): ChunkRow | null {
  const row = stored ?? newRow(startMs);
  const chunk = { fromMs: startMs, toMs: chunkEndOf(write.key.resolution, startMs) };
  const known = { fromMs: row.coveredFromMs, toMs: row.coveredToMs };
  const covered = write.coverage ? joinCoverage(known, intersection(write.coverage, chunk)) : known;
  const incoming = barsBetween(write.columns, chunk.fromMs, chunk.toMs);
  const before = row.barCount === 0 ? NO_BARS : decodeChunk(row.data);
  const { columns, isChanged } = mergeColumns(before, incoming);
  const isWider = covered.fromMs !== known.fromMs || covered.toMs !== known.toMs;
  if (stored && !isChanged && !isWider) return null;
  return {
    startMs,
    coveredFromMs: covered.fromMs,
    coveredToMs: covered.toMs,
    barCount: columns.length,
    firstTime: columns.length > 0 ? timeAt(columns, 0) : null,
    lastTime: columns.length > 0 ? timeAt(columns, columns.length - 1) : null,
    version: row.version + 1,
    data: isChanged || !stored ? encodeChunk(columns) : row.data,
  };
}

/** Bars older than the known beginning, as an operator may have, move it. */
async function widenBeginning(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<void> {
  const first = columns.time[0];
  if (columns.length === 0 || first === undefined) return;
  await transaction
    .updateTable('bar_series')
    .set({ beginning_ms: first })
    .where('instrument_id', '=', key.instrumentId)
    .where('resolution', '=', key.resolution)
    .where('beginning_ms', '>', first)
    .execute();
}

/** The stored bars around incoming ones; `stored` are the chunks that are written. */
function neighboursOf(
  transaction: Transaction<Database>,
  key: SeriesKey,
  stored: ReadonlyMap<number, ChunkRow>,
): Neighbours {
  return {
    before: async (timeMs) => {
      const startMs = chunkStartOf(key.resolution, timeMs);
      const own = stored.get(startMs);
      const near = own?.barCount
        ? barsBetween(decodeChunk(own.data), Number.NEGATIVE_INFINITY, timeMs)
        : NO_BARS;
      if (near.length > JUDGED_BY_BARS) return near;
      // A chunk that has only just begun says too little about what is usual.
      const row = await readRowBefore(transaction, key, own ? startMs : timeMs);
      const far = row
        ? barsBetween(decodeChunk(row.data), Number.NEGATIVE_INFINITY, timeMs)
        : NO_BARS;
      return concatColumns([far, near]);
    },
    after: async (timeMs) => {
      const row = await readRowAfter(transaction, key, timeMs);
      return row
        ? barsBetween(decodeChunk(row.data), timeMs + 1, Number.POSITIVE_INFINITY)
        : NO_BARS;
    },
    within: (fromMs, lastMs) =>
      concatColumns(
        [...stored.values()].map(({ barCount, data }) =>
          barCount === 0 ? NO_BARS : barsBetween(decodeChunk(data), fromMs, lastMs + 1),
        ),
      ),
  };
}

/** The bars that may be stored now, and the times of those that wait. */
async function believedOf(
  transaction: Transaction<Database>,
  { key, columns, trust }: BarWrite,
  stored: ReadonlyMap<number, ChunkRow>,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  switch (trust) {
    case 'judged':
      return judgeAtTheDoor(transaction, key, columns, neighboursOf(transaction, key, stored));
    case 'given':
      await forgetHeld(transaction, key, columns);
      return { accepted: columns, quarantined: [] };
    case 'confirmed':
      return { accepted: await takeHeld(transaction, key, columns), quarantined: [] };
  }
}

async function writeLocked(
  transaction: Transaction<Database>,
  write: BarWrite,
): Promise<WriteResult> {
  const { key } = write;
  const starts = startsOf(write);
  const [first] = starts;
  if (first === undefined) return { isChanged: false, quarantined: [] };
  const stored = new Map(
    (await readRows(transaction, key, starts)).map((row) => [row.startMs, row]),
  );
  const judged = await believedOf(transaction, write, stored);
  const accepted = { ...write, columns: judged.accepted };
  await widenBeginning(transaction, key, judged.accepted);
  const changed = starts
    .map((start) => withBars(accepted, stored.get(start), start))
    .filter((row) => row !== null);
  await writeRows(transaction, key, changed);
  return { isChanged: changed.length > 0, quarantined: judged.quarantined };
}

/**
 * Lays bars over what is stored, in one transaction: lock the series, unpack, merge by time, pack, write.
 * Writing the same bars twice changes nothing; two writers follow one another.
 */
export async function writeBars(db: Db, write: BarWrite): Promise<WriteResult> {
  return db.transaction().execute(async (transaction) => {
    await lockSeries(transaction, write.key);
    return writeLocked(transaction, write);
  });
}
