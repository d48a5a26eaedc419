import { AppError, isStorable } from '@moneytrail/contract';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, noteFailure } from './error-handler.ts';
import { nameOf, type Router, waitForHandlers } from './route.ts';

/** The query of a foreign protocol's request; unknown parameters are ignored. */
export type ProtocolQuery = Readonly<Record<string, string | undefined>>;

/** Columns and their JSON are made of bars at about 10 ms a megabyte. */
const CHARACTERS_A_MS = 100_000;

/** Renders a failure in the form of a protocol. */
export type TellFailure = (failure: Answer) => { status: number; body: object };

/** The parameters that occur once; throws `BAD_REQUEST` for invalid text. */
export function queryOf({ query }: FastifyRequest): ProtocolQuery {
  const given = Object.entries(Object(query)).filter(([, value]) => typeof value === 'string');
  const texts = Object.fromEntries(given) as ProtocolQuery;
  const bad = Object.entries(texts).find(([, value]) => !isStorable(value ?? ''));
  if (bad) throw new AppError('BAD_REQUEST', `${bad[0]}: must not contain NUL or half a character`);
  return texts;
}

/**
 * Registers the routes of a foreign protocol: they are not part of the contract, parse their requests themselves and
 * report failures in the protocol's own form. Pass every answer through `follow`, so that a closing server waits for it.
 */
export function serveProtocol(
  router: Pick<Router, 'app' | 'processing'>,
  tellFailure: TellFailure,
  register: (app: FastifyInstance, follow: ReturnType<typeof waitForHandlers>) => void,
): void {
  router.app.register(async (app) => {
    const follow = waitForHandlers(app);
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const { status, body } = tellFailure(noteFailure(error, request, reply));
      return reply.code(status).send(body);
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      const length = typeof payload === 'string' ? payload.length : 0;
      router.processing.charge(nameOf(request), length / CHARACTERS_A_MS);
      done();
    });
    register(app, follow);
  });
}
