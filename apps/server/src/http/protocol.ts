import { AppError, isStorable } from '@moneytrail/contract';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, noteFailure } from './error-handler.ts';
import type { Router } from './route.ts';
import { waitForHandlers } from './running-handlers.ts';

/** What a request of a foreign protocol says in its query: parameters that nobody asks for are ignored. */
export type ProtocolQuery = Readonly<Record<string, string | undefined>>;

/** How a protocol tells of a failure. */
export type TellFailure = (failure: Answer) => { status: number; body: object };

/** The parameters of a request that were given once; throws `BAD_REQUEST` for what is no text. */
export function queryOf({ query }: FastifyRequest): ProtocolQuery {
  const given = Object.entries(Object(query)).filter(([, value]) => typeof value === 'string');
  const texts = Object.fromEntries(given) as ProtocolQuery;
  const bad = Object.entries(texts).find(([, value]) => !isStorable(value ?? ''));
  if (bad) throw new AppError('BAD_REQUEST', `${bad[0]}: must not contain NUL or half a character`);
  return texts;
}

/**
 * Registers the routes of a protocol that is not ours: they are no endpoints of the contract, read their requests
 * themselves, and tell of every failure in the protocol's own form. `follow` is what each answer is passed through, so
 * that the server ends after it.
 */
export function serveProtocol(
  router: Pick<Router, 'app'>,
  tellFailure: TellFailure,
  register: (app: FastifyInstance, follow: ReturnType<typeof waitForHandlers>) => void,
): void {
  router.app.register(async (app) => {
    const follow = waitForHandlers(app);
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const { status, body } = tellFailure(noteFailure(error, request, reply));
      return reply.code(status).send(body);
    });
    register(app, follow);
  });
}
