/** At most `max` in any `windowMs`; `isReservable` where places ahead may be taken, which nobody else gets then. */
export type Window = { max: number; windowMs: number; isReservable?: true };

/** Moments of what was let through, or will be, oldest first. */
export type Hits = readonly number[];

export type WindowVerdict = { hits: Hits; isAllowed: boolean; retryAtMs: number };

/** Clocks of processes differ by less; what lies further ahead was noted before a clock was set back. */
const CLOCKS_DIFFER_MS = 60_000;

const withHit = (hits: Hits, atMs: number): Hits => [...hits, atMs].sort((a, b) => a - b);

/** The first moment from now on at which one more fits among places that are taken, before it and after it. */
function freeAmongReserved({ max, windowMs }: Window, hits: Hits, nowMs: number): number {
  const fits = (atMs: number) => {
    const near = withHit(
      hits.filter((hitMs) => Math.abs(hitMs - atMs) < windowMs),
      atMs,
    );
    return near.every((hitMs, index) => {
      const before = near[index - max];
      return before === undefined || hitMs - before >= windowMs;
    });
  };
  const candidates = hits.map((hitMs) => hitMs + windowMs).filter((atMs) => atMs > nowMs);
  return [nowMs, ...candidates].find(fits) ?? nowMs;
}

/** When the next one fits into a window, given what was let through. */
function freeAt(window: Window, hits: Hits, nowMs: number): number {
  const { max, windowMs } = window;
  if (window.isReservable) return freeAmongReserved(window, hits, nowMs);
  const inside = hits.filter((hitMs) => hitMs > nowMs - windowMs);
  const blocking = inside[inside.length - max];
  return blocking === undefined ? nowMs : blocking + windowMs;
}

/** Lets one more through if every window has room; `retryAtMs` is when all have, now where they do. */
export function takeFromWindows(
  windows: readonly Window[],
  hits: Hits,
  nowMs: number,
): WindowVerdict {
  const longestMs = Math.max(...windows.map(({ windowMs }) => windowMs));
  const isReservable = windows.some((window) => window.isReservable);
  const latestMs = isReservable ? Number.POSITIVE_INFINITY : nowMs + CLOCKS_DIFFER_MS;
  const kept = hits.filter((hitMs) => hitMs > nowMs - longestMs && hitMs <= latestMs);
  const retryAtMs = Math.max(...windows.map((window) => freeAt(window, kept, nowMs)));
  const isAllowed = retryAtMs <= nowMs;
  return { hits: isAllowed ? withHit(kept, nowMs) : kept, isAllowed, retryAtMs };
}

/**
 * Takes the first place that is free, now or ahead, of a window whose places can be reserved. Those ahead leave one in
 * every window for what is taken at once: however many wait, somebody who asks for a message gets it.
 */
export function reserveInWindow(
  window: Window & { isReservable: true },
  hits: Hits,
  nowMs: number,
): { hits: Hits; atMs: number } {
  const { hits: kept, isAllowed } = takeFromWindows([window], hits, nowMs);
  if (isAllowed) return { hits: kept, atMs: nowMs };
  const ahead = { ...window, max: Math.max(1, window.max - 1) };
  const atMs = freeAmongReserved(ahead, kept, nowMs);
  return { hits: withHit(kept, atMs), atMs };
}

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
 * the count back. A state from before a clock was set back is forgotten: it would last longer by the step. Where every failure after a lock locks again, each wait is twice as long as the one before.
 */
export function countAttempt(rule: LockRule, state: LockState, nowMs: number): LockVerdict {
  const latestMs = nowMs + CLOCKS_DIFFER_MS;
  const isAhead =
    state.lockedUntilMs > latestMs + rule.longestWaitMs ||
    state.failures.some((atMs) => atMs > latestMs);
  if (isAhead) return countAttempt(rule, UNLOCKED, nowMs);
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
