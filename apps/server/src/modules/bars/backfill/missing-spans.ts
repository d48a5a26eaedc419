import { intersection, isEmptySpan, type Span, type StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf, chunkStartOf } from '../chunks/chunk-calendar.ts';
import { contractBounds, hasSession } from '../history/series-bounds.ts';
import type { ChunkHead } from '../store/chunk-rows.ts';
import { uncoveredSpans } from '../store/coverage.ts';

/** What of a span the feed has to be asked for, and up to where its bars are final. */
export function missingSpans(
  instrument: Instrument,
  resolution: StoredResolution,
  span: Span,
  { lowestMs, settledMs }: { lowestMs: number; settledMs: number },
  stored: readonly ChunkHead[],
): { missing: Span[]; isToPresent: boolean } {
  const endMs = Math.min(contractBounds(instrument, resolution).toMs, settledMs);
  // Whole chunks are read, so that a chunk's coverage never has a hole.
  const chunks = {
    fromMs: chunkStartOf(resolution, span.fromMs),
    toMs: chunkEndOf(resolution, chunkStartOf(resolution, span.toMs - 1)),
  };
  const needed = intersection(chunks, { fromMs: lowestMs, toMs: endMs });
  const isTraded = ({ fromMs, toMs }: Span) =>
    resolution === '1D' || hasSession(instrument.hours, fromMs, toMs);
  return {
    missing: isEmptySpan(needed) ? [] : uncoveredSpans(resolution, needed, stored).filter(isTraded),
    isToPresent: chunks.toMs > settledMs && endMs === settledMs && span.toMs > settledMs,
  };
}
