import rateLimit from '@fastify/rate-limit';
import type { WebSocket } from '@fastify/websocket';
import websocket from '@fastify/websocket';
import {
  AppError,
  byExchange,
  type CurrentUser,
  getDemoMailbox,
  STREAM_CLOSE,
  STREAM_PATH,
} from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { demoOperations } from './demo/describe-demo.ts';
import { DEMO_MAIL_PATH, serveDemoMail } from './demo/mail-page.ts';
import { addInterfaceFigures } from './figures.ts';
import { createAccessLog } from './http/access-log.ts';
import {
  createCallerBudget,
  createProcessingBudget,
  type ProcessingLimits,
  type WorkLimits,
} from './http/caller-budget.ts';
import { createServer } from './http/create-server.ts';
import { describeStream } from './http/docs/asyncapi.ts';
import { describeInterface } from './http/docs/openapi.ts';
import { DOCS_PATHS, serveDocs } from './http/docs/serve-docs.ts';
import { notFound } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { subscriberOf } from './http/network.ts';
import { createPublicOrigins } from './http/public-origin.ts';
import { requestCounts } from './http/request-counts.ts';
import { createRouter, type ReadUser, type Router } from './http/route.ts';
import { refuseUndeclaredRoutes } from './http/route-config.ts';
import { webApp } from './http/web-app.ts';
import { createAccessRules } from './modules/access/index.ts';
import { type Accounts, accountRoutes, apiKeyRoutes } from './modules/accounts/index.ts';
import { alertRoutes, createListAlerts, followScreens } from './modules/alerts/index.ts';
import { analysisRoutes, createPublicRecord } from './modules/analysis/index.ts';
import { auditRoutes } from './modules/audit/index.ts';
import { type AnswerCache, type AnswerDeadlines, barRoutes } from './modules/bars/index.ts';
import { billingRoutes, createPlanCards } from './modules/billing/index.ts';
import { catalogueRoutes, type Instrument } from './modules/catalogue/index.ts';
import { contactRoutes } from './modules/contact/index.ts';
import { errorLogRoutes } from './modules/errorlog/index.ts';
import { instrumentRoutes } from './modules/instruments/index.ts';
import { journalRoutes } from './modules/journal/index.ts';
import { liveRoutes, quoteRoutes, SOCKET_LIMITS, type StreamLimits } from './modules/live/index.ts';
import { jobRoutes } from './modules/operations/index.ts';
import { overviewRoute } from './modules/overview/index.ts';
import { ruleTestRoutes } from './modules/rule-tests/index.ts';
import { screenerRoutes } from './modules/screener/index.ts';
import { seatRoutes } from './modules/seats/index.ts';
import { watchlistRoutes } from './modules/watchlists/index.ts';
import {
  describeShared,
  PROTOCOL_PATHS,
  protocolOperations,
  workspaceRoutes,
} from './modules/workspace/index.ts';
import { DEMO_NEWS_PATH, newsSourceOf } from './news-source.ts';
import { readinessChecks } from './readiness-checks.ts';

/** Time limit for a request to arrive, its body included. */
const REQUEST_TIMEOUT_MS = 10_000;
/** A client that reads nothing of an answer for this long is disconnected. */
const STALL_MS = 60_000;
const REQUESTS_A_MINUTE = 1_200;
export type AppOptions = {
  /** The web build; null serves only the API. */
  webFolder: string | null;
  readUser?: ReadUser;
  /** True if answers are checked against the contract, as in tests. */
  checkAnswers?: boolean;
  /** Sees every answer before it is sent, as tests do. */
  onAnswer?: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => void;
  /** Limit per address; raised by benchmarks. */
  requestsAMinute?: number;
  /** Limits per caller; raised by benchmarks. */
  workLimits?: WorkLimits;
  /** Limits of what each caller costs the serving thread; raised by tests and benchmarks. */
  processingLimits?: ProcessingLimits;
  /** Deadlines of chart data; the defaults of the bars module apply without it. */
  deadlines?: AnswerDeadlines;
  /** Shortened by tests of slow callers. */
  requestTimeoutMs?: number;
  /** Replaces the production limits, which span all processes; for benchmarks. */
  streamLimits?: StreamLimits;
  /** True if the process is about to stop, and so is no longer ready. */
  isStopping?: () => boolean;
  /** Paths served by benchmarks for comparison. */
  extraRoutes?: readonly string[];
};

const MAILBOX_PAGE = '/outbox';
/**
 * Routes outside the contract: the stream, which a ticket opens, the documentation, pages of demo mode, and foreign
 * protocols.
 */
const OTHER_ROUTES = [
  STREAM_PATH,
  ...DOCS_PATHS,
  ...PROTOCOL_PATHS,
  MAILBOX_PAGE,
  DEMO_MAIL_PATH,
  DEMO_NEWS_PATH,
];

function feedHealth({ feeds, live }: Pick<Context, 'feeds' | 'live'>) {
  const offline = live.feedStates();
  return byExchange((name) => ({
    isOffline: offline[name],
    isSimulated: feeds[name].isSimulated,
  }));
}

function addHealth(router: Router, context: Context, { isStopping }: AppOptions): void {
  healthRoutes(router, {
    checks: readinessChecks(context, isStopping),
    feeds: () => feedHealth(context),
    log: context.log,
  });
}

function loopbackAddress({ server }: FastifyInstance): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen');
  return `http://127.0.0.1:${bound.port}`;
}

/** Asks browsers to reconnect elsewhere; the plugin alone would close without a reason. */
function endStreams(this: FastifyInstance, done: () => void): void {
  const { websocketServer } = this;
  for (const client of websocketServer.clients) {
    client.close(STREAM_CLOSE.goingAway, 'The server is stopping');
  }
  websocketServer.close();
  done();
}

/** An invalid frame is the client's mistake: it ends the stream and is logged for debugging only. */
function endBrokenStream(error: Error, socket: WebSocket, request: FastifyRequest): void {
  request.log.debug({ err: error }, 'a stream was broken');
  socket.terminate();
}

/** True if a web socket handshake is complete (RFC 6455, 4.2.1). */
function isHandshake(headers: FastifyRequest['headers']): boolean {
  const key = headers['sec-websocket-key'] ?? '';
  return headers['sec-websocket-version'] === '13' && /^[+/\dA-Za-z]{22}==$/.test(key);
}

/** Only the stream accepts web sockets: elsewhere the plugin would open one before access is checked. */
function refuseOtherUpgrades(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.url !== STREAM_PATH) {
      throw new AppError('BAD_REQUEST', 'There is no stream here.');
    }
    // The library's own refusal would have another form, and would come after the ticket is spent.
    if (request.ws && !isHandshake(request.headers)) {
      throw new AppError('BAD_REQUEST', 'This is no handshake of a web socket.');
    }
  });
}

function routesOfPeople(router: Router, context: Context, accounts: Accounts): void {
  const { app } = router;
  const { config, billing, payments, demoMailbox } = context;
  accountRoutes(router, { accounts });
  apiKeyRoutes(router, { accounts });
  seatRoutes(router, { accounts, settings: config.accounts });
  contactRoutes(router, { ...context, accounts });
  auditRoutes(router, context);
  errorLogRoutes(router, context);
  jobRoutes(router, { ...context, accounts });
  const ownOrigins = createPublicOrigins(config.publicUrl, app.server);
  billingRoutes(router, { billing, accounts, ownOrigins });
  app.addHook('onListen', async () => payments.announceAddress(loopbackAddress(app)));
  if (demoMailbox) {
    router.route(getDemoMailbox, demoMailbox.list);
    serveDemoMail(app, demoMailbox);
  } else {
    app.get(MAILBOX_PAGE, notFound);
  }
}

type ChartOptions = Pick<AppOptions, 'workLimits' | 'deadlines'> & {
  sessionOf: Accounts['sessionOf'];
  ownOrigins: () => readonly string[];
};

/** Chart data, stored charts and the foreign protocols over both; returns the answer cache. */
function routesOfCharts(
  router: Router<Instrument>,
  context: Context,
  { workLimits, deadlines, sessionOf, ownOrigins }: ChartOptions,
): AnswerCache {
  const waiting = deadlines ? { deadlines } : {};
  const { config, builders } = context;
  const budget = createCallerBudget(context.clock, workLimits);
  const shared = { ...context, ...waiting, budget };
  const { liveBars } = context.live.registry;
  const answers = barRoutes(router, { ...shared, liveBars, buildAnswer: builders?.history });
  const { signalSymbols, udfNextTime } = config;
  const { readMarks } = analysisRoutes(router, { ...shared, signalSymbols });
  const readQuotes = quoteRoutes(router, { ...context, budget });
  const listAlerts = createListAlerts({ ...context, limits: config.alertLimits });
  alertRoutes(router, {
    ...context,
    readQuotes,
    listAlerts,
    limits: config.alertLimits,
    sessionOf,
    mayReachLoopback: config.isDemo,
  });
  watchlistRoutes(router, { ...context, readQuotes, follower: listAlerts });
  journalRoutes(router, context);
  overviewRoute(router, { ...context, readQuotes, budget });
  screenerRoutes(router, { ...context, budget, screenFollower: followScreens(context) });
  ruleTestRoutes(router, { ...context, budget });
  const reading = { answers, readMarks, readQuotes, nextTime: udfNextTime };
  workspaceRoutes(router, {
    ...context,
    ...reading,
    ownOrigins,
    budget,
    ...(workLimits ? { workLimits } : {}),
  });
  return answers;
}

/** The mails of the demo mailbox stand in frames, as do news. */
function frameSourceOf({ demoMailbox }: Context, newsSource: string | undefined): string {
  const sources = new Set([demoMailbox ? "'self'" : '', newsSource ?? '']);
  return [...sources].filter((source) => source !== '').join(' ') || "'none'";
}

/** Assembles the HTTP server: rate limits, and every module's routes. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const { config } = context;
  const news = newsSourceOf(config);
  const { app, isHttps, origins, refuseUnknown } = createServer({
    log: context.log.child({ source: 'http' }),
    publicUrl: config.publicUrl,
    frameSource: frameSourceOf(context, news?.frameSource),
    isBehindProxy: config.isProduction,
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    stallMs: STALL_MS,
    connectionsPerAddress: config.connectionsPerAddress,
    partnerOrigins: config.udfOrigins,
    onAnswered: createAccessLog(context),
  });
  const { onAnswer } = options;
  if (onAnswer) {
    app.addHook('onSend', async (request, reply, payload) => onAnswer(request, reply, payload));
  }
  refuseUndeclaredRoutes(app, [...OTHER_ROUTES, ...(options.extraRoutes ?? [])]);
  await app.register(rateLimit, {
    max: options.requestsAMinute ?? REQUESTS_A_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => subscriberOf(ip),
    store: requestCounts(context.clock),
  });
  await app.register(websocket, {
    options: SOCKET_LIMITS,
    preClose: endStreams,
    errorHandler: endBrokenStream,
  });
  refuseOtherUpgrades(app);
  const { people } = context;
  const nobody: ReadUser = async () => null;
  const readUser = options.readUser ?? people?.accounts.readUser ?? nobody;
  const checkAnswers = options.checkAnswers ?? false;
  const access = createAccessRules(context);
  const limitAnonymous = people?.accounts.limitAnonymous;
  const rights = { readUser, access, ...(limitAnonymous && { limitAnonymous }) };
  const processing = createProcessingBudget(context.clock, options.processingLimits);
  const router = createRouter(app, { ...rights, checkAnswers, isHttps, processing });
  addHealth(router, context, options);
  if (!people) {
    app.setNotFoundHandler(refuseUnknown);
    return app;
  }
  const { accounts } = people;
  routesOfPeople(router, context, accounts);
  const feedStates = () => context.live.feedStates();
  catalogueRoutes(router, { ...context, feedStates });
  const deviceOf = (user: CurrentUser) => accounts.sessionOf(user).deviceId;
  const { backfillDays } = context.config;
  instrumentRoutes(router, { ...context, feedStates, deviceOf, backfillDays });
  const { streamLimits } = options;
  const { sessionOf } = accounts;
  const answers = routesOfCharts(router, context, { ...options, sessionOf, ownOrigins: origins });
  const streams = liveRoutes(router, {
    ...context,
    clock: context.steadyClock,
    sessionIdOf: accounts.sessionNameOf,
    partnerOrigins: config.udfOrigins,
    findSession: accounts.findSession,
    onAccessChange: accounts.onChange,
    ...(streamLimits ? { streamLimits } : { acquireSlot: accounts.streamSlots.acquire }),
  });
  addInterfaceFigures(context.metrics, { answers: answers.figures, streams });
  if (news?.isDemo) (await import('./demo/news-page.ts')).serveDemoNews(app);
  const demo = context.demoMailbox ? demoOperations : () => [];
  await serveDocs(app, {
    openapi: () => describeInterface(router.endpoints, [...protocolOperations(), ...demo()]),
    asyncapi: describeStream,
  });
  const { webFolder: folder } = options;
  const demoMailbox = context.demoMailbox ? MAILBOX_PAGE : undefined;
  const pages = {
    origins,
    refuseUnknown,
    newsSource: news?.address,
    demoMailbox,
    describeShared: (token: string) => describeShared(context, token),
    limit: app.rateLimit(),
    planCards: createPlanCards(context.billing),
    signalRecord: config.isRecordPublic ? createPublicRecord(context) : undefined,
  };
  if (folder) await webApp(app, { folder, ...pages });
  else app.setNotFoundHandler(refuseUnknown);
  return app;
}
