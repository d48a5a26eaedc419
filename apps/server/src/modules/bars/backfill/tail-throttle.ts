import type { Clock } from '../../../steady-clock.ts';
/** Remembers when the newest bars of each series were asked for, and how that ended. */
export type TailThrottle = {
  /** Whether it is time to ask again: soon for closed bars that are missing, seldom for the forming one alone. */
  isDue: (series: string, isMissing: boolean) => boolean;
  asked: (series: string) => void;
  failed: (series: string, error: unknown) => void;
  /** The failure of the last time, or undefined. */
  failure: (series: string) => unknown;
};

/** The feed is not asked for the same newest bars again within this time. */
const MISSING_AGAIN_MS = 5_000;
/** Where all closed bars are there, the forming one is read again after this time at the earliest. */
const FORMING_AGAIN_MS = 60_000;

export function createTailThrottle({ monotonicMs }: Pick<Clock, 'monotonicMs'>): TailThrottle {
  const askedAt = new Map<string, number>();
  const failures = new Map<string, unknown>();
  return {
    isDue: (series, isMissing) => {
      const age = monotonicMs() - (askedAt.get(series) ?? Number.NEGATIVE_INFINITY);
      return age >= (isMissing ? MISSING_AGAIN_MS : FORMING_AGAIN_MS);
    },
    asked: (series) => {
      askedAt.set(series, monotonicMs());
      failures.delete(series);
    },
    failed: (series, error) => failures.set(series, error),
    failure: (series) => failures.get(series),
  };
}
