import type { StoredResolution } from '@moneytrail/calendar';
import { sql, type Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Db, ReadReplica } from '../../../db/index.ts';
import { chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import type { BarColumns } from '../columns/bar-columns.ts';
import { type SeriesKey, seriesColumns, seriesName } from './series.ts';

/** A chunk without its bars. */
export type ChunkHead = {
  startMs: number;
  /** The feed has answered for `[coveredFromMs, coveredToMs)`. */
  coveredFromMs: number;
  coveredToMs: number;
  /** The bars after the coverage include all trades up to this moment, on the feed's clock; 0 if unknown. */
  knownUntilMs: number;
  barCount: number;
  firstTime: number | null;
  lastTime: number | null;
  version: number;
};

export type ChunkRow = ChunkHead & { data: Buffer };

/** A chunk as it was just written, unpacked. */
export type WrittenChunk = Pick<ChunkRow, 'startMs' | 'version'> & { columns: BarColumns };

const HEAD = [
  'chunk_start as startMs',
  'covered_from as coveredFromMs',
  'covered_to as coveredToMs',
  'known_until as knownUntilMs',
  'bar_count as barCount',
  'first_time as firstTime',
  'last_time as lastTime',
  'version',
] as const;

/** PostgreSQL takes at most 65 535 parameters per statement. */
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

/** Chunks whose start lies in `[fromMs, toMs]`, ascending, in one statement; `data` is null for unchanged `known` ones. */
function readNewRows(
  db: Db,
  key: SeriesKey,
  span: { fromMs: number; toMs: number },
  known: readonly ChunkVersion[],
): Promise<(ChunkHead & { data: Buffer | null })[]> {
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

/**
 * The same with a replica: the primary tells the versions and the replica has the bytes. A chunk that the replica does not
 * have in this very version comes from the primary, so no answer is older than one of the primary alone.
 */
async function readNewRowsFrom(
  { db, replica }: { db: Db; replica: ReadReplica },
  key: SeriesKey,
  span: { fromMs: number; toMs: number },
  known: readonly ChunkVersion[],
): Promise<(ChunkHead & { data: Buffer | null })[]> {
  const heads = await readHeads(db, key, span.fromMs, span.toMs);
  const wanted = heads.filter(
    ({ startMs, version }) =>
      !known.some((chunk) => chunk.startMs === startMs && chunk.version === version),
  );
  if (wanted.length === 0) return heads.map((head) => ({ ...head, data: null }));
  const copied = await replica.read((copy) => readVersions(copy, key, wanted));
  const bytes = new Map(copied?.map(({ startMs, data }) => [startMs, data]));
  const behind = wanted.filter(({ startMs }) => !bytes.has(startMs));
  const starts = behind.map(({ startMs }) => startMs);
  const own = new Map((await readRows(db, key, starts)).map((row) => [row.startMs, row]));
  return heads.map(
    (head) => own.get(head.startMs) ?? { ...head, data: bytes.get(head.startMs) ?? null },
  );
}

/** The bytes of those chunks that are there in these versions. */
function readVersions(
  db: Db,
  key: SeriesKey,
  versions: readonly ChunkVersion[],
): Promise<Pick<ChunkRow, 'startMs' | 'data'>[]> {
  const pairs = versions.map(
    ({ startMs, version }) => sql`(${startMs}::bigint, ${version}::integer)`,
  );
  return chunksOf(db, key)
    .select(['chunk_start as startMs', 'data'])
    .where(sql<boolean>`(chunk_start, version) in (${sql.join(pairs)})`)
    .execute();
}

/** Whole chunks by their starts, ascending. */
export function readRows(db: Db, key: SeriesKey, starts: readonly number[]): Promise<ChunkRow[]> {
  if (starts.length === 0) return Promise.resolve([]);
  return chunksOf(db, key)
    .select([...HEAD, 'data'])
    .where('chunk_start', 'in', [...starts])
    .orderBy('chunk_start')
    .execute();
}

/** The last chunk with bars that starts before a moment. */
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

/** The first chunk with a bar after a moment. */
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

export async function readNewestTime(db: Db, key: SeriesKey): Promise<number | null> {
  const row = await chunksOf(db, key)
    .select('last_time')
    .where('bar_count', '>', 0)
    .orderBy('chunk_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last_time ?? null;
}

/** The times of the first and the last stored bar, from one statement. */
export async function readEnds(
  db: Db,
  key: SeriesKey,
): Promise<{ oldestMs: number | null; newestMs: number | null }> {
  const filled = chunksOf(db, key).where('bar_count', '>', 0).limit(1);
  return await db
    .selectNoFrom([
      filled.select('first_time').orderBy('chunk_start').as('oldestMs'),
      filled.select('last_time').orderBy('chunk_start', 'desc').as('newestMs'),
    ])
    .executeTakeFirstOrThrow();
}

export async function readOldestTime(db: Db, key: SeriesKey): Promise<number | null> {
  const row = await chunksOf(db, key)
    .select('first_time')
    .where('bar_count', '>', 0)
    .orderBy('chunk_start')
    .limit(1)
    .executeTakeFirst();
  return row?.first_time ?? null;
}

/** Writes whole chunks; the caller holds the lock of the series. */
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
          known_until: row.knownUntilMs,
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
            known_until: set.ref('excluded.known_until'),
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

/** The result of `readStamp` for these chunks. */
export function stampOf(chunks: readonly Pick<ChunkHead, 'version'>[]): string {
  return `${chunks.length}/${chunks.reduce((sum, { version }) => sum + version, 0)}`;
}

/** A value that changes whenever any process writes a chunk of `[fromMs, toMs)`. */
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

export type ChunkVersion = Pick<ChunkRow, 'startMs' | 'version'>;

/** The newest chunk with bars of a series; `data` is null if the known version is still current. */
export type NewestRow = { instrumentId: number; resolution: StoredResolution } & ChunkVersion &
  Pick<ChunkRow, 'coveredFromMs' | 'coveredToMs'> & { data: Buffer | null };

type Wanted = SeriesKey & { known: ChunkVersion | null };

/** The newest chunk with bars of each series, in one statement; series without bars are absent. `known` is its last read. */
export async function readNewestRows(db: Db, series: readonly Wanted[]): Promise<NewestRow[]> {
  if (series.length === 0) return [];
  const wanted = series.map(({ instrumentId, resolution, isSimulated, known }) => {
    const key = sql`${instrumentId}::integer, ${resolution}::text, ${isSimulated}::boolean`;
    return sql`(${key}, ${known?.startMs ?? null}::bigint, ${known?.version ?? null}::integer)`;
  });
  const { rows } = await sql<NewestRow>`
    select wanted.instrument_id as "instrumentId", wanted.resolution, newest.*
    from (values ${sql.join(wanted)})
      as wanted (instrument_id, resolution, is_simulated, known_start, known_version)
    cross join lateral (
      select chunk_start as "startMs", version, covered_from as "coveredFromMs",
        covered_to as "coveredToMs",
        case when chunk_start = known_start and version = known_version then null else data end as data
      from bar_chunks as chunk
      where chunk.instrument_id = wanted.instrument_id
        and chunk.resolution = wanted.resolution
        and chunk.is_simulated = wanted.is_simulated
        and chunk.bar_count > 0
      order by chunk_start desc
      limit 1
    ) as newest
  `.execute(db);
  return rows;
}

export type Chunk = ChunkHead & { columns: BarColumns };

const BYTES_A_BAR = 48;
/** Sixty days of minutes, about the pages that twenty concurrent readers use; unpacking a chunk takes a millisecond. */
const MAX_BYTES = 4 * 1_024 * 1_024;

/**
 * Reads chunks through a cache of unpacked ones; a chunk that another process has changed is read again, from the replica
 * if there is one that has it.
 */
export function createChunkReader({ db, replica }: { db: Db; replica?: ReadReplica | undefined }) {
  type Kept = { version: number; columns: BarColumns };
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ columns }) => columns.length * BYTES_A_BAR + BYTES_A_BAR,
  });
  const nameOf = (key: SeriesKey, startMs: number) => `${seriesName(key)}/${startMs}`;
  return {
    /** Chunks whose start lies in `[fromMs, toMs]`, ascending; those never written are absent. */
    read: async (key: SeriesKey, fromMs: number, toMs: number): Promise<Chunk[]> => {
      const known = new Map<number, Kept>();
      for (const startMs of chunksBetween(key.resolution, fromMs, toMs + 1)) {
        const chunk = kept.get(nameOf(key, startMs));
        if (chunk) known.set(startMs, chunk);
      }
      const versions = [...known].map(([startMs, { version }]) => ({ startMs, version }));
      const span = { fromMs, toMs };
      const rows = replica
        ? await readNewRowsFrom({ db, replica }, key, span, versions)
        : await readNewRows(db, key, span, versions);
      return rows.map(({ data, ...head }) => {
        const columns = data === null ? known.get(head.startMs)?.columns : decodeChunk(data);
        if (!columns) throw new Error('the database left out a chunk that was not known');
        kept.set(nameOf(key, head.startMs), { version: head.version, columns });
        return { ...head, columns };
      });
    },
    /** Adds chunks that were just written, so that they are not read back. */
    keep: (key: SeriesKey, chunks: readonly WrittenChunk[]): void => {
      for (const { startMs, ...chunk } of chunks) kept.set(nameOf(key, startMs), chunk);
    },
  };
}
