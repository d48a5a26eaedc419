import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorBody, getHistory, type HistoryError } from '@moneytrail/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStorageError, isStorageUnavailable } from '../db/index.ts';

const GENERIC = 'Unexpected error. Please try again later.';
/** Default `Retry-After` of a 503. */
const DEFAULT_RETRY_SECONDS = 5;

/** A failure as callers see it. */
export type Answer = {
  status: number;
  code: string;
  message: string;
  phoneEnding?: string;
  /** A detail of the code. */
  error?: string;
};

const INTERNAL: Answer = { status: 500, code: 'INTERNAL', message: GENERIC };
const UNAVAILABLE: Answer = { status: 503, code: 'UNAVAILABLE', message: GENERIC };

/** A storage failure among the causes of an error, or null. */
function storageCauseOf(error: Error): Error | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isStorageError(each)) return each;
  }
  return null;
}

/** The answer to a client error, by the framework's status. */
function clientMistake(status: number, message: string): Answer {
  if (status === 429) return { status, code: 'RATE_LIMITED', message };
  if (status === 413) return { status, code: 'TOO_LARGE', message };
  return { status, code: 'BAD_REQUEST', message };
}

/**
 * The answer to a failure: an `AppError` as it is, a client error by its code, anything else without detail. Storage
 * errors are never disclosed, nor reported as a failure of a feed.
 */
function answerTo(error: FastifyError | AppError | Error): Answer {
  const storage = storageCauseOf(error) ?? error;
  if (error instanceof AppError) {
    if (error.code === 'FEED_UNAVAILABLE' && storage !== error) return UNAVAILABLE;
    const { status, code, message, detail, phoneEnding } = error;
    return {
      status,
      code,
      message,
      ...(detail !== undefined && { error: detail }),
      ...(phoneEnding !== undefined && { phoneEnding }),
    };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  // Includes clients that disconnect in the middle of a body: that error looks like a broken storage connection.
  if (status >= 400 && status < 500) return clientMistake(status, error.message);
  return isStorageUnavailable(storage) ? UNAVAILABLE : INTERNAL;
}

/** History has its own form of failures. */
function bodyOf(
  request: FastifyRequest,
  { status: _status, ...told }: Answer,
): ErrorBody | HistoryError {
  const requestId = request.id;
  return request.routeOptions.url === getHistory.path
    ? { Response: 'Error', Message: told.message, code: told.code, requestId }
    : { ...told, requestId };
}

/** Null without a reason to retry, or if the rate limiter has already set the header. */
function retryAfterSecondsOf(error: Error, { status }: Answer): number | null {
  const given = error instanceof AppError ? error.retryAfterSeconds : undefined;
  if (given !== undefined) return Math.max(1, Math.ceil(given));
  return status === 503 ? DEFAULT_RETRY_SECONDS : null;
}

/** The headers of the limit that refused a request, instead of those of a limit that has let it pass. */
function showLimit({ limit }: AppError, seconds: number | null, reply: FastifyReply): void {
  reply.header('x-ratelimit-remaining', 0);
  if (limit === undefined) reply.removeHeader('x-ratelimit-limit');
  else reply.header('x-ratelimit-limit', limit);
  if (seconds === null) reply.removeHeader('x-ratelimit-reset');
  else reply.header('x-ratelimit-reset', seconds);
}

/** Logs a failure of ours with all detail, sets the headers about retries and limits, and returns the answer. */
export function noteFailure(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Answer {
  const answer = answerTo(error);
  if (answer.status >= 500) {
    const { method, id: requestId } = request;
    // The route, not the path: ids and queries may hold tokens.
    const route = request.routeOptions.url ?? 'none';
    request.log.error({ err: error, method, route, requestId }, 'request failed');
  }
  const seconds = retryAfterSecondsOf(error, answer);
  if (seconds !== null) reply.header('retry-after', seconds);
  if (error instanceof AppError && error.code === 'RATE_LIMITED') showLimit(error, seconds, reply);
  // RFC 9110, 15.5.2, and RFC 6750, 3.
  if (answer.status === 401) {
    const problem = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
    reply.header('www-authenticate', `Bearer realm="moneytrail"${problem}`);
  }
  return answer;
}

/** Answers a failure in the form of our API. */
export function answerFailure(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = noteFailure(error, request, reply);
  return reply.code(answer.status).send(bodyOf(request, answer));
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure);
}

export async function notFound(): Promise<never> {
  throw new AppError('NOT_FOUND', 'The requested resource was not found.');
}

const UNREADABLE: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body is too large.'],
};

/** Answers an unparsable request in the form of every failure and closes the connection. */
export function answerUnreadable(
  error: { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // Node may already be answering an earlier request on this connection.
  const begun = '_httpMessage' in socket ? (socket._httpMessage as ServerResponse | null) : null;
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'The request cannot be read.'];
  const requestId = randomUUID();
  const body: ErrorBody = { message, code: clientMistake(status, message).code, requestId };
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}
