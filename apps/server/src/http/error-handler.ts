import { AppError, type ErrorBody, getHistory, type HistoryError } from '@moneytrail/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const GENERIC = 'Unexpected error. Please try again later.';

type Told = { status: number; code: string; message: string };

/** What a caller is told: our own failures as they are, a client's mistakes by name, anything else nothing. */
function told(error: FastifyError | AppError | Error): Told {
  if (error instanceof AppError) {
    return { status: error.status, code: error.code, message: error.message };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 429) return { status, code: 'RATE_LIMITED', message: error.message };
  if (status === 413) return { status, code: 'TOO_LARGE', message: error.message };
  if (status >= 400 && status < 500) return { status, code: 'BAD_REQUEST', message: error.message };
  return { status: 500, code: 'INTERNAL', message: GENERIC };
}

/** History speaks of failures in its own form. */
function bodyOf(request: FastifyRequest, { code, message }: Told): ErrorBody | HistoryError {
  const requestId = request.id;
  return request.routeOptions.url === getHistory.path
    ? { Response: 'Error', Message: message, code, requestId }
    : { message, code, requestId };
}

/** One handler for every failure: the whole error to the log, its told part to the caller. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(
    (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
      const answer = told(error);
      if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
      return reply.code(answer.status).send(bodyOf(request, answer));
    },
  );
}

/** Says that nothing is served at a path. */
export async function notFound(): Promise<never> {
  throw new AppError('NOT_FOUND', 'The requested resource was not found.');
}
