import type { Resolution, StoredResolution } from '@moneytrail/calendar';
import type { CallPriority } from '@moneytrail/feeds';
import type { Instrument } from '../catalogue/index.ts';
import type { WrittenListener } from './backfill/accept-bars.ts';
import { createBackfiller } from './backfill/backfiller.ts';
import type { ReaderDeps } from './backfill/feed-reader.ts';
import {
  type ReadOptions,
  StorageError,
  unavailable,
  warningOf,
} from './backfill/read-failures.ts';
import type { BarColumns } from './columns/bar-columns.ts';
import { collectBars, HistoryError } from './history/collect-bars.ts';
import { type History, type HistoryRequest, pageOf } from './history/history-page.ts';
import type { WriteFence } from './store/write-bars.ts';

/** What the bars of a process need. */
export type BarDeps = Omit<ReaderDeps, 'written'>;

/** The bars of the product: kept, completed from the feeds, rolled up. */
export type BarService = {
  /**
   * A page of history, stored bars first. Where the feed fails, what is stored is answered with a warning; throws
   * `FEED_UNAVAILABLE` naming feed, instrument and cause where that is nothing, `UNAVAILABLE` where the store fails.
   */
  history: (request: HistoryRequest, options?: ReadOptions) => Promise<History>;
  /** The newest `count` bars of any resolution before `untilMs` (now), the forming one included. */
  lastBars: (request: {
    instrument: Instrument;
    resolution: Resolution;
    count: number;
    untilMs?: number;
  }) => Promise<{ columns: BarColumns; warning: string | null }>;
  /** Reads the feed again from a moment to the present and stores what it says. */
  refreshTail: (request: {
    instrument: Instrument;
    resolution: StoredResolution;
    sinceMs: number;
    fence?: WriteFence;
    priority?: CallPriority;
  }) => Promise<void>;
  /** Told after every change of stored bars, `[fromMs, toMs)`; returns what ends it. */
  onWritten: (listener: WrittenListener) => () => void;
  /** Tells the listeners of a change. */
  written: WrittenListener;
  /** Told of an instrument whose bars were all removed, because they are in another scale since a split. */
  onRescaled: (listener: RescaledListener) => void;
  /** Tells those listeners, and ends when they have. */
  rescaled: (instrument: Instrument) => Promise<void>;
};

type RescaledListener = (instrument: Instrument) => Promise<void>;

/** The bars of a process. */
export function createBars(deps: BarDeps): BarService {
  const listeners = new Set<WrittenListener>();
  const rescaledListeners: RescaledListener[] = [];
  const written: WrittenListener = (...change) => {
    for (const listener of listeners) listener(...change);
  };
  const backfiller = createBackfiller({ ...deps, written });
  const collecting = { ...deps, backfiller };

  async function history(request: HistoryRequest, options?: ReadOptions): Promise<History> {
    const { instrument, resolution } = request;
    try {
      const collected = await collectBars(collecting, request, options);
      const { failure, missing, wholeUntilMs, stored } = collected;
      const warning = failure === undefined ? null : warningOf(instrument, failure);
      return { ...pageOf(request, collected), warning, missing, wholeUntilMs, stored };
    } catch (error) {
      if (error instanceof HistoryError) throw unavailable(instrument, resolution, error.failure);
      if (error instanceof StorageError) throw unavailable(instrument, resolution, error);
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
    refreshTail: async ({ instrument, resolution, sinceMs, fence, priority }) => {
      try {
        await backfiller.refresh(instrument, resolution, sinceMs, { fence, priority });
      } catch (error) {
        throw unavailable(instrument, resolution, error);
      }
    },
    onWritten: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    written,
    onRescaled: (listener) => void rescaledListeners.push(listener),
    rescaled: async (instrument) => {
      for (const listener of rescaledListeners) await listener(instrument);
    },
  };
}
