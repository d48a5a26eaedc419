import { vi } from 'vitest';

const STEP_MS = 20;

/** Replaces clock and timers, which only the test advances; sockets work as usual. */
export function holdClock(nowMs: number): void {
  vi.useFakeTimers({
    now: nowMs,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}

/** Advances time in small steps with socket I/O in between, until a condition holds or `limitMs` have passed. */
export async function passTime(limitMs: number, until: () => boolean = () => false): Promise<void> {
  for (let passedMs = 0; passedMs < limitMs && !until(); passedMs += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Advances time until a promise has settled. */
export async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  await passTime(600_000, () => isSettled);
  return settled;
}
