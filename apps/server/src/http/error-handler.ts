import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorBody, getHistory, type HistoryError } from '@moneytrail/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStorageError, isStorageUnavailable } from '../db/index.ts';

const GENERIC = 'Unexpected error. Please try again later.';
/** How soon to ask again for what is unavailable, where nobody knows better. */
const DEFAULT_RETRY_SECONDS = 5;

/** A failure as callers are told of it. */
export type Answer = { status: number; code: string; message: string };

const INTERNAL: Answer = { status: 500, code: 'INTERNAL', message: GENERIC };
const UNAVAILABLE: Answer = { status: 503, code: 'UNAVAILABLE', message: GENERIC };

/** A failure of the storage anywhere among the causes of an error; null without one. */
function storageCauseOf(error: Error): Error | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isStorageError(each)) return each;
  }
  return null;
}

/** What a client did wrong, by the status that the framework gave it. */
function clientMistake(status: number, message: string): Answer {
  if (status === 429) return { status, code: 'RATE_LIMITED', message };
  if (status === 413) return { status, code: 'TOO_LARGE', message };
  return { status, code: 'BAD_REQUEST', message };
}

/**
 * The one answer to a failure: our own as they are, a client's mistakes by name, anything else without any detail. What
 * storage says stays inside, and no feed is blamed for it.
 */
function answerTo(error: FastifyError | AppError | Error): Answer {
  const storage = storageCauseOf(error) ?? error;
  if (error instanceof AppError) {
    if (error.code === 'FEED_UNAVAILABLE' && storage !== error) return UNAVAILABLE;
    return { status: error.status, code: error.code, message: error.message };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  // Also of a caller who leaves in the midst of a body: their connection breaks as one to the storage does.
  if (status >= 400 && status < 500) return clientMistake(status, error.message);
  return isStorageUnavailable(storage) ? UNAVAILABLE : INTERNAL;
}

/** History answers failures in a form of its own. */
function bodyOf(request: FastifyRequest, { code, message }: Answer): ErrorBody | HistoryError {
  const requestId = request.id;
  return request.routeOptions.url === getHistory.path
    ? { Response: 'Error', Message: message, code, requestId }
    : { message, code, requestId };
}

/** When to ask again, where an answer says that later will do; the limiter of addresses has set its own by now. */
function retryAfterSecondsOf(error: Error, { status }: Answer): number | null {
  const given = error instanceof AppError ? error.retryAfterSeconds : undefined;
  if (given !== undefined) return Math.max(1, Math.ceil(given));
  return status === 503 ? DEFAULT_RETRY_SECONDS : null;
}

/** Notes a failure: the log gets the whole error. Returns what its caller is told, and says when to come back. */
export function noteFailure(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Answer {
  const answer = answerTo(error);
  if (answer.status >= 500) {
    const { method, id: requestId } = request;
    // The route stands for the path: neither ids nor queries, which may hold tokens.
    const route = request.routeOptions.url ?? 'none';
    request.log.error({ err: error, method, route, requestId }, 'request failed');
  }
  const seconds = retryAfterSecondsOf(error, answer);
  if (seconds !== null) reply.header('retry-after', seconds);
  return answer;
}

/** Answers one failure in the form of our own interface. */
export function answerFailure(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = noteFailure(error, request, reply);
  return reply.code(answer.status).send(bodyOf(request, answer));
}

/** One handler for every failure of a route. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure);
}

/** Answers that nothing is served at a path. */
export async function notFound(): Promise<never> {
  throw new AppError('NOT_FOUND', 'The requested resource was not found.');
}

const UNREADABLE: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body is too large.'],
};

/** Answers what never became a request, in the form of every failure, and closes the connection. */
export function answerUnreadable(
  error: { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // Node may have begun to answer a request that came before on this connection.
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
