import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import { callerOf } from './route.ts';

/**
 * Records every answered request in the metrics and in one log line at level `info`. It logs the route instead of the
 * path: ids and queries may hold tokens.
 */
export function createAccessLog({
  log,
  metrics,
}: {
  log: Logger;
  metrics: Pick<Metrics, 'addSeconds'>;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const noteSeconds = metrics.addSeconds({
    name: 'moneytrail_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
  });
  return (request, reply) => {
    const { method, id: requestId, ip: address } = request;
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    noteSeconds(elapsedTime / 1_000, { method, route, status: String(status) });
    if (!log.isLevelEnabled('info')) return;
    const ms = Math.round(elapsedTime * 10) / 10;
    const bytes = Number(reply.getHeader('content-length') ?? 0);
    const userId = callerOf(request)?._id ?? null;
    log.info({ method, route, status, ms, bytes, userId, address, requestId }, 'request');
  };
}
