import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../http/error-handler.ts';

/** How long a browser may keep the answer to a preflight. */
const KEPT_SECONDS = 600;

/**
 * Lets pages of named origins read the GET routes of an app, as visitors without an account: their browsers send no
 * cookie and no token, and one that comes all the same does not count. Any other origin is told nothing.
 */
export function allowForeignPages(
  app: FastifyInstance,
  { origins, paths }: { origins: readonly string[]; paths: readonly string[] },
): void {
  if (origins.length === 0) return;
  const isAllowed = ({ headers }: FastifyRequest) => origins.includes(headers.origin ?? '');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    if (!isAllowed(request)) return;
    reply.header('access-control-allow-origin', request.headers.origin);
    delete request.headers.authorization;
    delete request.headers.cookie;
  });
  const answerPreflight = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isAllowed(request)) return notFound();
    reply.header('access-control-allow-methods', 'GET');
    reply.header('access-control-max-age', String(KEPT_SECONDS));
    return reply.code(204).send();
  };
  for (const path of paths) app.options(path, answerPreflight);
}
