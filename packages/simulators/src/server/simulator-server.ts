import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Faults, Simulator, SimulatorOptions } from '../simulator.ts';
import { type Answer, page, type Request, type Route } from './answer.ts';
import { createFaultSwitch } from './fault-switch.ts';
import type { Provider, ProviderContext } from './provider.ts';
import { createRateLimiter } from './rate-limiter.ts';

const MAX_LOGGED_REQUESTS = 10_000;
/** Conf keys of Bitfinex come as one path part of several hundred characters. */
const MAX_PATH_PART = 2_000;

function textsOf(values: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  if (typeof values !== 'object' || values === null) return texts;
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') texts[key] = value;
  }
  return texts;
}

function plainRequest(request: FastifyRequest): Request {
  const path = request.url.split('?', 1)[0] ?? '';
  return {
    method: request.method,
    path: decodeURIComponent(path),
    url: request.url,
    params: textsOf(request.params),
    query: textsOf(request.query),
    headers: textsOf(request.headers),
  };
}

function htmlPage(provider: Provider): Answer {
  return page(
    `<!DOCTYPE html><html><head><title>${provider.exchange}</title></head><body><h1>Just a moment...</h1></body></html>`,
  );
}

/** Half of the bytes, under the same type and status: what a cut connection leaves in a cache. */
function halved(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
}

/** The provider's answer to a request under the faults it meets. */
function answerUnder(
  faults: Faults,
  provider: Provider,
  request: Request,
  admits: (path: string) => boolean,
  handle: (request: Request) => Answer,
): Answer {
  const { status } = faults;
  if (faults.enforceLimits && !admits(request.path)) return provider.faultAnswer('429', request);
  if (status === 'html') return htmlPage(provider);
  if (status !== 'none' && status !== 'halfJson') return provider.faultAnswer(status, request);
  const answer = provider.guard(request) ?? handle(request);
  return status === 'halfJson' ? halved(answer) : answer;
}

/** Serves a provider on a free port of 127.0.0.1. */
export async function serveProvider(
  makeProvider: (context: ProviderContext) => Provider,
  options: SimulatorOptions,
): Promise<Simulator> {
  const clock = options.now ?? Date.now;
  const report = options.report ?? (() => {});
  const sockets = new WebSocketServer({ noServer: true });
  const cutStreams = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  const faults = createFaultSwitch((next, before) => {
    if (next.down && !before.down) cutStreams();
    const isUnderMaintenance = next.status === 'maintenance';
    if (isUnderMaintenance !== (before.status === 'maintenance')) {
      provider.stream?.hub.maintain(isUnderMaintenance);
    }
  });
  const now = () => clock() + faults.current().clockSkewMs;
  const provider = makeProvider({ now, anchorMs: options.anchorMs ?? clock() });
  const limiter = createRateLimiter(provider.limits, clock);
  const logged: { method: string; path: string }[] = [];

  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PATH_PART },
  });
  const serve =
    (handle: Route['handle']) => async (request: FastifyRequest, reply: FastifyReply) => {
      const plain = plainRequest(request);
      logged.push({ method: plain.method, path: plain.url });
      if (logged.length > MAX_LOGGED_REQUESTS) logged.shift();
      const met = faults.meet(plain.url);
      if (met.down) {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      if (met.latencyMs > 0) await wait(met.latencyMs);
      const answer = answerUnder(met, provider, plain, limiter.admits, handle);
      if (met.retryAfterSeconds !== null)
        reply.header('retry-after', String(met.retryAfterSeconds));
      reply.headers({ ...answer.headers, date: new Date(now()).toUTCString() });
      return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body);
    };
  for (const route of provider.routes) app.get(route.path, serve(route.handle));
  app.setNotFoundHandler(serve(provider.notFound));
  app.setErrorHandler((error, request, reply) => {
    report(`${provider.exchange} simulator failed on ${request.url}: ${String(error)}`);
    return reply.code(500).send('Internal Server Error');
  });

  const timer = setInterval(() => {
    if (sockets.clients.size > 0) provider.stream?.hub.tick();
  }, options.tickIntervalMs ?? 1_000);
  timer.unref();
  app.server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const { stream } = provider;
    const { down, enforceLimits } = faults.current();
    if (!stream?.accepts(path) || down || (enforceLimits && !limiter.admits(path))) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => stream.hub.accept(opened, request));
  });

  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    exchange: provider.exchange,
    restUrl: address + provider.restPath,
    streamUrl: provider.stream && address.replace('http', 'ws') + provider.stream.path,
    apiKey: provider.apiKey,
    faults: { set: faults.set, clear: faults.clear },
    disconnectStreams: (how) => {
      if (!how?.announced) return cutStreams();
      provider.stream?.hub.announceRestart();
      for (const socket of sockets.clients) socket.close(1_012);
    },
    streamCount: () => sockets.clients.size,
    requests: () => [...logged],
    clearRequests: () => {
      logged.length = 0;
    },
    close: async () => {
      clearInterval(timer);
      cutStreams();
      sockets.close();
      await app.close();
    },
  };
}
