import type { Resolution, StoredResolution } from '@moneytrail/calendar';
import { AppError, type Bar } from '@moneytrail/contract';
import type { Instrument } from '../catalogue/index.ts';
import type { BarDeps } from './bar-deps.ts';
import { type BarColumns, columnsOf } from './columns/bar-columns.ts';
import { acceptBars, type WrittenListener } from './fill/accept-bars.ts';
import { createFiller } from './fill/filler.ts';
import { chooseBars } from './history/choose-bars.ts';
import { collectBars, HistoryError } from './history/collect-bars.ts';
import type { History, HistoryRequest } from './history/history-request.ts';
import { createChunkReader } from './store/chunk-reader.ts';
import { type BarUpkeep, createUpkeep } from './upkeep/upkeep.ts';

export type BarWriteRequest = {
  instrument: Instrument;
  resolution: StoredResolution;
  bars: readonly Bar[] | BarColumns;
  /** What the feed has answered with these bars, `[coveredFromMs, coveredToMs)`; nothing is claimed where absent. */
  coveredFromMs?: number;
  coveredToMs?: number;
  /** An operator's own file is believed; bars of a feed that jump too far wait for a witness. */
  isTrusted?: boolean;
};

/** The bars of the product: kept, completed from the feeds, rolled up. */
export type BarService = {
  /**
   * A page of history, stored bars first. Throws `FEED_UNAVAILABLE` naming feed, instrument and cause where the feed
   * fails and what is stored cannot answer.
   */
  history: (request: HistoryRequest) => Promise<History>;
  /** The newest `count` bars of any resolution before `untilMs` (now), the forming one included. */
  lastBars: (request: {
    instrument: Instrument;
    resolution: Resolution;
    count: number;
    untilMs?: number;
  }) => Promise<{ columns: BarColumns; warning: string | null }>;
  /** Lays bars over the stored ones; impossible ones are refused. Writing twice changes nothing. */
  write: (request: BarWriteRequest) => Promise<void>;
  /** Reads the feed again from a moment to the present and stores what it says. */
  refreshTail: (request: {
    instrument: Instrument;
    resolution: StoredResolution;
    sinceMs: number;
  }) => Promise<void>;
  /** Told after every change of stored bars, `[fromMs, toMs)`; returns what ends it. */
  onWritten: (listener: WrittenListener) => () => void;
  upkeep: BarUpkeep;
};

function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function feedUnavailable(
  instrument: Instrument,
  resolution: Resolution,
  failure: unknown,
): AppError {
  return new AppError(
    'FEED_UNAVAILABLE',
    `${instrument.exchange} does not answer for ${instrument.ticker} ${resolution}: ${causeOf(failure)}`,
    { cause: failure },
  );
}

function warningOf(instrument: Instrument, failure: unknown): string {
  return `${instrument.exchange} is not reached, the newest bars are missing: ${causeOf(failure)}`;
}

/** The bars of a process. */
export function createBars(deps: BarDeps): BarService {
  const listeners = new Set<WrittenListener>();
  const written: WrittenListener = (...change) => {
    for (const listener of listeners) listener(...change);
  };
  const accepting = { ...deps, written };
  const filler = createFiller(accepting);
  const collecting = { ...deps, filler, reader: createChunkReader(deps.db) };

  async function history(request: HistoryRequest): Promise<History> {
    const { instrument, resolution } = request;
    try {
      const collected = await collectBars(collecting, request);
      const { tailFailure, stored } = collected;
      const warning = tailFailure === null ? null : warningOf(instrument, tailFailure);
      return { ...chooseBars(request, collected), warning, stored };
    } catch (error) {
      if (error instanceof HistoryError)
        throw feedUnavailable(instrument, resolution, error.failure);
      throw error;
    }
  }

  return {
    history,
    lastBars: async ({ instrument, resolution, count, untilMs }) => {
      const toMs = untilMs ?? Number.MAX_SAFE_INTEGER;
      const request = {
        instrument,
        resolution,
        fromMs: toMs,
        toMs,
        limit: count,
        countBack: count,
      };
      const { columns, warning } = await history(request);
      return { columns, warning };
    },
    write: async ({ instrument, resolution, bars, coveredFromMs, coveredToMs, isTrusted }) => {
      if (!isTrusted) await filler.known.claim(instrument, resolution);
      const hasCoverage = coveredFromMs !== undefined && coveredToMs !== undefined;
      await acceptBars(accepting, {
        instrument,
        resolution,
        columns: 'time' in bars ? bars : columnsOf(bars),
        coverage: hasCoverage ? { fromMs: coveredFromMs, toMs: coveredToMs } : null,
        trust: isTrusted ? 'given' : 'judged',
      });
    },
    refreshTail: async ({ instrument, resolution, sinceMs }) => {
      try {
        await filler.refresh(instrument, resolution, sinceMs);
      } catch (error) {
        throw feedUnavailable(instrument, resolution, error);
      }
    },
    onWritten: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    upkeep: createUpkeep({ ...collecting, written, known: filler.known }),
  };
}
