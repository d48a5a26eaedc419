import type { Clock } from '../lib/clock.ts';
import { askedPauseMs } from './api-error.ts';
import { serverClock } from './server-clock.ts';

/** Other requests of the page, and other tabs, keep their share of connections and of the caller's budget. */
const MOST_UNDER_WAY = 4;

/** The server cannot reach one exchange; reads of other exchanges go on. */
const ONE_EXCHANGE = 'FEED_UNAVAILABLE';

export type HistoryGate = ReturnType<typeof createHistoryGate>;

/**
 * Lets four reads of bars and marks run at a time, the others wait in order. After an answer that asks the page to come
 * later, all of them wait as long as it says, at most a minute.
 */
export function createHistoryGate(clock: Pick<Clock, 'after'>) {
  const waiting = new Set<() => void>();
  let underWay = 0;
  /** Pauses that have not ended; counted, because an answer may set the clock back, which would keep the gate closed. */
  let pauses = 0;
  const admit = () => {
    for (const enter of waiting) {
      if (underWay >= MOST_UNDER_WAY || pauses > 0) return;
      waiting.delete(enter);
      enter();
    }
  };
  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const go = () => {
        underWay += 1;
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(go);
        reject(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(go);
      admit();
    });
  const noteFailure = (error: unknown) => {
    const pauseMs = askedPauseMs(error, ONE_EXCHANGE);
    if (pauseMs === 0) return;
    pauses += 1;
    clock.after(pauseMs, () => {
      pauses -= 1;
      admit();
    });
  };
  return {
    /** Runs a read once its turn has come. Rejects as the read does, and with the signal's reason while it waits. */
    async run<Answer>(read: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
      await enter(signal);
      try {
        return await read();
      } catch (error) {
        noteFailure(error);
        throw error;
      } finally {
        underWay -= 1;
        admit();
      }
    },
  };
}

/** The page's gate. */
export const historyGate: HistoryGate = createHistoryGate(serverClock);
