import type { Endpoint } from '@moneytrail/contract';
import { addressOf } from './address.ts';
import { ApiError, sessionEnd } from './api-error.ts';
import { type Answered, takeRead } from './early-reads.ts';
import { FAILURE_TEXTS, type FailureBody, failureText } from './failure-text.ts';
import { isOwnAnswer } from './own-answer.ts';
import { reachability } from './reachability.ts';
import { serverClock } from './server-clock.ts';
import type { Session } from './session/create-session.ts';

/** The parts of a request that an endpoint declares. */
export type RequestParts<Params, Query, Body> = (Params extends undefined
  ? unknown
  : { params: Params }) &
  (Query extends undefined ? unknown : { query: Query }) &
  (Body extends undefined ? unknown : { body: Body });

export type RequestOptions = {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The access token of the caller; null for a visitor. */
  token?: string | null;
  /** Lets the request outlive the page that made it. */
  keepalive?: boolean;
  /** The request is idempotent; reads always are. */
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

type FailedBody = FailureBody & {
  Message?: string;
  code?: string;
  requestId?: string;
  phoneEnding?: string;
};

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
    detail: body.error ?? null,
    phoneEnding: body.phoneEnding ?? null,
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

const BYTES = 'application/octet-stream';
const isBytes = (body: object): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

function encoded(body: object): string | Uint8Array<ArrayBuffer> {
  return isBytes(body) ? body : JSON.stringify(body);
}

function headersOf(body: object | undefined, token: string | null): Record<string, string> {
  return {
    ...(body ? { 'content-type': isBytes(body) ? BYTES : 'application/json' } : {}),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Statuses of a proxy whose server is away or busy; its other statuses are refusals. */
const SERVER_IS_AWAY: readonly number[] = [502, 503, 504];

type Call = {
  address: string;
  token: string | null;
  init: Omit<RequestInit, 'signal'>;
  isRepeatable: boolean;
};

/** Ends a request whose answer was under way when the server went away. */
const ANSWER_LOST = new Error('The answer was lost.');

/**
 * Sends a request once. Rejects with an {@link ApiError} where the server refused, with `ANSWER_LOST` where the request is
 * repeatable and the server has come back meanwhile, otherwise with the cause of the missing answer.
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
      // This answer proves the return and is not lost itself; its body still may be.
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
 * Makes one request, regardless of the session. Rejects with an {@link ApiError}, or with the signal's reason where that
 * ended it. A repeatable request is sent again at once when the server is back after an outage. The server has checked
 * its answer against the contract; the browser does not check it again.
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
    body: parts.body ? encoded(parts.body) : null,
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

type AuthorizedOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'isRepeatable'>;

/**
 * Makes requests for the signed-in user. They reject with an {@link ApiError}, or with the signal's reason where that
 * ended one. A 401 ends the session; the codes of `SESSION_END` distinguish the first from those that follow. Without a
 * session only public endpoints are called.
 */
export function authorizedBy(session: Pick<Session, 'tokenForRequest' | 'handleUnauthorized'>) {
  return async <Params, Query, Body, Answer>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    parts: RequestParts<Params, Query, Body>,
    options: AuthorizedOptions = {},
  ): Promise<Answer> => {
    const token = await session.tokenForRequest();
    if (token === null && endpoint.access !== 'public') throw sessionEnd('ended-before');
    try {
      return await request(endpoint, parts, { ...options, token });
    } catch (error) {
      if (token === null || !(error instanceof ApiError) || error.status !== 401) throw error;
      const meaning = session.handleUnauthorized(token);
      if (meaning === 'replaced') {
        return request(endpoint, parts, { ...options, token: await session.tokenForRequest() });
      }
      throw sessionEnd(meaning, error);
    }
  };
}
