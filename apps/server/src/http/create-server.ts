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
import { createPublicOrigins } from './public-origin.ts';
import { createSameSiteHook } from './same-site.ts';
import { commonHeaders, secureHeaders } from './security-headers.ts';
import { limitSockets } from './socket-limits.ts';

/** Larger bodies are refused where an endpoint does not say more. */
const BODY_LIMIT_BYTES = 100 * 1_024;
/** The proxy before a production server; anybody can write what lies further away in `X-Forwarded-For`. */
const PROXY_HOPS = 1;

export type ServerOptions = {
  log: FastifyBaseLogger;
  /** Null: the product is reached where it listens. */
  publicUrl: string | null;
  isBehindProxy: boolean;
  /** Within which a request must have arrived, its body included. */
  requestTimeoutMs: number;
  /** After which a connection is closed whose caller gets no answer; where the caller takes nothing more of one, after two or three times as long. */
  stallMs: number;
  /** Open at once for one address; null: a default by the kind of address. */
  connectionsPerAddress: number | null;
  /** Who our pages may frame, as a content policy names it: nobody where nothing is given. */
  frameSource?: string | undefined;
  /** Told of every request that was answered. */
  onAnswered?: (request: FastifyRequest, reply: FastifyReply) => void;
};

export type HttpServer = {
  app: FastifyInstance;
  isHttps: boolean;
  /** Those of our own pages. */
  origins: () => readonly string[];
};

/** What comes on a connection that stands while the server stops is told to come back; it may meet another server then. */
function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    if (isStopping) throw new AppError('UNAVAILABLE', 'The server is stopping. Please try again.');
  });
}

/**
 * A server without routes: limits of sockets and time, a request id and security headers on every answer, one form for
 * every failure, and no change asked for by a page of another site.
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
    // A caller's own id could be another request's.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // What comes while it stops is answered in our form.
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: stallMs,
    http: {
      headersTimeout: requestTimeoutMs,
      // Node checks open requests at an interval: a late one is closed at most a tenth after its time.
      connectionsCheckingInterval: requestTimeoutMs / 10,
      requireHostHeader: false,
      // Of the protocols that callers offer we speak one more, which begins with a GET; whatever else is offered is
      // passed over.
      shouldUpgradeCallback: ({ method, headers }) =>
        method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
    },
    // Such a request reaches no hook.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => onAnswered(request, reply));
      reply.headers({ ...headers, 'x-request-id': request.id, 'cache-control': 'no-store' });
      answerFailure(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
  });
  limitSockets(app.server, {
    perAddress: options.connectionsPerAddress,
    firstRequestMs: requestTimeoutMs,
  });
  const origins = createPublicOrigins(publicUrl, app.server);
  handleErrors(app);
  // Nothing is expected of us but to go on: what else a caller expects is passed over.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => onAnswered(request, reply));
  secureHeaders(app, isHttps, origins, options.frameSource);
  refuseWhileStopping(app);
  app.addHook(
    'onRequest',
    createSameSiteHook((origin) => origins().includes(origin)),
  );
  return { app, isHttps, origins };
}
