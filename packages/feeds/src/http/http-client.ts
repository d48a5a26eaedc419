import { DAY_MS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import PQueue from 'p-queue';
import { backoffMs, sleep, unlessAborted } from '../backoff.ts';
import { FeedError } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';
import {
  type Admission,
  type AdmissionControl,
  type CallLimits,
  type CallPriority,
  createMemoryAdmission,
  namedLimit,
} from './admission.ts';
import {
  type Answer,
  type CallFailure,
  type CallResult,
  type Classify,
  excerptOf,
  failure,
} from './answer.ts';

/** Determines how long the answer may take. */
export type CallKind = 'quote' | 'history';

export type CallContext = {
  /** Named by errors. */
  instrument?: string;
  /** Ends the call early. */
  signal?: AbortSignal;
  /** `reader` by default. */
  priority?: CallPriority;
  /** The name of the limit that applies; `default` by default. */
  limit?: string;
  /** Asks whether the vendor is up: once, and no longer than a quote. */
  isHealthCheck?: boolean;
};

type VendorCall = CallContext & {
  kind: CallKind;
  /** Below the base URL, with a leading slash, encoded. */
  path: string;
  query?: Record<string, string | number>;
};

export type HttpClientOptions = {
  exchange: ExchangeName;
  baseUrl: string;
  headers: Record<string, string>;
  classify: Classify;
  limits: CallLimits;
  /** Shared with other processes; without one the limits apply to this process alone. */
  admission?: AdmissionControl | undefined;
  /** Removed from errors. */
  secret: string | undefined;
};

export type HttpClient = ReturnType<typeof createHttpClient>;

type Waiting = Extract<Admission, { kind: 'wait' }>;

/** Running and waiting calls; more fail at once. */
const MAX_CALLS: Record<CallPriority, number> = { reader: 200, newest: 100, background: 50 };
/** Higher numbers come first. */
const QUEUE_PRIORITY: Record<CallPriority, number> = { reader: 2, newest: 1, background: 0 };
/** The longest time from the call to the end of the last attempt, including all waiting. */
const DEADLINE_MS: Record<CallKind, number> = { quote: 10_000, history: 60_000 };
const MAX_RETRIES = 2;
const HEALTH_CHECK = { kind: 'quote', limit: 'probe' } as const;
const RETRY = { firstMs: 300, longestMs: 4_000 };
/** For a longer retry time of the vendor, the call fails with that time. */
const LONGEST_WAITED_REST_MS = 3_000;
const MAX_CALLS_AT_ONCE = 10;
/** Smaller differences between the clocks are ignored. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Longest wait for a token of the vendor's limit. */
const MAX_LIMIT_WAIT_MS: Record<CallKind, number> = { quote: 2_000, history: 30_000 };
const WAIT_CAUSES = {
  limit: ['rateLimit', "the vendor's limit is used up"],
  rest: ['rateLimit', 'rests after its rate limit was reached'],
  open: ['upstream', 'is offline'],
} as const;
/** Timeout of one attempt. */
const TIMEOUT_MS: Record<CallKind, number> = { quote: 2_000, history: 10_000 };
/** Larger than any list of a vendor. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Bound of `Retry-After`, as no plan counts over more than a day. */
const LONGEST_REST_MS = DAY_MS;

/**
 * Reads a vendor's REST interface: a bounded number of calls, readers first; 80 % of the vendor's limits; a timeout per
 * attempt and a deadline per call; 2 retries with jitter after failures of the vendor; its retry times; a circuit breaker
 * around all. Every failure is a `FeedError`.
 */
export function createHttpClient(environment: FeedEnvironment, options: HttpClientOptions) {
  const control = options.admission ?? createMemoryAdmission(environment);
  const calls: Record<CallPriority, number> = { reader: 0, newest: 0, background: 0 };
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

  /** Milliseconds before the next attempt; null if another one would be useless. */
  function retryDelayMs({ kind, retryAfterMs }: CallFailure, retries: number): number | null {
    if (retries >= MAX_RETRIES || control.breaker().openUntilMs !== null) return null;
    if (retryAfterMs !== null) {
      return retryAfterMs <= LONGEST_WAITED_REST_MS ? retryAfterMs : null;
    }
    return kind === 'upstream' ? backoffMs(environment, retries, RETRY) : null;
  }

  /**
   * `parse` answers null for a body of another format. Fails at once with `overloaded` when too many calls wait; rejects
   * with the reason of an aborted signal.
   */
  async function get<Body>(
    given: VendorCall,
    parse: (body: unknown) => Body | null,
  ): Promise<Body> {
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
        if (delayMs === null) {
          if (result.isHeldBack) control.heldBack();
          throw errorOf(options, call, result);
        }
        await sleep(delayMs, signal);
      }
    } finally {
      calls[priority] -= 1;
      clear();
    }
  }

  return {
    get,
    /** Lead of our clock over the vendor's by its last answer; 0 if it is not ahead. */
    clockLeadMs,
    /** Milliseconds until a broken vendor is probed; null while the breaker is closed. */
    msUntilProbe: (): number | null => {
      const { openUntilMs, probeUntilMs } = control.breaker();
      if (openUntilMs === null) return null;
      return Math.max(0, Math.max(openUntilMs, probeUntilMs ?? 0) - environment.now());
    },
    onBreakerChange: control.onChange,
    /** Calls the listener with the outcome of every call that reached the vendor; null for a success. */
    onOutcome: (listener: (failure: FeedError | null) => void): void => {
      listeners.push(listener);
    },
  };
}

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

/** Combines the caller's signal with a deadline; `clear` cancels the deadline. */
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

/** With an open breaker the failure names the last one that this process has seen. */
function failureOfWaiting({ why, ms }: Waiting, lastFailure: string | null): CallFailure {
  const [kind, reason] = WAIT_CAUSES[why];
  const cause = why === 'open' && lastFailure !== null ? `${reason} (${lastFailure})` : reason;
  return { ...failure(kind, cause, ms), isHeldBack: why === 'limit' };
}

/** Makes calls when the vendor's limits and its breaker allow, at most 10 at once, readers before background work. */
function createVendorCalls(
  environment: FeedEnvironment,
  control: AdmissionControl,
  options: HttpClientOptions,
  onResult: (call: VendorCall, result: CallResult) => void,
) {
  const queue = new PQueue({ concurrency: MAX_CALLS_AT_ONCE });
  let leadMs = 0;
  let lastFailure: string | null = null;
  const noteLead = (aheadMs: number) => {
    leadMs = aheadMs > CLOCK_TOLERANCE_MS ? aheadMs : 0;
  };
  const address = { ...options, now: environment.now, noteLead };
  /** The probe of this process that is under way. */
  let probing: Promise<unknown> | null = null;

  async function callVendor<Body>(
    call: VendorCall,
    parse: (body: unknown) => Body | null,
    isProbe: boolean,
    signal: AbortSignal,
  ): Promise<CallResult<Body>> {
    // A probe serves all callers, so it does not end with the one that made it.
    const result = await fetchAnswer(address, call, parse, isProbe ? undefined : signal);
    const isFailure = !result.ok && result.kind === 'upstream';
    if (result.ok) lastFailure = null;
    else if (isFailure) lastFailure = result.cause;
    await control.record({
      isProbe,
      isFailure,
      restMs: !result.ok && result.kind === 'rateLimit' ? result.retryAfterMs : null,
    });
    onResult(call, result);
    return result;
  }

  /** Asks once, or answers how long to wait before. */
  async function attempt<Body>(
    call: VendorCall,
    parse: (body: unknown) => Body | null,
    signal: AbortSignal,
  ): Promise<CallResult<Body> | Waiting> {
    signal.throwIfAborted();
    const limit = namedLimit(options.limits, call.limit);
    const admission = await control.admit(limit, call.priority ?? 'reader');
    if (admission.kind === 'wait') return admission;
    const answered = callVendor(call, parse, admission.isProbe, signal);
    if (admission.isProbe) probing = answered.catch(() => null);
    return answered;
  }

  return {
    clockLeadMs: () => leadMs,
    /** Waits for its turn and asks once; rejects with the reason of an aborted signal. */
    callInTurn: async <Body>(
      call: VendorCall,
      parse: (body: unknown) => Body | null,
      signal: AbortSignal,
    ): Promise<CallResult<Body>> => {
      const latestMs = environment.now() + MAX_LIMIT_WAIT_MS[call.kind];
      const priority = QUEUE_PRIORITY[call.priority ?? 'reader'];
      for (let isAfterProbe = false; ; ) {
        // The slot is released while waiting for a token, so that calls under another limit can pass.
        const slot = queue.add(() => attempt(call, parse, signal), { priority });
        const result = await unlessAborted(slot, [signal]);
        if ('ok' in result) return result;
        if (result.why === 'open' && probing && !isAfterProbe) {
          await unlessAborted(probing, [signal]);
          isAfterProbe = true;
        } else if (result.why === 'limit' && environment.now() + result.ms <= latestMs) {
          await sleep(result.ms, signal);
        } else {
          return failureOfWaiting(result, lastFailure);
        }
      }
    },
  };
}

function urlOf(baseUrl: string, { path, query = {} }: VendorCall): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

function retryAfterMsOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const restMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(restMs) ? null : Math.min(Math.max(0, restMs), LONGEST_REST_MS);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Error(`more than ${MAX_BODY_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Follows no redirects, which would leak a key in a header. */
async function fetchWhole(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  { now, noteLead }: Clocks,
): Promise<Answer> {
  const askedAtMs = now();
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
  });
  const vendorMs = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(vendorMs)) noteLead(askedAtMs - vendorMs);
  const text = await readText(response);
  return {
    path: url.pathname,
    status: response.status,
    retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), now()),
    text,
    json: parseJson(text),
  };
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { message } = error.cause instanceof Error && error.cause.message ? error.cause : error;
  return `no answer: ${message}`;
}

type Clocks = { now: () => number; noteLead: (leadMs: number) => void };

/** Asks the vendor once and classifies the answer. Rejects only if the given signal ended the call. */
async function fetchAnswer<Body>(
  { baseUrl, headers, classify, ...clocks }: HttpClientOptions & Clocks,
  call: VendorCall,
  parse: (body: unknown) => Body | null,
  signal: AbortSignal | undefined,
): Promise<CallResult<Body>> {
  const timeout = new AbortController();
  const timeoutMs = TIMEOUT_MS[call.kind];
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const ends = signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal;
  try {
    const answer = await fetchWhole(urlOf(baseUrl, call), headers, ends, clocks);
    const result = classify(answer, clocks.now());
    if (!result.ok) return result;
    const body = parse(result.body);
    if (body !== null) return { ok: true, body };
    return failure('upstream', `answered something else: ${excerptOf(answer.text)}`);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const isLate = timeout.signal.aborted;
    return failure('upstream', isLate ? `no answer within ${timeoutMs / 1_000} s` : causeOf(error));
  } finally {
    clearTimeout(timer);
  }
}
