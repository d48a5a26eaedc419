import type { ReadOptions } from '../backfill/read-failures.ts';

/**
 * How long readers wait for the feed, and for an answer at all, from their request on; and for a look at whether an answer
 * at hand is still the right one. Milliseconds.
 */
export type Patience = { feedMs: number; answerMs: number; checkMs: number };

/** An answer within three seconds, with time left to send it. */
export const PATIENCE: Patience = { feedMs: 2_000, answerMs: 2_700, checkMs: 250 };

/** How long work for readers goes on: what the feed has not brought after `feedMs` is left out. */
export type Waiting = {
  feedMs: number;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
};

/** Does work whose reads of bars wait no longer than that. */
export async function withPatience<T>(
  { feedMs, signal }: Waiting,
  work: (options: ReadOptions) => Promise<T>,
): Promise<T> {
  const slow = new AbortController();
  const error = new Error(`no answer within ${feedMs / 1_000} s`);
  const timer = setTimeout(() => slow.abort(error), feedMs);
  try {
    return await work({ signal, patience: slow.signal });
  } finally {
    clearTimeout(timer);
  }
}
