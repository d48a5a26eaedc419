import type { Resolution, StoredResolution } from '@moneytrail/calendar';
import type { CallPriority } from '@moneytrail/feeds';
import type { Instrument } from '../catalogue/index.ts';
import type { WrittenListener } from './accept-bars.ts';
import type { BarColumns } from './columns/bar-columns.ts';
import { unavailable } from './failures.ts';
import { createHistory, type ReadHistory } from './history.ts';
import type { Knowledge } from './known-bars.ts';
import { createBackfiller, type ReaderDeps } from './read-through.ts';
import type { WriteFence } from './store/write-bars.ts';

export type BarDeps = Omit<ReaderDeps, 'written'>;

/** The newest bars, what is known of the open ones, and the warning of a feed's failure. */
export type NewestBars = { columns: BarColumns; warning: string | null } & Knowledge;

type RescaledListener = (instrument: Instrument) => Promise<void>;

/** The bars of the product: stored, backfilled from the feeds, rolled up. */
export type BarService = {
  history: ReadHistory;
  /** The newest `count` bars of any resolution before `untilMs` (default: now), including the forming one. */
  lastBars: (request: {
    instrument: Instrument;
    resolution: Resolution;
    count: number;
    untilMs?: number;
  }) => Promise<NewestBars>;
  /** Reads the feed again from a moment to the present and stores its bars. */
  refreshTail: (request: {
    instrument: Instrument;
    resolution: StoredResolution;
    sinceMs: number;
    fence?: WriteFence;
    priority?: CallPriority;
  }) => Promise<void>;
  /** Calls the listener after every change of stored bars, in `[fromMs, toMs)`; returns a function that removes it. */
  onWritten: (listener: WrittenListener) => () => void;
  /** Notifies the `onWritten` listeners of a change. */
  written: WrittenListener;
  /** Calls the listener for an instrument whose bars were all removed because a split changed their scale. */
  onRescaled: (listener: RescaledListener) => void;
  /** Notifies the `onRescaled` listeners one after another; resolves after the last one. */
  rescaled: (instrument: Instrument) => Promise<void>;
};

export function createBars(deps: BarDeps): BarService {
  const listeners = new Set<WrittenListener>();
  const rescaledListeners: RescaledListener[] = [];
  const written: WrittenListener = (...change) => {
    for (const listener of listeners) listener(...change);
  };
  const backfiller = createBackfiller({ ...deps, written });
  const history = createHistory({ ...deps, backfiller });

  return {
    history,
    lastBars: async ({ instrument, resolution, count, untilMs = Number.MAX_SAFE_INTEGER }) => {
      const window = { fromMs: untilMs, toMs: untilMs, limit: count, countBack: count };
      const { columns, warning, wholeUntilMs, knownUntilMs } = await history({
        instrument,
        resolution,
        ...window,
      });
      return { columns, warning, wholeUntilMs, knownUntilMs };
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
