import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  IterableBackoff,
} from 'cockatiel';
import { createFailureRate } from './failure-rate.ts';
import type { Verdict } from './verdict.ts';

const FAILURE_RATE = { share: 0.5, minimumCalls: 10, windowMs: 30_000 };
const FIRST_PROBE_AFTER_MS = 15_000;
/** After a probe that failed: short enough that a recovery is seen within 5 s. */
const NEXT_PROBE_AFTER_MS = 4_000;

/** Keeps calls from a vendor that fails. */
export type Circuit = {
  /** Makes the call, or answers null without calling while the vendor is given rest. */
  run: <Body>(call: () => Promise<Verdict<Body>>) => Promise<Verdict<Body> | null>;
  isClosed: () => boolean;
  /** Milliseconds until a call is let through as a probe; 0 where calls are let through. */
  restMs: () => number;
  /** Calls the listener at every opening, half-opening and closing. */
  onChange: (listener: () => void) => void;
};

function isVendorFailure(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'upstream'
  );
}

/**
 * A breaker that opens at half the calls failing among at least 10 in 30 s, and lets exactly one call through after
 * 15 s; all others wait for what becomes of it. Only the vendor's own failures count, a refused request does not.
 */
export function createCircuit(deps: { now: () => number }): Circuit {
  const policy = circuitBreaker(handleWhenResult(isVendorFailure), {
    breaker: createFailureRate(deps, FAILURE_RATE),
    halfOpenAfter: new IterableBackoff([FIRST_PROBE_AFTER_MS, NEXT_PROBE_AFTER_MS]),
  });
  let probeAtMs = 0;
  let isFirstOpening = true;
  policy.onStateChange((state) => {
    if (state === CircuitState.Closed) isFirstOpening = true;
    if (state !== CircuitState.Open) return;
    probeAtMs = Date.now() + (isFirstOpening ? FIRST_PROBE_AFTER_MS : NEXT_PROBE_AFTER_MS);
    isFirstOpening = false;
  });

  return {
    run: async (call) => {
      try {
        return await policy.execute(call);
      } catch (error) {
        if (error instanceof BrokenCircuitError) return null;
        throw error;
      }
    },
    isClosed: () => policy.state === CircuitState.Closed,
    restMs: () => (policy.state === CircuitState.Open ? Math.max(0, probeAtMs - Date.now()) : 0),
    onChange: (listener) => {
      policy.onStateChange(listener);
    },
  };
}
