/** The time of day, and a monotonic clock. */
export type SteadyClock = {
  /** UTC milliseconds. */
  now: () => number;
  /** Monotonic milliseconds, for durations. */
  monotonicMs: () => number;
  /** Takes a vendor's current time, which shows whether a stepped clock was right before or after the step. */
  observe: (vendorMs: number) => void;
};

/** The machine's time of day, and a monotonic clock. */
export type Clock = Pick<SteadyClock, 'now' | 'monotonicMs'>;

export const MACHINE_CLOCK: Clock = { now: Date.now, monotonicMs: () => performance.now() };

/** In tests the controlled clock is also the monotonic one. */
export const heldClock = (now: () => number): Clock => ({ now, monotonicMs: now });

/** Corrections up to this size are followed at once. */
const STEP_MS = 5_000;

/**
 * A clock that continues when the machine's clock is stepped back, so that live prices are not refused as future prices
 * until the machine catches up. Steps forward are followed. After a step back, vendor times decide which was right: the
 * machine's clock is used again as soon as a vendor's time is nearer to it.
 */
export function createSteadyClock(
  machine: { now: () => number },
  monotonicMs: () => number = () => performance.now(),
): SteadyClock {
  let anchor = { timeMs: machine.now(), atMs: monotonicMs() };
  const steadyMs = () => anchor.timeMs + Math.floor(monotonicMs() - anchor.atMs);
  const follow = (timeMs: number) => {
    anchor = { timeMs, atMs: monotonicMs() };
  };
  function now(): number {
    const [machineMs, expectedMs] = [machine.now(), steadyMs()];
    if (machineMs < expectedMs - STEP_MS) return expectedMs;
    follow(machineMs);
    return machineMs;
  }
  return {
    now,
    monotonicMs,
    observe(vendorMs) {
      const [machineMs, nowMs] = [machine.now(), now()];
      if (Math.abs(vendorMs - machineMs) < Math.abs(vendorMs - nowMs)) follow(machineMs);
    },
  };
}
