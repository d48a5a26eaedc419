import { randomUUID } from 'node:crypto';
import { AppError } from '@moneytrail/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { answerFailure, answerUnreadable, handleErrors } from './error-handler.ts';
import { createPartnerHook } from './partner-pages.ts';
import { createPublicOrigins } from './public-origin.ts';
import { createSameSiteHook } from './same-site.ts';
import { commonHeaders, secureHeaders } from './security-headers.ts';
import { limitPipelining, limitSockets } from './socket-limits.ts';
import { collectRoutes, createUnknownRefusal, type RefuseUnknown } from './unknown-address.ts';

/** Default limit of a body; endpoints may declare a larger one. */
const BODY_LIMIT_BYTES = 64 * 1_024;
/** The proxy in front of a production server; hops further away in `X-Forwarded-For` can be forged. */
const PROXY_HOPS = 1;

export type ServerOptions = {
  log: FastifyBaseLogger;
  /** Null: the product is reached at the address it listens on. */
  publicUrl: string | null;
  isBehindProxy: boolean;
  /** Time limit for a request to arrive, its body included. */
  requestTimeoutMs: number;
  /** A connection without an answer is closed after this time; one whose caller stops reading, after two to three times. */
  stallMs: number;
  /** Connections open at once for one address; null: a default by kind of address. */
  connectionsPerAddress: number | null;
  /** Origins whose pages may use the foreign protocols with their customers' tokens. */
  partnerOrigins: readonly string[];
  /** CSP source that our pages may frame; none if absent. */
  frameSource?: string | undefined;
  /** Called for every answered request. */
  onAnswered?: (request: FastifyRequest, reply: FastifyReply) => void;
};

export type HttpServer = {
  app: FastifyInstance;
  isHttps: boolean;
  /** Origins of our own pages. */
  origins: () => readonly string[];
  refuseUnknown: RefuseUnknown;
};

/** Answers 503 to requests on open connections while the server stops; a retry may reach another server. */
function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    if (isStopping) throw new AppError('UNAVAILABLE', 'The server is stopping. Please try again.');
  });
}

/** RFC 9112, 3.2: proxies and servers that chose different hosts would treat one request as two. */
function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { rawHeaders, httpVersion } = raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? '';
      if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
    throw new AppError('BAD_REQUEST', 'A request needs exactly one Host header.');
  });
}

/** Node would read on and discard the rest of a body that was answered before it had arrived. */
function closeUnfinished(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.raw.complete === false) reply.header('connection', 'close');
    done();
  });
}

/**
 * A server without routes: socket limits and timeouts, a request id and security headers on every answer, one form for
 * every failure, and protection against cross-site requests.
 */
export function createServer(options: ServerOptions): HttpServer {
  const { publicUrl, requestTimeoutMs, stallMs, onAnswered = () => undefined } = options;
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  const headers = commonHeaders(isHttps);
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: options.isBehindProxy ? (_address: string, hop: number) => hop < PROXY_HOPS : false,
    // An id chosen by the caller could repeat another request's.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // Requests during the stop are answered in our form, by `refuseWhileStopping`.
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: stallMs,
    http: {
      headersTimeout: requestTimeoutMs,
      // Node checks open requests at an interval: a late one is closed at most a tenth late.
      connectionsCheckingInterval: requestTimeoutMs / 10,
      requireHostHeader: false,
      // WebSocket, which begins with a GET, is the only supported upgrade; all others are ignored.
      shouldUpgradeCallback: ({ method, headers }) =>
        method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
    },
    // These requests reach no hook.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => onAnswered(request, reply));
      reply.headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' });
      answerFailure(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
  });
  const routes = collectRoutes(app);
  limitPipelining(app.server);
  limitSockets(app.server, {
    perAddress: options.connectionsPerAddress,
    firstRequestMs: requestTimeoutMs,
  });
  const origins = createPublicOrigins(publicUrl, app.server);
  handleErrors(app);
  // Expectations other than 100-continue are ignored.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => onAnswered(request, reply));
  secureHeaders(app, isHttps, origins, options.frameSource);
  closeUnfinished(app);
  refuseWhileStopping(app);
  requireOneHost(app);
  const isOwn = (origin: string) => origins().includes(origin);
  const isPartner = (origin: string) => options.partnerOrigins.includes(origin);
  app.addHook('onRequest', createPartnerHook(isPartner));
  app.addHook('onRequest', createSameSiteHook({ isOwn, isPartner }));
  return { app, isHttps, origins, refuseUnknown: createUnknownRefusal(routes) };
}
