import { DAY_MS, MINUTE_MS, overlaps, type StoredResolution } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import { barsBetween, concatColumns, timeAt } from '../columns/bar-columns.ts';
import { contractBounds, LATENESS_MS, settledEnd } from '../history/series-bounds.ts';
import { readHeads, readRows } from '../store/chunk-rows.ts';
import { uncoveredSpans } from '../store/coverage.ts';
import { type FeedKinds, readImports, seriesKey } from '../store/series.ts';
import { findGaps, type Gap } from './find-gaps.ts';

/** How far back holes are looked for; what is older is read when somebody asks for it. */
const WINDOW_MS: Record<StoredResolution, number> = {
  '1': 5 * DAY_MS,
  '15': 14 * DAY_MS,
  '60': 60 * DAY_MS,
  '1D': 200 * DAY_MS,
};
/** After an outage the newest bars are expected as soon as their last trades are known. */
const SETTLE_MS = MINUTE_MS;

/** With more instruments of a feed the minutes of those without subscribers are read when somebody asks for them. */
const MOST_MINUTE_INSTRUMENTS = 50;

/** Whether a bar of a resolution is read as soon as it closes, for each of so many instruments of a feed. */
export function isReadOnClose(resolution: StoredResolution, instrumentCount: number): boolean {
  return resolution !== '1' || instrumentCount <= MOST_MINUTE_INSTRUMENTS;
}

export type RecentGap = Gap & {
  /** The feed has been asked for all of it before and had none. */
  isAsked: boolean;
  /** No bar has come after it yet. */
  isOpen: boolean;
};

export type GapQuestion = Series & {
  /** Whether its newest bars are read in a steady rhythm: then it must reach to the present, else to its newest bar. */
  isKeptUp: boolean;
  /** Whether a vendor is not given the time it may need for its newest bars. */
  isHasty: boolean;
};

type Series = { instrument: Instrument; resolution: StoredResolution };

/** The gaps of a series in the last days, from its first bar there. What an operator has imported is whole by his word. */
export async function readRecentGaps(
  deps: { db: Db; feeds: FeedKinds; clock: { now: () => number } },
  { instrument, resolution, isKeptUp, isHasty }: GapQuestion,
): Promise<RecentGap[]> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  const key = seriesKey(deps, instrument, resolution);
  const windowFromMs = nowMs - WINDOW_MS[resolution];
  const patienceMs = isHasty ? SETTLE_MS : LATENESS_MS[resolution];
  const settledMs = settledEnd(instrument, resolution, nowMs - patienceMs);
  const heads = await readHeads(db, key, chunkStartOf(resolution, windowFromMs), nowMs);
  const filled = heads.filter(({ barCount }) => barCount > 0).map(({ startMs }) => startMs);
  const rows = await readRows(db, key, filled);
  const all = concatColumns(rows.map(({ data }) => decodeChunk(data)));
  const recent = barsBetween(all, windowFromMs, settledMs);
  if (recent.length === 0) return [];
  const lastMs = timeAt(recent, recent.length - 1);
  const endMs = isKeptUp
    ? Math.min(settledMs, contractBounds(instrument, resolution).toMs)
    : lastMs;
  const market = { hours: instrument.hours, resolution };
  const gaps = findGaps(market, recent, { fromMs: timeAt(recent, 0), toMs: endMs });
  if (gaps.length === 0) return [];
  const imports = await readImports(db, key);
  return gaps
    .filter((gap) => !imports.some((span) => overlaps(span, gap)))
    .map((gap) => ({
      ...gap,
      isAsked: uncoveredSpans(resolution, gap, heads).length === 0,
      isOpen: gap.fromMs > lastMs,
    }));
}
