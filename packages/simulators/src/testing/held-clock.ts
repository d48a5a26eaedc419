/** A clock that stands still until it is moved. */
export type HeldClock = {
  now: () => number;
  passTo: (moment: string) => void;
  pass: (ms: number) => void;
};

/** A clock that stands at an ISO 8601 moment. */
export function holdClock(moment: string): HeldClock {
  let nowMs = Date.parse(moment);
  return {
    now: () => nowMs,
    passTo: (later) => {
      nowMs = Date.parse(later);
    },
    pass: (ms) => {
      nowMs += ms;
    },
  };
}
