import { finished, type Readable } from 'node:stream';
import { AppError } from '@moneytrail/contract';

/** Two of the largest layouts. */
const MOST_BYTES = 16 * 1_024 * 1_024;

/**
 * Limits the bodies that one caller is sending, as they stay in memory until they are whole: a slow one for as long as a
 * request may take to arrive.
 */
export function createBodiesUnderWay(mostBytes = MOST_BYTES) {
  const held = new Map<string, number>();

  function release(caller: string, bytes: number): void {
    const rest = (held.get(caller) ?? 0) - bytes;
    if (rest > 0) held.set(caller, rest);
    else held.delete(caller);
  }

  return {
    /** Counts a body until it has ended or was given up. Throws 429 if the caller's others leave no room. */
    begin(caller: string, bytes: number, body: Readable): void {
      if (bytes === 0) return;
      const others = held.get(caller) ?? 0;
      if (others > 0 && others + bytes > mostBytes) {
        const message = 'You are sending too much at once. Please wait a moment.';
        throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 1 });
      }
      held.set(caller, others + bytes);
      finished(body, { writable: false }, () => release(caller, bytes));
    },
  };
}
