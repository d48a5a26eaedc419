import type { Clock } from '../../../steady-clock.ts';

/** Remembers when the newest bars of each series were asked for, since when, and how that ended. */
export type TailThrottle = {
  /**
   * Whether it is time to ask for the bars since a moment: at once where they were not asked for or are not answered yet,
   * soon again for closed bars that are missing, seldom for the forming one alone.
   */
  isDue: (series: string, sinceMs: number, isMissing: boolean) => boolean;
  /** Asks, and notes how it ends; a question that is cancelled counts as never asked. */
  ask: <T>(
    series: string,
    sinceMs: number,
    work: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T>;
  /** The failure of the last time, or undefined. */
  failure: (series: string) => unknown;
};

type Asked = { sinceMs: number; atMs: number; isUnderWay: boolean; failure?: unknown };

/** The feed is not asked for the same newest bars again within this time. */
const MISSING_AGAIN_MS = 5_000;
/** Where all closed bars are there, the forming one is read again after this time at the earliest. */
const FORMING_AGAIN_MS = 60_000;

export function createTailThrottle({ monotonicMs }: Pick<Clock, 'monotonicMs'>): TailThrottle {
  const lastAsked = new Map<string, Asked>();
  return {
    isDue: (series, sinceMs, isMissing) => {
      const asked = lastAsked.get(series);
      if (!asked || sinceMs < asked.sinceMs || (isMissing && asked.isUnderWay)) return true;
      return monotonicMs() - asked.atMs >= (isMissing ? MISSING_AGAIN_MS : FORMING_AGAIN_MS);
    },
    ask: async (series, sinceMs, work, signal) => {
      const asked: Asked = { sinceMs, atMs: monotonicMs(), isUnderWay: true };
      lastAsked.set(series, asked);
      try {
        return await work();
      } catch (error) {
        asked.failure = error;
        if (signal.aborted && lastAsked.get(series) === asked) lastAsked.delete(series);
        throw error;
      } finally {
        asked.isUnderWay = false;
      }
    },
    failure: (series) => lastAsked.get(series)?.failure,
  };
}
