import type { StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { hasSession } from '../history/bar-edge.ts';
import type { ChunkHead } from '../store/chunk-rows.ts';
import { intersection, joinTouching, type Span, uncovered } from '../store/coverage.ts';

/**
 * The parts of a span that the feed has not been asked for and in which the market traded, ascending.
 * `stored` are the chunks that the span touches, as far as they exist.
 */
export function missingSpans(
  instrument: Instrument,
  resolution: StoredResolution,
  needed: Span,
  stored: readonly ChunkHead[],
): Span[] {
  const heads = new Map(stored.map((head) => [head.startMs, head]));
  const spans = chunksBetween(resolution, needed.fromMs, needed.toMs).flatMap((startMs) => {
    const chunk = { fromMs: startMs, toMs: chunkEndOf(resolution, startMs) };
    const head = heads.get(startMs);
    const known = { fromMs: head?.coveredFromMs ?? startMs, toMs: head?.coveredToMs ?? startMs };
    return uncovered(intersection(chunk, needed), known);
  });
  const isTraded = ({ fromMs, toMs }: Span) =>
    resolution === '1D' || hasSession(instrument.hours, fromMs, toMs);
  return joinTouching(spans).filter(isTraded);
}
