import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { type SeriesKey, seriesColumns } from './series.ts';

/** What a chunk says of itself without being unpacked. */
export type ChunkHead = {
  startMs: number;
  /** `[coveredFromMs, coveredToMs)` has been asked of the feed and answered. */
  coveredFromMs: number;
  coveredToMs: number;
  barCount: number;
  firstTime: number | null;
  lastTime: number | null;
  version: number;
};

export type ChunkRow = ChunkHead & { data: Buffer };

const HEAD = [
  'chunk_start as startMs',
  'covered_from as coveredFromMs',
  'covered_to as coveredToMs',
  'bar_count as barCount',
  'first_time as firstTime',
  'last_time as lastTime',
  'version',
] as const;

/** A row of many columns costs parameters; PostgreSQL takes 65 535 a statement. */
const ROWS_A_STATEMENT = 1_000;

function chunksOf(db: Db, key: SeriesKey) {
  return db.selectFrom('bar_chunks').where((where) => where.and(seriesColumns(key)));
}

/** Heads of the chunks whose start lies in `[fromMs, toMs]`, ascending. */
export function readHeads(
  db: Db,
  key: SeriesKey,
  fromMs: number,
  toMs: number,
): Promise<ChunkHead[]> {
  return chunksOf(db, key)
    .select(HEAD)
    .where('chunk_start', '>=', fromMs)
    .where('chunk_start', '<=', toMs)
    .orderBy('chunk_start')
    .execute();
}

/** A chunk as far as it is not known already: without its data where the known version is still the stored one. */
export type NewChunkRow = ChunkHead & { data: Buffer | null };

/** Chunks whose start lies in `[fromMs, toMs]`, ascending, in one statement; `known` are at hand already. */
export function readNewRows(
  db: Db,
  key: SeriesKey,
  span: { fromMs: number; toMs: number },
  known: readonly Pick<ChunkHead, 'startMs' | 'version'>[],
): Promise<NewChunkRow[]> {
  const pairs = known.map(({ startMs, version }) => sql`(${startMs}::bigint, ${version}::integer)`);
  const data =
    pairs.length === 0
      ? sql<Buffer | null>`data`
      : sql<Buffer | null>`case when (chunk_start, version) in (${sql.join(pairs)}) then null else data end`;
  return chunksOf(db, key)
    .select([...HEAD, data.as('data')])
    .where('chunk_start', '>=', span.fromMs)
    .where('chunk_start', '<=', span.toMs)
    .orderBy('chunk_start')
    .execute();
}

/** Whole chunks by their starts. */
export function readRows(db: Db, key: SeriesKey, starts: readonly number[]): Promise<ChunkRow[]> {
  if (starts.length === 0) return Promise.resolve([]);
  return chunksOf(db, key)
    .select([...HEAD, 'data'])
    .where('chunk_start', 'in', [...starts])
    .orderBy('chunk_start')
    .execute();
}

/** The nearest chunk with bars that starts before a moment. */
export function readRowBefore(
  db: Db,
  key: SeriesKey,
  beforeMs: number,
): Promise<ChunkRow | undefined> {
  return chunksOf(db, key)
    .select([...HEAD, 'data'])
    .where('chunk_start', '<', beforeMs)
    .where('bar_count', '>', 0)
    .orderBy('chunk_start', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The nearest chunk with a bar after a moment. */
export function readRowAfter(
  db: Db,
  key: SeriesKey,
  afterMs: number,
): Promise<ChunkRow | undefined> {
  return chunksOf(db, key)
    .select([...HEAD, 'data'])
    .where('last_time', '>', afterMs)
    .where('chunk_start', '>=', chunkStartOf(key.resolution, afterMs))
    .orderBy('chunk_start')
    .limit(1)
    .executeTakeFirst();
}

/** Time of the newest stored bar of a series; null without any. */
export async function readNewestTime(db: Db, key: SeriesKey): Promise<number | null> {
  const row = await chunksOf(db, key)
    .select('last_time')
    .where('bar_count', '>', 0)
    .orderBy('chunk_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last_time ?? null;
}

/** Time of the oldest stored bar of a series; null without any. */
export async function readOldestTime(db: Db, key: SeriesKey): Promise<number | null> {
  const row = await chunksOf(db, key)
    .select('first_time')
    .where('bar_count', '>', 0)
    .orderBy('chunk_start')
    .limit(1)
    .executeTakeFirst();
  return row?.first_time ?? null;
}

/** Writes whole chunks, many a statement; the caller holds the lock of the series. */
export async function writeRows(
  transaction: Transaction<Database>,
  key: SeriesKey,
  rows: readonly ChunkRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    await transaction
      .insertInto('bar_chunks')
      .values(
        rows.slice(at, at + ROWS_A_STATEMENT).map((row) => ({
          ...seriesColumns(key),
          chunk_start: row.startMs,
          covered_from: row.coveredFromMs,
          covered_to: row.coveredToMs,
          bar_count: row.barCount,
          first_time: row.firstTime,
          last_time: row.lastTime,
          version: row.version,
          data: row.data,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['instrument_id', 'resolution', 'is_simulated', 'chunk_start'])
          .doUpdateSet((set) => ({
            covered_from: set.ref('excluded.covered_from'),
            covered_to: set.ref('excluded.covered_to'),
            bar_count: set.ref('excluded.bar_count'),
            first_time: set.ref('excluded.first_time'),
            last_time: set.ref('excluded.last_time'),
            version: set.ref('excluded.version'),
            data: set.ref('excluded.data'),
          })),
      )
      .execute();
  }
}

/** What `readStamp` would answer for these chunks. */
export function stampOf(chunks: readonly Pick<ChunkHead, 'version'>[]): string {
  return `${chunks.length}/${chunks.reduce((sum, { version }) => sum + version, 0)}`;
}

/** Changes whenever a chunk that `[fromMs, toMs)` touches does, whichever process has written it. */
export async function readStamp(
  db: Db,
  key: SeriesKey,
  fromMs: number,
  toMs: number,
): Promise<string> {
  const row = await chunksOf(db, key)
    .select(sql<string>`count(*) || '/' || coalesce(sum(version), 0)`.as('stamp'))
    .where('chunk_start', '>=', chunkStartOf(key.resolution, fromMs))
    .where('chunk_start', '<', toMs)
    .executeTakeFirst();
  return row?.stamp ?? '';
}
