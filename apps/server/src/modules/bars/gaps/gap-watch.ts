import { MINUTE_MS, overlaps, type Span, subtract, union } from '@moneytrail/calendar';
import type { RecentGap } from './recent-gaps.ts';

/** A stretch to be read, from the first of some gaps to the last. */
export type GapWork = Span & {
  /** Which piece of the series it belongs to. */
  piece: number;
  /** Whether the feed was not asked for it before, or may have had other reasons not to have it. */
  isNew: boolean;
  /** Bars that are missing in it. */
  barCount: number;
};

/** Remembers what was asked of a feed, so that bars which it does not have are not asked for again and again. */
export type GapWatch = {
  /** When a series was looked at last, and whether that was before the feed's last outage ended. */
  scanned: (series: string) => { atMs: number; isStale: boolean };
  /** The feed was away: what it did not have since `sinceMs` counts as never asked for. */
  feedIsBack: (sinceMs: number) => void;
  /** What is to be read of a series' gaps now, one stretch a piece. */
  plan: (
    series: string,
    gaps: readonly RecentGap[],
    pieceOf: (timeMs: number) => number,
  ) => GapWork[];
  /** It was read; what is missing still, the feed does not have now. */
  noteRead: (series: string, work: GapWork) => void;
  /** Not all was read: the series is looked at again before others. */
  putOff: (series: string) => void;
};

/** A vendor may bring late what it did not have: it is asked again after these pauses, and then no more. */
const AGAIN_MS = [10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS, 1_440 * MINUTE_MS];

type Piece = { read: Span[]; askedAtMs: number; tries: number };
type Watched = { scannedAtMs: number; pieces: Map<number, Piece> };

/** Older outages lie outside of what is looked at. */
const MOST_OUTAGES = 20;

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

/** A watch of one process over one feed; after a restart everything is asked for once more. */
export function createGapWatch(clock: { now: () => number }): GapWatch {
  const watched = new Map<string, Watched>();
  /** When the feed was away, oldest first. */
  let outages: Span[] = [];
  const wasAway = (span: Span) => outages.some((outage) => overlaps(outage, span));

  function workOf(name: number, piece: Piece, gaps: readonly RecentGap[]): GapWork[] {
    // A gap that only grows is not asked for at every step: what its beginning lacked, its end will lack.
    const isKnown = (gap: RecentGap) =>
      (gap.isAsked && !wasAway(gap)) ||
      isWithin(piece.read, gap.isOpen ? { fromMs: gap.fromMs, toMs: gap.fromMs + 1 } : gap);
    const fresh = gaps.filter((gap) => !isKnown(gap));
    if (fresh.length > 0) return [hullOf(name, fresh, true)];
    const pauseMs = AGAIN_MS[piece.tries] ?? Number.POSITIVE_INFINITY;
    return clock.now() - piece.askedAtMs >= pauseMs ? [hullOf(name, gaps, false)] : [];
  }

  return {
    scanned(series) {
      const atMs = watched.get(series)?.scannedAtMs ?? Number.NEGATIVE_INFINITY;
      return { atMs, isStale: atMs < (outages.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY) };
    },
    feedIsBack(sinceMs) {
      outages = [...outages, { fromMs: sinceMs, toMs: clock.now() }].slice(-MOST_OUTAGES);
      for (const { pieces } of watched.values()) {
        for (const piece of pieces.values()) piece.read = [];
      }
    },
    plan(series, gaps, pieceOf) {
      const before = watched.get(series)?.pieces;
      const pieces = new Map<number, Piece>();
      const inPieces = new Map<number, RecentGap[]>();
      for (const gap of gaps) {
        const name = pieceOf(gap.fromMs);
        inPieces.set(name, [...(inPieces.get(name) ?? []), gap]);
      }
      const work = [...inPieces].flatMap(([name, inPiece]) => {
        const piece = before?.get(name) ?? { read: [], askedAtMs: clock.now(), tries: 0 };
        pieces.set(name, piece);
        return workOf(name, piece, inPiece);
      });
      watched.set(series, { scannedAtMs: clock.now(), pieces });
      return work;
    },
    noteRead(series, { piece: name, fromMs, toMs, isNew }) {
      const piece = watched.get(series)?.pieces.get(name);
      if (!piece) return;
      piece.read = union([...piece.read, { fromMs, toMs }]);
      piece.askedAtMs = clock.now();
      if (!isNew) piece.tries++;
    },
    putOff(series) {
      const known = watched.get(series);
      if (known) known.scannedAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}
