import {
  intersection,
  isEmptySpan,
  type Span,
  type StoredResolution,
  subtract,
} from '@moneytrail/calendar';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { chunkEndOf } from '../chunks/chunk-calendar.ts';
import type { ChunkHead } from './chunks.ts';

/**
 * The coverage after another span was answered. A chunk keeps one contiguous span: of two that do not touch, the wider
 * one is kept and the other will be asked for again.
 */
export function joinCoverage(known: Span, answered: Span): Span {
  if (isEmptySpan(answered)) return known;
  if (isEmptySpan(known)) return answered;
  if (answered.fromMs <= known.toMs && known.fromMs <= answered.toMs) {
    return {
      fromMs: Math.min(known.fromMs, answered.fromMs),
      toMs: Math.max(known.toMs, answered.toMs),
    };
  }
  return known.toMs - known.fromMs >= answered.toMs - answered.fromMs ? known : answered;
}

/** The part of a chunk that the feed has answered for. */
export function coverageOf(resolution: StoredResolution, head: ChunkHead): Span {
  const chunk = { fromMs: head.startMs, toMs: chunkEndOf(resolution, head.startMs) };
  return intersection(chunk, { fromMs: head.coveredFromMs, toMs: head.coveredToMs });
}

/** The end of what the feed has answered for in these chunks; null if it was never asked. */
export function coveredEndOf(chunks: readonly ChunkHead[]): number | null {
  const answered = chunks.filter(({ coveredFromMs, coveredToMs }) => coveredFromMs < coveredToMs);
  if (answered.length === 0) return null;
  return Math.max(...answered.map(({ coveredToMs }) => coveredToMs));
}

/**
 * The time up to which the bars after the coverage of these chunks are known; without such bars, the newest knowledge.
 * 0 if unknown.
 */
export function knownUntilOf(chunks: readonly ChunkHead[]): number {
  const open = chunks.filter(
    ({ lastTime, coveredToMs }) => lastTime !== null && lastTime >= coveredToMs,
  );
  if (open.length > 0) return Math.min(...open.map(({ knownUntilMs }) => knownUntilMs));
  return Math.max(0, ...chunks.map(({ knownUntilMs }) => knownUntilMs));
}

/** The parts of a span that the feed has not answered for, ascending; `stored` are the chunks of the span. */
export function uncoveredSpans(
  resolution: StoredResolution,
  span: Span,
  stored: readonly ChunkHead[],
): Span[] {
  return subtract(
    span,
    stored.map((head) => coverageOf(resolution, head)),
  );
}

/**
 * The end of the covered intraday bars of instruments, by `coveredEndName`, vendor and simulator apart. In a closed
 * market that is the next opening. Instruments without bars are absent.
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

/** Key of an instrument's bars from one kind of source, vendor or simulator. */
export function coveredEndName({ id, isSimulated }: { id: number; isSimulated: boolean }): string {
  return `${id}/${isSimulated ? 'simulated' : 'real'}`;
}
