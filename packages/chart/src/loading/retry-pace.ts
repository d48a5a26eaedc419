const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How soon a failed page may be asked for again by scrolling: 1 s, twice as long each time, at most 30 s. */
export type RetryPace = {
  failed: (nowMs: number) => void;
  succeeded: () => void;
  mayTry: (nowMs: number) => boolean;
};

export function createRetryPace(): RetryPace {
  let failures = 0;
  let notBeforeMs = 0;
  return {
    failed(nowMs) {
      notBeforeMs = nowMs + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
    },
    succeeded() {
      failures = 0;
      notBeforeMs = 0;
    },
    mayTry: (nowMs) => nowMs >= notBeforeMs,
  };
}
