import { backoffMs, sleep } from '../backoff.ts';
import { FeedError } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';
import { type AdmissionControl, type CallPriority, createMemoryAdmission } from './admission.ts';
import { type CallFailure, failure } from './answer.ts';
import type { CallKind } from './fetch-answer.ts';
import {
  type CallContext,
  createVendorCalls,
  type VendorCall,
  type VendorCallOptions,
} from './vendor-calls.ts';

/** Reads a vendor's REST interface within its limits. Every failure is a `FeedError`. */
export type HttpClient = {
  /**
   * Asks, and reads the body; `parse` answers null where the body is not what was asked for. Fails at once with
   * `overloaded` where too many calls wait already; rejects with the reason of a signal that is aborted.
   */
  get: <Body>(call: VendorCall, parse: (body: unknown) => Body | null) => Promise<Body>;
  /** Milliseconds until a broken vendor is probed; null while the breaker is closed. */
  msUntilProbe: () => number | null;
  onBreakerChange: AdmissionControl['onChange'];
  /** Told of the outcome of every call that reached the vendor; null is a success. */
  onOutcome: (listener: (failure: FeedError | null) => void) => void;
  /** As `Feed` has it. */
  clockLeadMs: () => number;
};

export type HttpClientOptions = VendorCallOptions & {
  /** Shared with other processes; without one the limits hold in this process alone. */
  admission?: AdmissionControl | undefined;
  /** Never to appear in an error. */
  secret: string | undefined;
};

/** Calls that run or wait; more fail at once. */
const MAX_CALLS: Record<CallPriority, number> = { reader: 200, background: 50 };
/** From the question to the last attempt's end, all waiting included. */
const DEADLINE_MS: Record<CallKind, number> = { quote: 10_000, history: 60_000 };
const MAX_RETRIES = 2;
const HEALTH_CHECK = { kind: 'quote', limit: 'probe' } as const;
const RETRY = { firstMs: 300, longestMs: 4_000 };
/** A vendor that wants longer rest gets it, and the caller an error that says until when. */
const LONGEST_WAITED_REST_MS = 3_000;

function errorOf(options: HttpClientOptions, call: CallContext, failed: CallFailure): FeedError {
  const { exchange, secret } = options;
  const { kind, retryAfterMs, isHeldBack = false } = failed;
  return new FeedError({
    exchange,
    kind,
    isHeldBack,
    cause: secret ? failed.cause.replaceAll(secret, '***') : failed.cause,
    ...(call.instrument === undefined ? {} : { instrument: call.instrument }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  });
}

/** The caller's signal and a deadline as one; `clear` ends the deadline. */
function withDeadline(call: VendorCall, late: (cause: string) => FeedError) {
  const deadline = new AbortController();
  const deadlineMs = DEADLINE_MS[call.kind];
  const cause = `no answer within ${deadlineMs / 1_000} s, waiting included`;
  const timer = setTimeout(() => deadline.abort(late(cause)), deadlineMs);
  const { signal } = deadline;
  return {
    signal: call.signal ? AbortSignal.any([call.signal, signal]) : signal,
    clear: () => clearTimeout(timer),
  };
}

/**
 * The one way to a vendor: a bounded number of calls, readers first; the vendor's limits at 80 %, a timeout by kind of
 * call and a deadline over all, 2 retries with jitter where the failure is the vendor's, rest where it asks for rest,
 * and a breaker around all of it.
 */
export function createHttpClient(
  environment: FeedEnvironment,
  options: HttpClientOptions,
): HttpClient {
  const control = options.admission ?? createMemoryAdmission(environment);
  const calls: Record<CallPriority, number> = { reader: 0, background: 0 };
  const listeners: ((failure: FeedError | null) => void)[] = [];
  const { callInTurn, clockLeadMs } = createVendorCalls(
    environment,
    control,
    options,
    (call, result) => {
      const failed = result.ok ? null : errorOf(options, call, result);
      for (const listener of listeners) listener(failed);
    },
  );

  /** Milliseconds before the next attempt; null where another one would be useless. */
  function retryDelayMs({ kind, retryAfterMs }: CallFailure, retries: number): number | null {
    if (retries >= MAX_RETRIES || control.breaker().openUntilMs !== null) return null;
    if (retryAfterMs !== null) {
      return retryAfterMs <= LONGEST_WAITED_REST_MS ? retryAfterMs : null;
    }
    return kind === 'upstream' ? backoffMs(environment, retries, RETRY) : null;
  }

  const get: HttpClient['get'] = async (given, parse) => {
    const call = given.isHealthCheck ? { ...given, ...HEALTH_CHECK } : given;
    const { priority = 'reader' } = call;
    if (calls[priority] >= MAX_CALLS[priority]) {
      const cause = `${MAX_CALLS[priority]} calls wait already`;
      throw errorOf(options, call, { ...failure('overloaded', cause), isHeldBack: true });
    }
    const { signal, clear } = withDeadline(call, (cause) =>
      errorOf(options, call, failure('upstream', cause)),
    );
    calls[priority] += 1;
    try {
      for (let retries = 0; ; retries++) {
        const result = await callInTurn(call, parse, signal);
        if (result.ok) return result.body;
        const delayMs = call.isHealthCheck ? null : retryDelayMs(result, retries);
        if (delayMs === null) throw errorOf(options, call, result);
        await sleep(delayMs, signal);
      }
    } finally {
      calls[priority] -= 1;
      clear();
    }
  };

  return {
    get,
    clockLeadMs,
    msUntilProbe: () => {
      const { openUntilMs, probeUntilMs } = control.breaker();
      if (openUntilMs === null) return null;
      return Math.max(0, Math.max(openUntilMs, probeUntilMs ?? 0) - environment.now());
    },
    onBreakerChange: control.onChange,
    onOutcome: (listener) => {
      listeners.push(listener);
    },
  };
}
