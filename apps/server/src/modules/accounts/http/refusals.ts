import type { CurrentUser } from '@moneytrail/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { appendAudit } from '../../audit/index.ts';
import type { Core } from '../core.ts';

const FORBIDDEN = 403;
const ONCE_EACH_MS = 60_000;
const MAX_REMEMBERED = 5_000;

/**
 * Records when a signed-in user was refused a route: once a minute for each user and route, as a page that asks again
 * and again must not fill the record.
 */
export function recordRefusals(
  app: FastifyInstance,
  core: Core,
  readUser: (request: FastifyRequest) => Promise<CurrentUser | null>,
): void {
  const recorded = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== FORBIDDEN || !request.headers.authorization) return;
    try {
      const user = await readUser(request);
      const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
      const nowMs = core.clock.now();
      const lastMs = user ? recorded.get(`${user._id} ${route}`) : undefined;
      if (!user || (lastMs !== undefined && nowMs - lastMs < ONCE_EACH_MS)) return;
      recorded.set(`${user._id} ${route}`, nowMs);
      const entry = { action: 'access.refused', actorId: user._id, subjectId: user._id };
      const where = { address: request.ip, requestId: request.id, after: { route } };
      await core.db
        .transaction()
        .execute((trx) => appendAudit({ trx, nowMs }, { ...entry, ...where }));
    } catch (error) {
      core.log.error({ err: error }, 'a refusal could not be recorded');
    }
  });
}
