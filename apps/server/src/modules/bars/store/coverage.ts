import {
  intersection,
  isEmptySpan,
  type Span,
  type StoredResolution,
  subtract,
} from '@moneytrail/calendar';
import { chunkEndOf } from '../chunks/chunk-calendar.ts';
import type { ChunkHead } from './chunk-rows.ts';

/**
 * What is covered when another span has been answered. A chunk keeps one span without a hole:
 * of two that do not touch the wider one is kept, the other is asked again some day.
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

/** Up to where the feed has answered for the last of these chunks that it was asked for; null where it never was. */
export function coveredEndOf(chunks: readonly ChunkHead[]): number | null {
  const answered = chunks.filter(({ coveredFromMs, coveredToMs }) => coveredFromMs < coveredToMs);
  if (answered.length === 0) return null;
  return Math.max(...answered.map(({ coveredToMs }) => coveredToMs));
}

/** The parts of a span that the feed has not answered for, ascending; `stored` are the chunks that it touches. */
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
