import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

/**
 * Up to where the vendor, or else the simulator, has answered for the intraday bars of instruments: `answered` by the
 * name of `coveredEndName`. In a closed market that is the next opening. Instruments without bars are left out.
 */
export async function readCoveredEnds(
  db: Db,
  instrumentIds: readonly number[],
): Promise<Map<string, number>> {
  if (instrumentIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; isSimulated: boolean; endMs: number }>`
    select series.instrument_id as id, series.is_simulated as "isSimulated",
      max(greatest(newest.covered_to, newest.last_time)) as "endMs"
    from bar_series as series
    cross join lateral (
      select covered_to, last_time from bar_chunks as chunk
      where chunk.instrument_id = series.instrument_id and chunk.resolution = series.resolution
        and chunk.is_simulated = series.is_simulated
        and (bar_count > 0 or covered_to > covered_from)
      order by chunk_start desc limit 1
    ) as newest
    where series.instrument_id = any(${[...instrumentIds]}::int[]) and series.resolution <> '1D'
    group by series.instrument_id, series.is_simulated
  `.execute(db);
  return new Map(rows.map((row) => [coveredEndName(row), Number(row.endMs)]));
}

/** Names the bars of an instrument from one kind of source. */
export function coveredEndName({ id, isSimulated }: { id: number; isSimulated: boolean }): string {
  return `${id}/${isSimulated ? 'simulated' : 'real'}`;
}
