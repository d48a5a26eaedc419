import { DAY_MS, type Span, STORED_RESOLUTIONS, type StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { BarDeps, BarService } from '../bar-service.ts';
import { chunkEndOf, chunkStartOf } from '../chunks/chunk-calendar.ts';
import { contractBounds, LATENESS_MS, settledEnd } from '../history/series-bounds.ts';
import { readHeads } from '../store/chunk-rows.ts';
import { seriesKey } from '../store/series.ts';
import { createBackfiller } from './backfiller.ts';
import { type ReaderDeps, readSpan, readTail } from './feed-reader.ts';
import { inBackground } from './in-background.ts';
import { missingSpans } from './missing-spans.ts';
import { fromStore } from './read-failures.ts';
import type { SeriesSource } from './series-source.ts';

/** A stretch of one stored resolution that the feed has not been asked for, of at most a few chunks. */
export type HistoryPart = Span & { resolution: StoredResolution };

/** How much of a history is wanted. */
export type HistoryWanted = {
  /** Days to now that are wanted of each resolution, as far as there are any; contracts are read whole. */
  days: Record<Exclude<StoredResolution, '1D'>, number>;
  /** Of a contract: dates that bound what is wanted, both inclusive, `YYYY-MM-DD`. */
  startDate: string | null;
  endDate: string | null;
};

/** Reads whole histories, part by part: what is stored tells what is missing, so that a run can end anywhere. */
export type HistoryReader = {
  /** What is missing, coarse bars first, new ones before old ones. Rejects with the failure of feed or store. */
  plan: (instrument: Instrument, wanted: HistoryWanted) => Promise<HistoryPart[]>;
  /** Reads a part and stores it; answers how many bars came. Twice equals once. */
  read: (instrument: Instrument, part: HistoryPart) => Promise<number>;
  /** Reads the newest bars, which a vendor may bring late, to the present. */
  readNewest: (instrument: Instrument, wanted: HistoryWanted) => Promise<void>;
};

/** A question to a vendor brings some thousand bars: more would hold up readers while they are stored. */
const CHUNKS_A_PART: Record<StoredResolution, number> = { '1': 6, '15': 2, '60': 3, '1D': 25 };

/** Where a wanted history lies, before it is known where it begins. */
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

/** Cuts a span into parts that end where chunks end, the newest first. */
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

type PlanDeps = ReaderDeps & { source: SeriesSource; signal: AbortSignal };

async function planResolution(
  deps: PlanDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  wanted: HistoryWanted,
): Promise<HistoryPart[]> {
  const { db, clock, source, signal } = deps;
  const nowMs = clock.now();
  const span = wantedSpan(instrument, resolution, wanted, nowMs);
  const beginningMs = await source.beginningOf(instrument, resolution, { signal });
  // Whole chunks are read, so that what was answered of one never has a hole.
  const lowestMs = Math.max(beginningMs, chunkStartOf(resolution, span.fromMs));
  // What is younger may come late: it is read at the end, again and again.
  const settledMs = settledEnd(instrument, resolution, nowMs - LATENESS_MS[resolution]);
  const toMs = Math.min(span.toMs, settledMs);
  if (!(lowestMs < toMs)) return [];
  const key = seriesKey(deps, instrument, resolution);
  const heads = await fromStore(readHeads(db, key, chunkStartOf(resolution, lowestMs), settledMs));
  const bounds = { lowestMs, settledMs };
  const { missing } = missingSpans(
    instrument,
    resolution,
    { fromMs: lowestMs, toMs },
    bounds,
    heads,
  );
  return missing.toReversed().flatMap((each) => partsOf(resolution, each));
}

/** A reader of histories for one run, whose questions wait for those of readers and end with the signal. */
export function createHistoryReader(
  given: BarDeps & { bars: Pick<BarService, 'written'> },
  signal: AbortSignal,
): HistoryReader {
  const feeds = inBackground(given.feeds, signal);
  const deps = { ...given, feeds, written: given.bars.written };
  const { source } = createBackfiller(deps);
  const coarseFirst = [...STORED_RESOLUTIONS].reverse();
  return {
    async plan(instrument, wanted) {
      const parts: HistoryPart[] = [];
      for (const resolution of coarseFirst) {
        signal.throwIfAborted();
        const planDeps = { ...deps, source, signal };
        parts.push(...(await planResolution(planDeps, instrument, resolution, wanted)));
      }
      return parts;
    },
    read: (instrument, { resolution, ...span }) =>
      readSpan(deps, instrument, resolution, span, signal),
    async readNewest(instrument, wanted) {
      const nowMs = deps.clock.now();
      for (const resolution of coarseFirst) {
        signal.throwIfAborted();
        const sinceMs = settledEnd(instrument, resolution, nowMs - LATENESS_MS[resolution]);
        if (sinceMs >= wantedSpan(instrument, resolution, wanted, nowMs).toMs) continue;
        await readTail(deps, instrument, resolution, sinceMs, { signal });
      }
    },
  };
}
