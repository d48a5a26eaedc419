import {
  DAY_MS,
  intersection,
  isEmptySpan,
  isTradingDay,
  resolutionMs,
  type Span,
  type StoredResolution,
  subtract,
} from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import { positionOf } from '../columns/bar-columns.ts';
import { barLengthIn, contractBounds, settledEnd, spanOfDay } from '../series-bounds.ts';
import { type ChunkHead, readHeads, readRows } from '../store/chunks.ts';
import { coverageOf } from '../store/coverage.ts';
import { readQuarantinedTimes } from '../store/quarantine.ts';
import { type FeedKinds, readBeginning, type SeriesKey, seriesKey } from '../store/series.ts';

/**
 * Coverage of a trading date: `stored`, the feed has answered for all of it; `partial`, for a part; `missing`, the feed
 * was never asked; `empty`, it has no bars; `closed`, no trading; `outside` the life of the series.
 */
type DayState = 'stored' | 'partial' | 'missing' | 'empty' | 'closed' | 'outside';

type CoverageDay = {
  dayMs: number;
  state: DayState;
  /** Stored bars; for minutes those of the UTC date. */
  bars: number;
  /** Bars of a session without gaps. */
  expected: number;
  quarantined: number;
};

type CoverageDeps = { db: Db; feeds: FeedKinds; clock: { now: () => number } };

type Counts = { heads: Map<number, ChunkHead>; barsIn: (span: Span, dayMs: number) => number };

/** Minute chunks are days, so their heads hold the counts; coarser chunks are unpacked. */
async function readCounts(db: Db, key: SeriesKey, { fromMs, toMs }: Span): Promise<Counts> {
  const { resolution } = key;
  const firstMs = chunkStartOf(resolution, fromMs);
  const all = await readHeads(db, key, firstMs, toMs);
  const heads = new Map(all.map((head) => [head.startMs, head]));
  if (resolution === '1') {
    return { heads, barsIn: (_span, dayMs) => heads.get(dayMs)?.barCount ?? 0 };
  }
  const filled = all.filter(({ barCount }) => barCount > 0).map(({ startMs }) => startMs);
  const columns = (await readRows(db, key, filled)).map(({ data }) => decodeChunk(data));
  const barsIn = (span: Span) =>
    columns.reduce(
      (sum, each) => sum + positionOf(each, span.toMs) - positionOf(each, span.fromMs),
      0,
    );
  return { heads, barsIn };
}

function answeredFor(resolution: StoredResolution, span: Span, heads: Counts['heads']) {
  const touched = chunksBetween(resolution, span.fromMs, span.toMs).flatMap((start) => {
    const head = heads.get(start);
    return head ? [coverageOf(resolution, head)] : [];
  });
  const left = subtract(span, touched);
  const leftMs = left.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  if (leftMs === 0) return 'whole';
  return leftMs < span.toMs - span.fromMs ? 'part' : 'nothing';
}

/** The coverage of an instrument in one resolution, for each date in `[fromMs, toMs)`; no feed is asked. */
export async function readCoverageMap(
  deps: CoverageDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  dates: Span,
): Promise<CoverageDay[]> {
  const { db, clock } = deps;
  const { hours } = instrument;
  const lengthMs = resolutionMs(barLengthIn(instrument, resolution));
  const key = seriesKey(deps, instrument, resolution);
  // A session may begin on the evening before its date.
  const around = { fromMs: dates.fromMs - DAY_MS, toMs: dates.toMs + DAY_MS };
  const counts = await readCounts(db, key, around);
  const quarantined = await readQuarantinedTimes(db, key, around);
  const beginningMs = (await readBeginning(db, { ...key, resolution: '1D' })) ?? 0;
  const life = contractBounds(instrument, resolution);
  const known = {
    fromMs: life.fromMs,
    toMs: Math.min(life.toMs, settledEnd(instrument, resolution, clock.now())),
  };
  const days: CoverageDay[] = [];
  for (let dayMs = dates.fromMs; dayMs < dates.toMs; dayMs += DAY_MS) {
    const none = { dayMs, bars: 0, expected: 0, quarantined: 0 };
    if (!isTradingDay(hours, dayMs)) {
      days.push({ ...none, state: 'closed' });
      continue;
    }
    const session = spanOfDay(hours, resolution, dayMs);
    const span = intersection(session, known);
    if (isEmptySpan(span) || dayMs < beginningMs) {
      days.push({ ...none, state: 'outside' });
      continue;
    }
    const bars = counts.barsIn(session, dayMs);
    const answered = answeredFor(resolution, span, counts.heads);
    const whole = bars > 0 ? 'stored' : 'empty';
    const unasked = bars > 0 ? 'partial' : 'missing';
    const state = { whole, part: 'partial', nothing: unasked } as const;
    days.push({
      dayMs,
      state: state[answered],
      bars,
      expected: Math.max(1, Math.ceil((span.toMs - span.fromMs) / lengthMs)),
      quarantined: quarantined.filter((time) => time >= session.fromMs && time < session.toMs)
        .length,
    });
  }
  return days;
}
