/** A circuit breaker as a value, which processes can share through a store. */
export type BreakerState = {
  /** End times of the calls of the last 30 s, oldest first, negative for failures. Empty while open. */
  recent: readonly number[];
  /** Null while closed; otherwise calls wait until then, and from then on there is one probe at a time. */
  openUntilMs: number | null;
  /** Deadline of the probe under way; null without one. */
  probeUntilMs: number | null;
  /** The vendor asked for no calls until then; 0 if it did not. */
  restUntilMs: number;
};

/** `probe` is the call that finds out whether the vendor is back. */
type BreakerDecision =
  | { kind: 'call' }
  | { kind: 'probe' }
  | { kind: 'wait'; why: 'rest' | 'open'; ms: number };

export type CallOutcome = {
  isProbe: boolean;
  /** Whether the vendor failed; a refusal is no failure. */
  isFailure: boolean;
  /** The pause that the vendor asks for; null if it does not. */
  restMs: number | null;
};

export const CLOSED_BREAKER: BreakerState = {
  recent: [],
  openUntilMs: null,
  probeUntilMs: null,
  restUntilMs: 0,
};

const FAILURES = { share: 0.5, minimumCalls: 10, windowMs: 30_000 };
/** Limit of `recent`; older calls are dropped. */
const MOST_RECENT = 200;
const FIRST_PROBE_AFTER_MS = 15_000;
/** Pause after a failed probe: a recovery is seen within 5 s. */
const NEXT_PROBE_AFTER_MS = 4_000;
/** After this time without an outcome, the process of a probe counts as dead. */
export const PROBE_LEASE_MS = 12_000;

export function decideCall(state: BreakerState, nowMs: number): BreakerDecision {
  if (state.restUntilMs > nowMs) {
    return { kind: 'wait', why: 'rest', ms: state.restUntilMs - nowMs };
  }
  if (state.openUntilMs === null) return { kind: 'call' };
  const untilMs = Math.max(state.openUntilMs, state.probeUntilMs ?? 0);
  return untilMs <= nowMs ? { kind: 'probe' } : { kind: 'wait', why: 'open', ms: untilMs - nowMs };
}

/** The state while a probe is under way. */
export function withProbe(state: BreakerState, nowMs: number): BreakerState {
  return { ...state, probeUntilMs: nowMs + PROBE_LEASE_MS };
}

function isFailing(recent: readonly number[]): boolean {
  const failures = recent.filter((endedAt) => endedAt < 0).length;
  return recent.length >= FAILURES.minimumCalls && failures >= FAILURES.share * recent.length;
}

/** Opens for 15 s when half of at least 10 calls in 30 s have failed; a probe closes it or opens it for 4 s more. */
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
