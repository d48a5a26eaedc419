import { barTimeOf, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { type RefreshDeps, refreshTails } from './refresh-tails.ts';

export type GapRepairDeps = RefreshDeps & {
  /** Those somebody looks at come first. */
  instruments: () => readonly Instrument[];
};

/** Reads from the vendor what was missed while its feed was not heard. */
export type GapRepair = {
  /** What was missed since a moment wants reading; while one reading runs, the next waits. */
  missedSince: (sinceMs: number) => void;
  /** Resolves when nothing is being read. */
  settled: () => Promise<void>;
};

/** A repair that goes back to where it began when the feed goes away again in the midst of it. */
export function createGapRepair(deps: GapRepairDeps): GapRepair {
  let missedMs: number | null = null;
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();

  async function readFrom(sinceMs: number): Promise<void> {
    for (const resolution of STORED_RESOLUTIONS) {
      await refreshTails(deps, deps.instruments(), resolution, ({ hours }) =>
        barTimeOf(hours, resolution, sinceMs),
      );
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (missedMs !== null && !deps.isPointless()) {
        const sinceMs = missedMs;
        missedMs = null;
        await readFrom(sinceMs);
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
