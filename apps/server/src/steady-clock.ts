/** The time of day, and a stopwatch that no setting of the clock moves. */
export type SteadyClock = {
  /** UTC milliseconds. */
  now: () => number;
  /** Milliseconds since an unnamed moment: for everything that measures how long. */
  monotonicMs: () => number;
  /** Is given a vendor's time of now: shows whether a clock that was stepped back is right before or after the step. */
  observe: (vendorMs: number) => void;
};

/** The machine's time of day, and the stopwatch. */
export type Clock = Pick<SteadyClock, 'now' | 'monotonicMs'>;

export const MACHINE_CLOCK: Clock = { now: Date.now, monotonicMs: () => performance.now() };

/** A clock that a test holds is its stopwatch too. */
export const heldClock = (now: () => number): Clock => ({ now, monotonicMs: now });

/** Corrections up to this size are followed at once. */
const STEP_MS = 5_000;

/**
 * A clock that goes on when the machine's clock is stepped back, so that prices of now are not refused as prices of
 * the future until the machine catches up. A step forward is followed. After a step back a vendor's time decides
 * which was right: the machine's clock is believed again as soon as a vendor is nearer to it.
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
