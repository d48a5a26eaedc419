import formbody from '@fastify/formbody';
import type { Endpoint } from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';

/** Calls `register` where bodies of the kind arrive, and no others. */
export function withBodies(
  app: FastifyInstance,
  kind: Endpoint<unknown, unknown, unknown, unknown>['bodyKind'],
  register: (app: FastifyInstance) => void,
): void {
  if (kind === undefined || kind === 'json') {
    register(app);
    return;
  }
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    if (kind === 'form') await child.register(formbody);
    else {
      child.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
    }
    register(child);
  });
}
