import {
  DAY_MS,
  MINUTE_MS,
  overlaps,
  type Span,
  STORED_RESOLUTIONS,
  type StoredResolution,
  subtract,
  union,
} from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { FeedError, isHeldBack } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { decodeChunk } from '../chunks/chunk-codec.ts';
import { barsBetween, concatColumns, timeAt } from '../columns/bar-columns.ts';
import { type ReaderDeps, readSpan } from '../read-through.ts';
import { contractBounds, LATENESS_MS, settledEnd } from '../series-bounds.ts';
import { readHeads, readRows } from '../store/chunks.ts';
import { uncoveredSpans } from '../store/coverage.ts';
import { readImports, seriesKey, seriesName } from '../store/series.ts';
import { findGaps, type Gap } from './find-gaps.ts';

/** A bounded, idempotent piece of maintenance on the stored bars of one feed. */
export type MaintenanceRound = {
  exchange: ExchangeName;
  /** Enabled instruments of every exchange. */
  instruments: readonly Instrument[];
  signal: AbortSignal;
};

type GapRound = MaintenanceRound & {
  /** Whether the newest bars of a resolution are read regularly, so that none may be missing. */
  isKeptUp: (resolution: StoredResolution) => boolean;
  /** Begin of the feed's outage, in the first round after it; else null. */
  awaySinceMs: number | null;
};

type Series = { instrument: Instrument; resolution: StoredResolution; name: string };

type RecentGap = Gap & {
  /** The feed was asked for all of it before and had no bars. */
  isAsked: boolean;
  /** No bar follows it yet. */
  isOpen: boolean;
};

/** A span to read: from the first to the last of some gaps. */
type GapWork = Span & {
  /** The part of the series that it belongs to: one chunk. */
  piece: number;
  /** Whether the feed was never asked for it, or may have been unable to answer. */
  isNew: boolean;
  barCount: number;
};

type GapWatch = ReturnType<typeof createGapWatch>;

/** Each round scans this part of all series: with a round a minute every series is scanned within four. */
const SHARE_A_ROUND = 1 / 4;
/** Questions to the vendor per round; the rest comes first in the next one. */
const MOST_READS = 30;
/** The window in which gaps are looked for; older ones are backfilled when a reader asks for them. */
const WINDOW_MS: Record<StoredResolution, number> = {
  '1': 5 * DAY_MS,
  '15': 14 * DAY_MS,
  '60': 60 * DAY_MS,
  '1D': 200 * DAY_MS,
};
/** After an outage the newest bars are expected as soon as their last trades are known. */
const SETTLE_MS = MINUTE_MS;
/** A feed with more instruments reads the minutes of those without subscribers on demand. */
const MOST_MINUTE_INSTRUMENTS = 50;
/** Pauses before the feed is asked again for bars that it did not have; after the last one it is not asked any more. */
const AGAIN_MS = [10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS, 1_440 * MINUTE_MS];
/** Older outages lie outside of the windows. */
const MOST_OUTAGES = 20;

/** Whether the bars of a resolution are read as soon as they close, given the number of the feed's instruments. */
export function isReadOnClose(resolution: StoredResolution, instrumentCount: number): boolean {
  return resolution !== '1' || instrumentCount <= MOST_MINUTE_INSTRUMENTS;
}

/**
 * Asks a feed for recent gaps of at least two bars: first those it was never asked for, then those it could not fill some
 * time ago. Questions beyond the round's share are left to the next round, so that every instrument has its turn. Answers
 * the failure of the feed that ended the round.
 */
export async function repairGaps(
  deps: ReaderDeps,
  watch: GapWatch,
  round: GapRound,
): Promise<FeedError | null> {
  if (round.awaySinceMs !== null) watch.feedIsBack(round.awaySinceMs);
  const found = await scan(deps, watch, round);
  const ordered = found.toSorted((a, b) => Number(b.work.isNew) - Number(a.work.isNew));
  let failure: FeedError | null = null;
  for (const [index, { series, work }] of ordered.entries()) {
    const isOver = failure !== null || index >= MOST_READS;
    if (isOver) watch.putOff(series.name);
    else failure = await repair(deps, watch, series, work, round.signal);
  }
  return failure;
}

async function scan(deps: ReaderDeps, watch: GapWatch, round: GapRound) {
  const found: { series: Series; work: GapWork }[] = [];
  for (const series of choose(watch, round)) {
    round.signal.throwIfAborted();
    const { resolution, name, isStale } = series;
    const isKeptUp = round.isKeptUp(resolution);
    const gaps = await readRecentGaps(deps, { ...series, isKeptUp, isHasty: isStale });
    const pieceOf = (timeMs: number) => chunkStartOf(resolution, timeMs);
    for (const work of watch.plan(name, gaps, pieceOf)) found.push({ series, work });
  }
  return found;
}

/** The series not scanned since the feed's last outage, and those not scanned for longest. */
function choose(watch: GapWatch, { exchange, instruments }: GapRound) {
  const all = instruments
    .filter((instrument) => instrument.exchange === exchange)
    .flatMap((instrument) =>
      STORED_RESOLUTIONS.map((resolution) => {
        const name = seriesName({ instrumentId: instrument.id, resolution });
        return { instrument, resolution, name, ...watch.scanned(name) };
      }),
    );
  const stale = all.filter(({ isStale }) => isStale);
  const oldest = all.toSorted((a, b) => a.atMs - b.atMs);
  const share = Math.ceil(all.length * SHARE_A_ROUND);
  return new Set([...stale, ...oldest.slice(0, share)]);
}

/** Reads one span; answers the failure of the feed. */
async function repair(
  deps: ReaderDeps,
  watch: GapWatch,
  { instrument, resolution, name }: Series,
  work: GapWork,
  signal: AbortSignal,
): Promise<FeedError | null> {
  const { log } = deps;
  const { fromMs, toMs, barCount } = work;
  const { ticker } = instrument;
  try {
    await readSpan(deps, instrument, resolution, { fromMs, toMs }, { signal });
    watch.noteRead(name, work);
    if (work.isNew) {
      log.warn({ ticker, resolution, fromMs, toMs, barCount }, 'missing bars were read again');
    }
    return null;
  } catch (error) {
    watch.putOff(name);
    signal.throwIfAborted();
    if (!isHeldBack(error)) {
      log.warn({ err: error, ticker, resolution, fromMs, toMs }, 'missing bars could not be read');
    }
    return error instanceof FeedError ? error : null;
  }
}

/**
 * The gaps of a series within its window, from its first bar there, outside of imported spans. A series that `isKeptUp`
 * is expected to reach the present, others their newest bar; if `isHasty`, late bars of the vendor count as missing.
 */
async function readRecentGaps(
  deps: Pick<ReaderDeps, 'db' | 'feeds' | 'clock'>,
  {
    instrument,
    resolution,
    isKeptUp,
    isHasty,
  }: Omit<Series, 'name'> & { isKeptUp: boolean; isHasty: boolean },
): Promise<RecentGap[]> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  const key = seriesKey(deps, instrument, resolution);
  const windowFromMs = nowMs - WINDOW_MS[resolution];
  const latenessMs = isHasty ? SETTLE_MS : LATENESS_MS[resolution];
  const settledMs = settledEnd(instrument, resolution, nowMs - latenessMs);
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

type Piece = { read: Span[]; askedAtMs: number; tries: number };
type Watched = { scannedAtMs: number; pieces: Map<number, Piece> };

function isWithin(spans: readonly Span[], span: Span): boolean {
  return subtract(span, spans).length === 0;
}

function hullOf(piece: number, gaps: readonly RecentGap[], isNew: boolean): GapWork {
  return {
    piece,
    isNew,
    fromMs: Math.min(...gaps.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...gaps.map(({ toMs }) => toMs)),
    barCount: gaps.reduce((sum, { barCount }) => sum + barCount, 0),
  };
}

/**
 * Remembers what one feed was asked for, so that bars it does not have are not asked for over and over. After a restart
 * everything is asked for once more.
 */
export function createGapWatch(clock: { now: () => number }) {
  const watched = new Map<string, Watched>();
  /** Outages of the feed, oldest first. */
  let outages: Span[] = [];
  const wasAway = (span: Span) => outages.some((outage) => overlaps(outage, span));

  function workOf(name: number, piece: Piece, gaps: readonly RecentGap[]): GapWork[] {
    // An open gap that grows is not asked for at every step: only its beginning counts.
    const isKnown = (gap: RecentGap) =>
      (gap.isAsked && !wasAway(gap)) ||
      isWithin(piece.read, gap.isOpen ? { fromMs: gap.fromMs, toMs: gap.fromMs + 1 } : gap);
    const fresh = gaps.filter((gap) => !isKnown(gap));
    if (fresh.length > 0) return [hullOf(name, fresh, true)];
    const pauseMs = AGAIN_MS[piece.tries] ?? Number.POSITIVE_INFINITY;
    return clock.now() - piece.askedAtMs >= pauseMs ? [hullOf(name, gaps, false)] : [];
  }

  return {
    /** The last scan of a series; stale if it was before the end of the feed's last outage. */
    scanned(series: string): { atMs: number; isStale: boolean } {
      const atMs = watched.get(series)?.scannedAtMs ?? Number.NEGATIVE_INFINITY;
      return { atMs, isStale: atMs < (outages.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY) };
    },
    /** Ends an outage of the feed: bars that it did not have since `sinceMs` count as never asked for. */
    feedIsBack(sinceMs: number): void {
      outages = [...outages, { fromMs: sinceMs, toMs: clock.now() }].slice(-MOST_OUTAGES);
      for (const { pieces } of watched.values()) {
        for (const piece of pieces.values()) piece.read = [];
      }
    },
    /** The spans to read now for the gaps of a series, at most one per piece. */
    plan(
      series: string,
      gaps: readonly RecentGap[],
      pieceOf: (timeMs: number) => number,
    ): GapWork[] {
      const before = watched.get(series)?.pieces;
      const pieces = new Map<number, Piece>();
      const names = new Set(gaps.map(({ fromMs }) => pieceOf(fromMs)));
      const work = [...names].flatMap((name) => {
        const piece = before?.get(name) ?? { read: [], askedAtMs: clock.now(), tries: 0 };
        pieces.set(name, piece);
        return workOf(
          name,
          piece,
          gaps.filter(({ fromMs }) => pieceOf(fromMs) === name),
        );
      });
      watched.set(series, { scannedAtMs: clock.now(), pieces });
      return work;
    },
    /** Records a successful read: the feed does not have the bars that are still missing. */
    noteRead(series: string, { piece: name, fromMs, toMs, isNew }: GapWork): void {
      const piece = watched.get(series)?.pieces.get(name);
      if (!piece) return;
      piece.read = union([...piece.read, { fromMs, toMs }]);
      piece.askedAtMs = clock.now();
      if (!isNew) piece.tries++;
    },
    /** Moves an incompletely read series to the front of the next scan. */
    putOff(series: string): void {
      const known = watched.get(series);
      if (known) known.scannedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
