import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { getHealth, STREAM_PATH } from '@moneytrail/contract';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Context } from './context.ts';
import { handleErrors, notFound } from './http/error-handler.ts';
import type { ReadUser } from './http/read-user.ts';
import { createRouter, refuseStrayRoutes } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { webApp } from './http/web-app.ts';
import { accountRoutes, createSameSiteHook } from './modules/accounts/index.ts';
import { analysisRoutes } from './modules/analysis/index.ts';
import { barRoutes } from './modules/bars/index.ts';
import { catalogueRoutes } from './modules/catalogue/index.ts';
import { liveRoutes } from './modules/live/index.ts';

const BODY_LIMIT_BYTES = 100 * 1_024;
/** Within which a request must have arrived, its body included. */
const ARRIVAL_MS = 10_000;
const REQUESTS_A_MINUTE = 1_200;
/** The proxy before a production server; what lies further away in `X-Forwarded-For` anybody can write. */
const PROXY_HOPS = 1;

export type AppOptions = {
  /** The built browser application; null serves the interface alone. */
  webFolder: string | null;
  readUser?: ReadUser;
  /** Whether our own answers are checked against the contract: in tests. */
  checkAnswers?: boolean;
  /** Of one address; measuring needs more than a person ever does. */
  requestsAMinute?: number;
  /** Shortened by tests of slow callers. */
  arrivalMs?: number;
  /** Paths that a measurement serves beside the product, to hold it against. */
  measuredBeside?: readonly string[];
};

/** What is served beside the contract: the stream, which its ticket opens, and the built page. */
const BESIDE_THE_CONTRACT = [STREAM_PATH, '/*'];

/** Node looks at open requests from time to time only: a late one is cut at most a tenth after its time. */
function arrivalWithin(arrivalMs: number) {
  return {
    requestTimeout: arrivalMs,
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: arrivalMs / 10 },
  };
}

/** The server's map: headers, limits, the error handler, and every module's routes. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const isHttps = context.config.publicUrl?.startsWith('https:') ?? false;
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    ...arrivalWithin(options.arrivalMs ?? ARRIVAL_MS),
    trustProxy: context.config.isProduction ? (_address, hop) => hop < PROXY_HOPS : false,
  });
  refuseStrayRoutes(app, [...BESIDE_THE_CONTRACT, ...(options.measuredBeside ?? [])]);
  handleErrors(app);
  await securityHeaders(app, isHttps);
  await app.register(rateLimit, {
    max: options.requestsAMinute ?? REQUESTS_A_MINUTE,
    timeWindow: '1 minute',
  });
  await app.register(websocket, { options: { maxPayload: 16 * 1_024 } });
  const { accounts, outbox } = context.people;
  app.addHook('onRequest', createSameSiteHook({ publicUrl: context.config.publicUrl }));
  const readUser = options.readUser ?? accounts.readUser;
  const checkAnswers = options.checkAnswers ?? false;
  const { admitAnonymous } = accounts;
  const router = createRouter(app, { readUser, checkAnswers, admitAnonymous });
  router.route(getHealth, async () => ({ status: 'ok' }));
  accountRoutes(router, { accounts });
  if (outbox) {
    const { outboxRoute } = await import('./modules/accounts/demo/index.ts');
    outboxRoute(router, { outbox });
  }
  catalogueRoutes(router, { ...context, feedStates: () => context.live.feedStates() });
  barRoutes(router, context);
  analysisRoutes(router, context);
  liveRoutes(router, {
    ...context,
    sessionIdOf: (user) => accounts.sessionOf(user).id,
    findSession: accounts.findSession,
    enterAnonymously: accounts.anonymousStreams.enter,
  });
  if (options.webFolder) await webApp(app, options.webFolder);
  else app.setNotFoundHandler(notFound);
  return app;
}
