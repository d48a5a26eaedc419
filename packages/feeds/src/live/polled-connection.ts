import { FeedError, type LiveHandlers } from '../feed.ts';

/** One late answer is no interruption. */
const LOST_AFTER_MS = 5_000;

/** Rounds of calls seen as a connection. */
export type PolledConnection = {
  /** What came of a round's calls; `startedMs` is when it began. */
  noteRound: (startedMs: number, results: readonly PromiseSettledResult<void>[]) => void;
};

/** A call that was not made tells nothing of the vendor. */
function isHeldBack(error: unknown): boolean {
  return error instanceof FeedError && error.isHeldBack;
}

/**
 * Up after a round whose calls were all answered, down once rounds have failed for 5 s: a part of the codes that is
 * missed is missed prices too. A round in which calls were held back, and none failed, changes nothing.
 */
export function createPolledConnection(
  { now }: { now: () => number },
  { onConnected, onDisconnected }: Pick<LiveHandlers, 'onConnected' | 'onDisconnected'>,
): PolledConnection {
  let isConnected = false;
  /** When the last whole round began: every price since then may be missed. */
  let lastWholeMs: number | null = null;
  let firstFailureMs: number | null = null;

  function received(startedMs: number): void {
    firstFailureMs = null;
    const sinceMs = lastWholeMs;
    lastWholeMs = startedMs;
    if (isConnected) return;
    isConnected = true;
    onConnected(sinceMs);
  }

  function failed(startedMs: number, error: unknown): void {
    firstFailureMs ??= startedMs;
    if (!isConnected || now() - firstFailureMs < LOST_AFTER_MS) return;
    isConnected = false;
    onDisconnected(error instanceof Error ? error : new Error(String(error)));
  }

  return {
    noteRound: (startedMs, results) => {
      const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      const failures = errors.filter((error) => !isHeldBack(error));
      if (failures.length > 0) failed(startedMs, failures[0]);
      else if (errors.length === 0) received(startedMs);
    },
  };
}
