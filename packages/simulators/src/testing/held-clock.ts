/** A clock that stands until it is moved. */
export type HeldClock = {
  now: () => number;
  passTo: (moment: string) => void;
  pass: (ms: number) => void;
};

/** A clock that stands at a moment given in ISO 8601. */
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
