import { AppError, type ErrorCode } from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../http/known-callers.ts';
import type { Core } from './core.ts';
import { NotTheirsError } from './profile/own.ts';
import type { SessionReader } from './sessions/read-user.ts';

/** Failures that mean: you may not. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'SOURCE_LOCKED', 'REAUTH_REQUIRED']);

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (REFUSALS.has(error.code) || error instanceof NotTheirsError);
}

/**
 * Records, before it is answered, that a signed-in user was refused. A page that asks again and again does not fill
 * the record: the same refusals of a minute are counted.
 */
export function recordRefusals(
  app: FastifyInstance,
  core: Core,
  { readUser }: Pick<SessionReader, 'readUser'>,
): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!isRefusal(error) || !request.headers.authorization) return;
    try {
      // Whose session has ended since is recorded too.
      const user = callerOf(request) ?? (await readUser(request));
      if (!user) return;
      const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
      const code = error instanceof NotTheirsError ? 'NOT_THEIRS' : error.code;
      await core.audit.repeated.add(`${user._id} ${route} ${code}`, {
        action: 'access.refused',
        actorId: user._id,
        subjectId: user._id,
        after: { route, code, asked: request.params },
        address: request.ip,
        requestId: request.id,
      });
    } catch (cause) {
      core.log.error({ err: cause }, 'a refusal could not be recorded');
    }
  });
}
