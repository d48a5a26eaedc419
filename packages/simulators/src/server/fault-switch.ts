import type { Faults } from '../simulator.ts';

const NO_FAULTS: Faults = {
  latencyMs: 0,
  status: 'none',
  retryAfterSeconds: null,
  clockSkewMs: 0,
  affects: null,
  times: null,
  enforceLimits: false,
  down: false,
};

/** The faults of one simulator, and who is told when they change. */
export type FaultSwitch = {
  current: () => Faults;
  set: (change: Partial<Faults>) => void;
  clear: () => void;
  /** The faults that a request meets; counts it against `times`. */
  meet: (url: string) => Faults;
};

/** All off. */
export function createFaultSwitch(onChange: (faults: Faults, before: Faults) => void): FaultSwitch {
  let faults = NO_FAULTS;
  const change = (next: Faults) => {
    if (next.affects !== null) RegExp(next.affects);
    const before = faults;
    faults = next;
    onChange(next, before);
  };
  return {
    current: () => faults,
    set: (part) => change({ ...faults, ...part }),
    clear: () => change(NO_FAULTS),
    meet: (url) => {
      const isMeant = faults.affects === null || RegExp(faults.affects).test(url);
      const isSpent = faults.times !== null && faults.times <= 0;
      if (!isMeant || isSpent) return { ...NO_FAULTS, enforceLimits: faults.enforceLimits };
      if (faults.times !== null) faults = { ...faults, times: faults.times - 1 };
      return faults;
    },
  };
}
