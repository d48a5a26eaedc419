import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Simulator, SimulatorOptions } from '../simulator.ts';
import type { Route } from './answer.ts';
import { answerUnderFaults } from './answer-under-faults.ts';
import { createFaultSwitch, type FaultSwitch } from './fault-switch.ts';
import { plainRequest } from './plain-request.ts';
import type { Provider, ProviderContext } from './provider.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { createStreamServer } from './stream-server.ts';

/** Conf keys of Bitfinex come as one path part of several hundred characters. */
const MAX_PATH_PART = 2_000;

type Service = {
  provider: Provider;
  faults: FaultSwitch;
  limiter: RateLimiter;
  log: RequestLog;
  now: () => number;
  report: (message: string) => void;
};

/** Fastify's handler for one of the provider's. */
function handlerOf(service: Service, handle: Route['handle']) {
  const { provider, faults, limiter, log, now } = service;
  return async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const request = plainRequest(raw);
    log.add({ method: request.method, path: request.url });
    const met = faults.meet(request.url);
    if (met.down) {
      reply.hijack();
      raw.raw.socket.destroy();
      return reply;
    }
    if (met.latencyMs > 0) await wait(met.latencyMs);
    const answer = answerUnderFaults({ provider, limiter }, met, request, handle);
    if (met.retryAfterSeconds !== null) reply.header('retry-after', String(met.retryAfterSeconds));
    reply.headers({ ...answer.headers, date: new Date(now()).toUTCString() });
    return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body);
  };
}

function buildApp(service: Service): FastifyInstance {
  const { provider, report } = service;
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PATH_PART },
  });
  for (const route of provider.routes) app.get(route.path, handlerOf(service, route.handle));
  app.setNotFoundHandler(handlerOf(service, provider.notFound));
  app.setErrorHandler((error, request, reply) => {
    report(`${provider.exchange} simulator failed on ${request.url}: ${String(error)}`);
    return reply.code(500).send('Internal Server Error');
  });
  return app;
}

/** Serves a provider on 127.0.0.1. */
export async function serveProvider(
  makeProvider: (context: ProviderContext) => Provider,
  options: SimulatorOptions,
): Promise<Simulator> {
  const clock = options.now ?? Date.now;
  const faults = createFaultSwitch((next, before) => {
    if (next.down && !before.down) streams.cut();
    const isUnderMaintenance = next.status === 'maintenance';
    if (isUnderMaintenance !== (before.status === 'maintenance')) {
      provider.stream?.hub.maintain(isUnderMaintenance);
    }
  });
  const now = () => clock() + faults.current().clockSkewMs;
  const provider = makeProvider({ now, anchorMs: options.anchorMs ?? clock() });
  const limiter = createRateLimiter(provider.limits, clock);
  const log = createRequestLog();
  const report = options.report ?? (() => {});
  const app = buildApp({ provider, faults, limiter, log, now, report });
  const refuses = (path: string) => {
    const { down, enforceLimits } = faults.current();
    return down || (enforceLimits && !limiter.admits(path));
  };
  const streams = createStreamServer(
    { server: app.server, stream: provider.stream, refuses },
    options.tickIntervalMs ?? 1_000,
  );
  const address = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return {
    exchange: provider.exchange,
    restUrl: address + provider.restPath,
    streamUrl: provider.stream && address.replace('http', 'ws') + provider.stream.path,
    apiKey: provider.apiKey,
    faults: { set: faults.set, clear: faults.clear },
    disconnectStreams: (how) => (how?.announced ? streams.restart() : streams.cut()),
    streamCount: streams.count,
    requests: log.all,
    clearRequests: log.clear,
    close: async () => {
      streams.close();
      await app.close();
    },
  };
}
