import {
  DAY_MS,
  isEmptySpan,
  type Span,
  STORED_RESOLUTIONS,
  type StoredResolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import { byExchange, type ExchangeName } from '@moneytrail/contract';
import type { CallPriority } from '@moneytrail/feeds';
import type { Instrument } from '../catalogue/index.ts';
import type { BarDeps, BarService } from './bar-service.ts';
import { chunkEndOf, chunkStartOf } from './chunks/chunk-calendar.ts';
import { fromStore } from './failures.ts';
import {
  createBackfiller,
  missingSpans,
  type ReaderDeps,
  readSpan,
  readTail,
} from './read-through.ts';
import { contractBounds, LATENESS_MS, settledEnd } from './series-bounds.ts';
import { readHeads } from './store/chunks.ts';
import { seriesKey } from './store/series.ts';

type Feeds = ReaderDeps['feeds'];

/** The same feeds for background work: its questions yield to those of readers and are aborted with it. */
export function inBackground(
  feeds: Feeds,
  ends: AbortSignal,
  priority: CallPriority = 'background',
): Feeds {
  return byExchange((exchange): Feeds[ExchangeName] => {
    const feed = feeds[exchange];
    return {
      isSimulated: feed.isSimulated,
      clockLeadMs: () => feed.clockLeadMs(),
      history: (request, signal) =>
        feed.history({ ...request, priority }, signal ? AbortSignal.any([signal, ends]) : ends),
    };
  });
}

/** A span of at most a few chunks that the feed has not been asked for. */
export type HistoryPart = Span & { resolution: StoredResolution };

export type HistoryWanted = {
  /** Days up to now, per resolution; contracts are read whole. */
  days: Record<Exclude<StoredResolution, '1D'>, number>;
  /** For contracts: first and last date, inclusive, `YYYY-MM-DD`. */
  startDate: string | null;
  endDate: string | null;
};

/** A question brings some thousand bars: storing more at once would hold up readers. */
const CHUNKS_A_PART: Record<StoredResolution, number> = { '1': 6, '15': 2, '60': 3, '1D': 25 };

/** The wanted span, before the beginning of the series is known. */
function wantedSpan(
  instrument: Instrument,
  resolution: StoredResolution,
  { days, startDate, endDate }: HistoryWanted,
  nowMs: number,
): Span {
  const contract = contractBounds(instrument, resolution);
  const asked = contractBounds({ hours: instrument.hours, startDate, endDate }, resolution);
  const isWhole = resolution === '1D' || instrument.endDate !== null;
  const fromMs = isWhole ? 0 : nowMs - days[resolution] * DAY_MS;
  return {
    fromMs: Math.max(contract.fromMs, asked.fromMs, fromMs),
    toMs: Math.min(contract.toMs, asked.toMs),
  };
}

/** The date from which a backfill reads a resolution, as 00:00 UTC; null for the whole history. */
export function backfillFrom(
  instrument: Instrument,
  resolution: StoredResolution,
  wanted: HistoryWanted,
  nowMs: number,
): number | null {
  const { fromMs } = wantedSpan(instrument, resolution, wanted, nowMs);
  return fromMs === 0 || instrument.endDate !== null
    ? null
    : tradingDateOf(instrument.hours, fromMs);
}

/** Splits a span at the ends of chunks, newest part first. */
function partsOf(resolution: StoredResolution, { fromMs, toMs }: Span): HistoryPart[] {
  const parts: HistoryPart[] = [];
  for (let startMs = fromMs; startMs < toMs; ) {
    let endMs = startMs;
    for (let left = CHUNKS_A_PART[resolution]; left > 0 && endMs < toMs; left--) {
      endMs = chunkEndOf(resolution, chunkStartOf(resolution, endMs));
    }
    parts.push({ resolution, fromMs: startMs, toMs: Math.min(endMs, toMs) });
    startMs = endMs;
  }
  return parts.reverse();
}

/**
 * Reads whole histories in parts, as background work that the signal aborts. The store shows which parts are missing, so
 * a run may stop anywhere.
 */
export function createHistoryReader(
  given: BarDeps & { bars: Pick<BarService, 'written'> },
  signal: AbortSignal,
) {
  const { db, clock } = given;
  const feeds = inBackground(given.feeds, signal);
  const deps = { ...given, feeds, written: given.bars.written };
  const { source } = createBackfiller(deps);
  const coarseFirst = [...STORED_RESOLUTIONS].reverse();

  async function planResolution(
    instrument: Instrument,
    resolution: StoredResolution,
    wanted: HistoryWanted,
  ): Promise<HistoryPart[]> {
    const nowMs = clock.now();
    const span = wantedSpan(instrument, resolution, wanted, nowMs);
    const beginningMs = await source.beginningOf(instrument, resolution, { signal });
    // Whole chunks are read, so that a chunk's coverage never has a hole.
    const lowestMs = Math.max(beginningMs, chunkStartOf(resolution, span.fromMs));
    // Younger bars may still be late: `readNewest` reads them.
    const settledMs = settledEnd(instrument, resolution, nowMs - LATENESS_MS[resolution]);
    const needed = { fromMs: lowestMs, toMs: Math.min(span.toMs, settledMs) };
    if (isEmptySpan(needed)) return [];
    const key = seriesKey(deps, instrument, resolution);
    const firstMs = chunkStartOf(resolution, lowestMs);
    const heads = await fromStore(readHeads(db, key, firstMs, settledMs));
    const bounds = { lowestMs, settledMs };
    const { missing } = missingSpans(instrument, resolution, needed, bounds, heads);
    return missing.toReversed().flatMap((each) => partsOf(resolution, each));
  }

  return {
    /** The missing parts: coarse bars first, new ones before old ones. Rejects with the failure of feed or store. */
    async plan(instrument: Instrument, wanted: HistoryWanted): Promise<HistoryPart[]> {
      const parts: HistoryPart[] = [];
      for (const resolution of coarseFirst) {
        signal.throwIfAborted();
        parts.push(...(await planResolution(instrument, resolution, wanted)));
      }
      return parts;
    },
    /** Reads a part and stores it; answers how many bars came. Idempotent. */
    read: (instrument: Instrument, { resolution, ...span }: HistoryPart): Promise<number> =>
      readSpan(deps, instrument, resolution, span, { signal }),
    /** Reads the newest bars, which a vendor may deliver late, up to the present. */
    async readNewest(instrument: Instrument, wanted: HistoryWanted): Promise<void> {
      const nowMs = clock.now();
      for (const resolution of coarseFirst) {
        signal.throwIfAborted();
        const sinceMs = settledEnd(instrument, resolution, nowMs - LATENESS_MS[resolution]);
        if (sinceMs >= wantedSpan(instrument, resolution, wanted, nowMs).toMs) continue;
        await readTail(deps, instrument, resolution, sinceMs, { signal });
      }
    },
  };
}
