import { vi } from 'vitest';

const STEP_MS = 20;

/** Holds the clock at a moment; only what a test lets pass passes. Sockets go on as ever. */
export function holdClock(nowMs: number): void {
  vi.useFakeTimers({
    now: nowMs,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}

/** Lets time pass in small steps, and sockets speak between them, until something is so or `limitMs` are over. */
export async function passTime(limitMs: number, until: () => boolean = () => false): Promise<void> {
  for (let passedMs = 0; passedMs < limitMs && !until(); passedMs += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets time pass until a promise has settled. */
export async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  await passTime(600_000, () => isSettled);
  return settled;
}
