/** A circuit breaker as a value, so that several processes can share one through a store. */
export type BreakerState = {
  /** When the calls of the last 30 s ended, oldest first; negative where the vendor failed. Empty while open. */
  recent: readonly number[];
  /** Null while closed; else nobody calls before this moment, and from then on one probe at a time. */
  openUntilMs: number | null;
  /** How long the probe under way may take; null without one. */
  probeUntilMs: number | null;
  /** The vendor asked to be left alone until then; 0 where it did not. */
  restUntilMs: number;
};

/** Whether a call may be made; `probe` for the one that finds out whether the vendor is back. */
export type BreakerDecision =
  | { kind: 'call' }
  | { kind: 'probe' }
  | { kind: 'wait'; why: 'rest' | 'open'; ms: number };

/** What came of a call that reached the vendor. */
export type CallOutcome = {
  isProbe: boolean;
  /** The vendor's own failure; a refused request is none. */
  isFailure: boolean;
  /** How long the vendor asks to be left alone; null where it does not. */
  restMs: number | null;
};

export const CLOSED_BREAKER: BreakerState = {
  recent: [],
  openUntilMs: null,
  probeUntilMs: null,
  restUntilMs: 0,
};

const FAILURES = { share: 0.5, minimumCalls: 10, windowMs: 30_000 };
/** More calls in 30 s are judged by the newest of them. */
const MOST_RECENT = 200;
const FIRST_PROBE_AFTER_MS = 15_000;
/** After a probe that failed: short enough that a recovery is seen within 5 s. */
const NEXT_PROBE_AFTER_MS = 4_000;
/** A probe without an outcome by then belongs to a process that is gone. */
export const PROBE_LEASE_MS = 12_000;

/** What a call that comes now has to do. */
export function decideCall(state: BreakerState, nowMs: number): BreakerDecision {
  if (state.restUntilMs > nowMs) {
    return { kind: 'wait', why: 'rest', ms: state.restUntilMs - nowMs };
  }
  if (state.openUntilMs === null) return { kind: 'call' };
  const untilMs = Math.max(state.openUntilMs, state.probeUntilMs ?? 0);
  return untilMs <= nowMs ? { kind: 'probe' } : { kind: 'wait', why: 'open', ms: untilMs - nowMs };
}

/** The breaker while the probe that was decided on is under way. */
export function withProbe(state: BreakerState, nowMs: number): BreakerState {
  return { ...state, probeUntilMs: nowMs + PROBE_LEASE_MS };
}

function isFailing(recent: readonly number[]): boolean {
  const failures = recent.filter((endedAt) => endedAt < 0).length;
  return recent.length >= FAILURES.minimumCalls && failures >= FAILURES.share * recent.length;
}

/** Opens for 15 s at half the calls failing among at least 10 in 30 s; a probe closes it, or opens it for 4 s more. */
export function afterCall(state: BreakerState, outcome: CallOutcome, nowMs: number): BreakerState {
  const { isProbe, isFailure, restMs } = outcome;
  const restUntilMs = Math.max(state.restUntilMs, restMs === null ? 0 : nowMs + restMs);
  if (isProbe && !isFailure) return { ...CLOSED_BREAKER, restUntilMs };
  if (isProbe) {
    return { ...CLOSED_BREAKER, openUntilMs: nowMs + NEXT_PROBE_AFTER_MS, restUntilMs };
  }
  if (state.openUntilMs !== null) return { ...state, restUntilMs };
  const kept = state.recent.filter((endedAt) => Math.abs(endedAt) > nowMs - FAILURES.windowMs);
  const recent = [...kept, isFailure ? -nowMs : nowMs].slice(-MOST_RECENT);
  if (!isFailure || !isFailing(recent)) return { ...state, recent, restUntilMs };
  return { ...CLOSED_BREAKER, openUntilMs: nowMs + FIRST_PROBE_AFTER_MS, restUntilMs };
}
