/** Failures that lock, and how the wait grows. */
export type LockRule = {
  failures: number;
  withinMs: number;
  firstWaitMs: number;
  longestWaitMs: number;
  forgetAfterMs: number;
  /** After a lock, whether every single failure locks again or the count starts anew. */
  afterLock: 'lock-again' | 'count-anew';
};

export type LockState = {
  failures: readonly number[];
  /** How often it was locked since the last success. */
  level: number;
  lockedUntilMs: number;
};

export const UNLOCKED: LockState = { failures: [], level: 0, lockedUntilMs: 0 };

export type LockVerdict = {
  state: LockState;
  /** False while locked: the attempt is not looked at and counts for nothing. */
  isAllowed: boolean;
  /** Whether this attempt, if it fails, is what locked, after none before had. */
  isFirstLock: boolean;
};

/**
 * Counts an attempt as a failure before it is looked at, so that parallel ones cannot slip through; a success gives
 * the count back. Where every failure after a lock locks again, each wait is twice as long as the one before.
 */
export function countAttempt(rule: LockRule, state: LockState, nowMs: number): LockVerdict {
  if (nowMs < state.lockedUntilMs) return { state, isAllowed: false, isFirstLock: false };
  const lastMs = Math.max(state.lockedUntilMs, ...state.failures);
  const known = nowMs - lastMs >= rule.forgetAfterMs ? UNLOCKED : state;
  const failures = [...known.failures.filter((atMs) => atMs > nowMs - rule.withinMs), nowMs];
  const isNowLocked = known.level > 0 || failures.length >= rule.failures;
  if (!isNowLocked) {
    return { state: { ...known, failures }, isAllowed: true, isFirstLock: false };
  }
  const waitMs = Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** known.level);
  const lockedUntilMs = nowMs + waitMs;
  const locked =
    rule.afterLock === 'count-anew'
      ? { ...UNLOCKED, lockedUntilMs }
      : { failures, level: known.level + 1, lockedUntilMs };
  return { state: locked, isAllowed: true, isFirstLock: known.level === 0 };
}
