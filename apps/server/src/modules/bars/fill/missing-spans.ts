import type { StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { hasSession } from '../history/bar-edge.ts';
import { readHeads } from '../store/chunk-rows.ts';
import { intersection, joinTouching, type Span, uncovered } from '../store/coverage.ts';
import type { Db } from '../store/series.ts';

/** The parts of a span that the feed has not been asked for and in which the market traded, ascending. */
export async function missingSpans(
  db: Db,
  instrument: Instrument,
  resolution: StoredResolution,
  needed: Span,
): Promise<Span[]> {
  const starts = chunksBetween(resolution, needed.fromMs, needed.toMs);
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const key = { instrumentId: instrument.id, resolution };
  const heads = new Map(
    (await readHeads(db, key, first, last)).map((head) => [head.startMs, head]),
  );
  const spans = starts.flatMap((startMs) => {
    const chunk = { fromMs: startMs, toMs: chunkEndOf(resolution, startMs) };
    const head = heads.get(startMs);
    const known = { fromMs: head?.coveredFromMs ?? startMs, toMs: head?.coveredToMs ?? startMs };
    return uncovered(intersection(chunk, needed), known);
  });
  const isTraded = ({ fromMs, toMs }: Span) =>
    resolution === '1D' || hasSession(instrument.hours, fromMs, toMs);
  return joinTouching(spans).filter(isTraded);
}
