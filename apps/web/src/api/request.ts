import type { Endpoint } from '@moneytrail/contract';
import { ApiError } from './api-error.ts';
import { FAILURE_TEXTS, type FailureBody, failureText } from './failure-text.ts';
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
};

const CALL_TIMEOUT_MS = 15_000;

function addressOf(path: string, params: object, query: object): string {
  let address = path;
  for (const [name, value] of Object.entries(params)) {
    address = address.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${address}?${search}` : address;
}

/** `Retry-After` in milliseconds: seconds or a date. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

type FailedBody = FailureBody & { Message?: string; code?: string; requestId?: string };

async function bodyOf(response: Response): Promise<FailedBody> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

async function failureOf(response: Response): Promise<ApiError> {
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

/**
 * Makes one request, without regard to the session. Rejects with an {@link ApiError}, or with the reason of the signal
 * where that ended it. The answer is our own server's, which checks it against the contract, and is not checked again.
 */
export async function request<Params, Query, Body, Answer>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  given: RequestParts<Params, Query, Body>,
  { signal, timeoutMs = CALL_TIMEOUT_MS, token = null, keepalive = false }: RequestOptions = {},
): Promise<Answer> {
  const parts = given as { params?: object; query?: object; body?: object };
  const address = addressOf(endpoint.path, parts.params ?? {}, parts.query ?? {});
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const askedAtMs = Date.now();
  try {
    const response = await fetch(address, {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: headersOf(parts.body, token),
      body: parts.body ? JSON.stringify(parts.body) : null,
      signal: AbortSignal.any(limits),
      keepalive,
    });
    serverClock.observe(response.headers.get('date'), askedAtMs, Date.now());
    reachability.confirm();
    if (!response.ok) throw await failureOf(response);
    const isEmpty = response.status === 204;
    return (isEmpty ? undefined : await response.json()) as Answer;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (signal?.aborted) throw signal.reason;
    reachability.suspect();
    throw failureWithoutAnswer(cause);
  }
}
