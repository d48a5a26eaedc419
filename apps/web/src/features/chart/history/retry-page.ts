import { ApiError } from '../../../api/api-error.ts';
import { type Clock, waitFor } from '../../../lib/clock.ts';
import type { ReadPage } from './history-page.ts';

const ATTEMPTS = 3;
const PAUSES_MS = [500, 1_500] as const;
/** However long a server asks to wait, a person is told after this. */
const LONGEST_WAIT_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

/** Whether asking again may help: a refused or wrong request stays refused. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status === TOO_MANY_REQUESTS || error.status >= 500;
}

function pauseMs(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return Math.min(asked ?? PAUSES_MS[attempt] ?? 0, LONGEST_WAIT_MS);
}

/** Reads each page up to three times before it fails; waits as long as a busy server asks. */
export function withRetries(clock: Clock, read: ReadPage): ReadPage {
  return async (span, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(span, signal);
      } catch (error) {
        const isLast = attempt === ATTEMPTS - 1;
        if (signal.aborted || isLast || !isWorthRetrying(error)) throw error;
        await waitFor(clock, pauseMs(error, attempt), signal);
      }
    }
  };
}
