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
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (missedMs !== null && !deps.isPointless()) {
      const sinceMs = missedMs;
      missedMs = null;
      for (const resolution of STORED_RESOLUTIONS) {
        await refreshTails(deps, deps.instruments(), resolution, ({ hours }) =>
          barTimeOf(hours, resolution, sinceMs),
        );
      }
      if (deps.isPointless()) missedMs = Math.min(sinceMs, missedMs ?? sinceMs);
    }
  }

  return {
    missedSince(sinceMs) {
      missedMs = Math.min(sinceMs, missedMs ?? sinceMs);
      running ??= run().finally(() => {
        running = null;
      });
    },
    settled: async () => {
      await running;
    },
  };
}
