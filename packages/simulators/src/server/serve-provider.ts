import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Faults, Simulator, SimulatorOptions } from '../simulator.ts';
import {
  type Answer,
  type Provider,
  type ProviderContext,
  page,
  type RateLimit,
  type Request,
  type Route,
} from './provider.ts';
import { pathOfUrl, plainRequest } from './service-faults.ts';

const MAX_LOGGED = 10_000;

/** Sliding windows over the provider's limits, for one caller. A request over a limit blocks its path for a while. */
function createRateLimiter(limits: readonly RateLimit[], now: () => number) {
  const states = limits.map((limit) => ({ limit, times: [] as number[], blockedUntilMs: 0 }));
  return (path: string): boolean => {
    const nowMs = now();
    for (const state of states) {
      const { limit } = state;
      if (!limit.path.test(path)) continue;
      if (nowMs < state.blockedUntilMs) return false;
      state.times = state.times.filter((timeMs) => timeMs > nowMs - limit.periodMs);
      if (state.times.length >= limit.requests) {
        state.blockedUntilMs = nowMs + limit.blockMs;
        return false;
      }
      state.times.push(nowMs);
    }
    return true;
  };
}

const NO_FAULTS: Faults = {
  latencyMs: 0,
  status: 'none',
  retryAfterSeconds: null,
  clockSkewMs: 0,
  affects: null,
  times: null,
  enforceLimits: false,
  down: false,
};

function createFaultSwitch(onChange: (faults: Faults, before: Faults) => void) {
  let faults = NO_FAULTS;
  const change = (next: Faults) => {
    if (next.affects !== null) RegExp(next.affects);
    const before = faults;
    faults = next;
    onChange(next, before);
  };
  return {
    current: () => faults,
    set: (part: Partial<Faults>) => change({ ...faults, ...part }),
    clear: () => change(NO_FAULTS),
    /** The faults that apply to a request; counts it against `times`. */
    meet: (url: string): Faults => {
      const isMeant = faults.affects === null || RegExp(faults.affects).test(url);
      const isSpent = faults.times !== null && faults.times <= 0;
      if (!isMeant || isSpent) return { ...NO_FAULTS, enforceLimits: faults.enforceLimits };
      if (faults.times !== null) faults = { ...faults, times: faults.times - 1 };
      return faults;
    },
  };
}

/** A page that a proxy in front of a provider may send with status 200. */
function interstitial(exchange: string): Answer {
  return page(
    `<!DOCTYPE html><html><head><title>${exchange}</title></head><body><h1>Just a moment...</h1></body></html>`,
  );
}

/** Cuts the body in half and keeps type and status. */
function halved(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
}

/** The provider's response to a request under the present faults. */
function answerUnderFaults(
  { provider, admits }: Pick<Service, 'provider' | 'admits'>,
  faults: Faults,
  request: Request,
  handle: (request: Request) => Answer,
): Answer {
  const { status } = faults;
  if (faults.enforceLimits && !admits(request.path)) {
    return provider.faultAnswer('429', request);
  }
  if (status === 'html') return interstitial(provider.exchange);
  if (status !== 'none' && status !== 'halfJson') return provider.faultAnswer(status, request);
  const answer = provider.guard(request) ?? handle(request);
  return status === 'halfJson' ? halved(answer) : answer;
}

/** WebSocket close code of a server that restarts. */
const SERVICE_RESTART = 1_012;

/** Accepts WebSocket connections and lets the provider send on them at every tick. */
function createStreamServer(
  deps: { server: Server; stream: Provider['stream']; refuses: (path: string) => boolean },
  tickIntervalMs: number,
) {
  const { server, stream, refuses } = deps;
  const sockets = new WebSocketServer({ noServer: true });
  const timer = setInterval(() => {
    if (sockets.clients.size > 0) stream?.hub.tick();
  }, tickIntervalMs);
  timer.unref();

  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const path = pathOfUrl(request.url);
    if (!stream?.accepts(path) || refuses(path)) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => stream.hub.accept(opened, path));
  });

  /** Cuts all connections without a closing frame. */
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    cut,
    /** Lets the provider announce its restart, then closes all connections. */
    restart: () => {
      stream?.hub.announceRestart();
      for (const socket of sockets.clients) socket.close(SERVICE_RESTART);
    },
    count: () => sockets.clients.size,
    close: () => {
      clearInterval(timer);
      cut();
      sockets.close();
    },
  };
}

/** Bitfinex's conf keys are one path segment of several hundred characters. */
const MAX_PATH_PART = 2_000;

type Service = {
  provider: Provider;
  faults: ReturnType<typeof createFaultSwitch>;
  admits: ReturnType<typeof createRateLimiter>;
  /** The latest requests, oldest first. */
  requests: ReturnType<Simulator['requests']>;
  now: () => number;
  report: (message: string) => void;
};

function handlerOf(service: Service, handle: Route['handle']) {
  const { faults, requests, now } = service;
  return async (raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const request = plainRequest(raw);
    requests.push({ method: request.method, path: request.url });
    if (requests.length > MAX_LOGGED) requests.shift();
    const met = faults.meet(request.url);
    if (met.down) {
      reply.hijack();
      raw.raw.socket.destroy();
      return reply;
    }
    if (met.latencyMs > 0) await wait(met.latencyMs);
    const answer = answerUnderFaults(service, met, request, handle);
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
  const admits = createRateLimiter(provider.limits, clock);
  const requests: Service['requests'] = [];
  const report = options.report ?? (() => {});
  const app = buildApp({ provider, faults, admits, requests, now, report });
  const refuses = (path: string) => {
    const { down, enforceLimits } = faults.current();
    return down || (enforceLimits && !admits(path));
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
    requests: () => [...requests],
    clearRequests: () => {
      requests.length = 0;
    },
    close: async () => {
      streams.close();
      await app.close();
    },
  };
}
