import type { Endpoint } from '@moneytrail/contract';
import { addressOf } from './address.ts';
import { ApiError } from './api-error.ts';
import { type Answered, takeRead } from './early-reads.ts';
import { FAILURE_TEXTS, type FailureBody, failureText } from './failure-text.ts';
import { isOwnAnswer } from './own-answer.ts';
import { reachability } from './reachability.ts';
import { serverClock } from './server-clock.ts';

/** The parts of a request that an endpoint declares. */
export type RequestParts<Params, Query, Body> = (Params extends undefined
  ? unknown
  : { params: Params }) &
  (Query extends undefined ? unknown : { query: Query }) &
  (Body extends undefined ? unknown : { body: Body });

/** How a request may be ended early, and by whom it is made. */
export type RequestOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The access token of the caller; null for a visitor. */
  token?: string | null;
  /** Lets the request outlive the page that made it. */
  keepalive?: boolean;
  /** Whether it may be made twice; reads always may. */
  isRepeatable?: boolean;
};

const CALL_TIMEOUT_MS = 15_000;

/** `Retry-After` in milliseconds: seconds or a date. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

type FailedBody = FailureBody & { Message?: string; code?: string; requestId?: string };

async function bodyOf(response: Answered): Promise<FailedBody> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

async function failureOf(response: Answered): Promise<ApiError> {
  const body = await bodyOf(response);
  const message = body.Message ?? body.message;
  const named = message === undefined ? body : { ...body, message };
  return new ApiError(failureText(response.status, named), {
    status: response.status,
    code: body.code ?? `HTTP_${response.status}`,
    requestId: body.requestId ?? response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), serverClock.now()),
    cause: message,
  });
}

function failureWithoutAnswer(cause: unknown): ApiError {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new ApiError(FAILURE_TEXTS.timedOut, { status: 0, code: 'TIMEOUT', cause });
  }
  const isOffline = globalThis.navigator?.onLine === false;
  return isOffline
    ? new ApiError(FAILURE_TEXTS.noInternet, { status: 0, code: 'OFFLINE', cause })
    : new ApiError(FAILURE_TEXTS.noResponse, { status: 0, code: 'NO_RESPONSE', cause });
}

function headersOf(body: object | undefined, token: string | null): Record<string, string> {
  return {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** What a proxy answers for a server that is away or busy; what else it answers is a refusal. */
const SERVER_IS_AWAY: readonly number[] = [502, 503, 504];

type Call = {
  address: string;
  token: string | null;
  init: Omit<RequestInit, 'signal'>;
  isRepeatable: boolean;
};

/** What a call may be given up for: its answer was under way when the server went, and is not waited for. */
const ANSWER_LOST = new Error('The answer was lost.');

/**
 * Asks once. Rejects with an {@link ApiError} where the server refused, with `ANSWER_LOST` where the call may be
 * repeated and the server came back meanwhile, else with what kept the answer away, as where a proxy says it is away.
 */
async function ask<Answer>(call: Call, isOver: AbortSignal): Promise<Answer> {
  const { address, token, init, isRepeatable } = call;
  const lost = new AbortController();
  const watchReturn = () =>
    reachability.isReachable.subscribe(() => {
      if (isRepeatable && reachability.isReachable.get()) lost.abort();
    });
  let stopWatching = watchReturn();
  try {
    const signal = AbortSignal.any([isOver, lost.signal]);
    const early = init.method === 'GET' ? takeRead(address, token, signal) : null;
    const askedAtMs = early?.beganAtMs ?? Date.now();
    const response: Answered = await (early?.response ?? fetch(address, { ...init, signal }));
    if (isOwnAnswer(response)) {
      serverClock.observe(response.headers.get('date'), askedAtMs, Date.now());
      // What proves the return is no lost answer; its body may become one later.
      stopWatching();
      reachability.confirm();
      stopWatching = watchReturn();
    } else if (SERVER_IS_AWAY.includes(response.status)) {
      throw new Error(`Something else answered ${response.status}.`);
    }
    if (!response.ok) throw await failureOf(response);
    const isEmpty = response.status === 204;
    return (isEmpty ? undefined : await response.json()) as Answer;
  } catch (cause) {
    throw lost.signal.aborted && !(cause instanceof ApiError) ? ANSWER_LOST : cause;
  } finally {
    stopWatching();
  }
}

/**
 * Makes one request, without regard to the session. Rejects with an {@link ApiError}, or with the reason of the signal
 * where that ended it. What may be repeated is asked again at once when the server is back after it was away. The
 * answer is our own server's, which checks it against the contract, and is not checked again.
 */
export async function request<Params, Query, Body, Answer>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  given: RequestParts<Params, Query, Body>,
  options: RequestOptions = {},
): Promise<Answer> {
  const { signal, timeoutMs = CALL_TIMEOUT_MS, token = null, keepalive = false } = options;
  const { isRepeatable = endpoint.method === 'GET' } = options;
  const parts = given as { params?: object; query?: object; body?: object };
  const address = addressOf(endpoint.path, parts.params ?? {}, parts.query ?? {});
  const init = {
    method: endpoint.method,
    credentials: 'same-origin' as const,
    headers: headersOf(parts.body, token),
    body: parts.body ? JSON.stringify(parts.body) : null,
    keepalive,
  };
  const call = { address, token, init, isRepeatable };
  const isOver = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  for (;;) {
    try {
      return await ask<Answer>(call, isOver);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      if (signal?.aborted) throw signal.reason;
      if (cause === ANSWER_LOST) continue;
      reachability.suspect();
      throw failureWithoutAnswer(cause);
    }
  }
}
