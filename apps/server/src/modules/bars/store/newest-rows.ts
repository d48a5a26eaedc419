import type { StoredResolution } from '@moneytrail/calendar';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { ChunkRow } from './chunk-rows.ts';
import type { SeriesKey } from './series.ts';

/** A chunk in one of its states. */
export type ChunkVersion = Pick<ChunkRow, 'startMs' | 'version'>;

/** The newest chunk with bars of a series; without its data where the known version is still the stored one. */
export type NewestRow = { instrumentId: number; resolution: StoredResolution } & ChunkVersion &
  Pick<ChunkRow, 'coveredFromMs' | 'coveredToMs'> & { data: Buffer | null };

/** A series, and the newest chunk of it that is at hand already. */
type Wanted = SeriesKey & { known: ChunkVersion | null };

/** The newest chunk with bars of each series, in one statement; series without bars are absent. */
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
