import { barTimeOf, STORED_RESOLUTIONS, type StoredResolution } from '@moneytrail/calendar';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { Db } from '../../../db/index.ts';
import type { BarService } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

export type RefreshDeps = {
  bars: Pick<BarService, 'refreshTail'>;
  log: Logger;
  /** Whether to go on is pointless: the feed is offline, or no longer ours. */
  isPointless: () => boolean;
  /** A later owner of the feed writes newer bars: ours do not follow them. */
  fence: (transaction: Db) => Promise<boolean>;
  isSubscribed: (instrument: Instrument) => boolean;
};

const MOST_READS_AT_ONCE = 4;

/**
 * Reads the newest bars of some instruments again and stores them; one that fails does not stop the others. What nobody
 * looks at leaves room in the vendor's limit for what somebody does.
 */
export async function refreshTails(
  deps: RefreshDeps,
  instruments: readonly Instrument[],
  resolution: StoredResolution,
  sinceMs: (instrument: Instrument) => number,
  isUrgent = deps.isSubscribed,
): Promise<void> {
  const { bars, log, isPointless, fence } = deps;
  const queue = new PQueue({ concurrency: MOST_READS_AT_ONCE });
  const refresh = async (instrument: Instrument) => {
    if (isPointless()) return;
    const priority = isUrgent(instrument) ? 'reader' : 'background';
    const since = { sinceMs: sinceMs(instrument), fence, priority } as const;
    try {
      await bars.refreshTail({ instrument, resolution, ...since });
    } catch (error) {
      log.warn({ err: error, instrument: instrument.ticker, resolution }, 'bars not refreshed');
    }
  };
  await queue.addAll(instruments.map((instrument) => () => refresh(instrument)));
}

/**
 * Reads every stored resolution again from a moment on. The minutes of what somebody looks at come first: the bar that
 * closes next needs a question of its own.
 */
export async function refreshSince(
  deps: RefreshDeps,
  instruments: readonly Instrument[],
  sinceMs: number,
): Promise<void> {
  for (const resolution of STORED_RESOLUTIONS) {
    const barMs = ({ hours }: Instrument) => barTimeOf(hours, resolution, sinceMs);
    const isUrgent = (each: Instrument) => resolution === '1' && deps.isSubscribed(each);
    await refreshTails(deps, instruments, resolution, barMs, isUrgent);
  }
}

/** Reads from the vendor what was missed while its feed was disconnected. */
export type MissedBars = {
  /** What was missed since a moment wants reading; while one reading runs, the next waits. */
  missedSince: (sinceMs: number) => void;
  /** Resolves when nothing is being read. */
  settled: () => Promise<void>;
};

/** A reader that goes back to where it began when the feed goes away again in the midst of it. */
export function createMissedBars(
  deps: RefreshDeps & {
    /** Those with subscribers first. */
    instruments: () => readonly Instrument[];
  },
): MissedBars {
  let missedMs: number | null = null;
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (missedMs !== null && !deps.isPointless()) {
        const sinceMs = missedMs;
        missedMs = null;
        await refreshSince(deps, deps.instruments(), sinceMs);
        if (deps.isPointless()) missedMs = Math.min(sinceMs, missedMs ?? sinceMs);
      }
    } finally {
      isRunning = false;
    }
  }

  return {
    missedSince(sinceMs) {
      missedMs = Math.min(sinceMs, missedMs ?? sinceMs);
      if (!isRunning) running = run();
    },
    settled: () => running,
  };
}
