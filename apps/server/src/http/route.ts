import formbody from '@fastify/formbody';
import {
  type Access,
  AppError,
  type CurrentUser,
  type Endpoint,
  type Prices,
} from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptCookies, type CookieChange, readCookies, setCookie } from './cookies.ts';
import { createQueryParser, parsePart } from './parse-request.ts';

/** Who sends a request; null for an anonymous visitor, `UNAUTHORIZED` for a token that is not valid. */
export type ReadUser = (request: FastifyRequest) => Promise<CurrentUser | null>;

/** An answer that is bytes already: sent as it is, neither serialised nor checked. */
export type ReadyAnswer = {
  kind: 'ready';
  status?: number;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** A request that has been parsed by its endpoint's contract. */
export type Call<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  /** Null for an anonymous visitor; never null where the endpoint's access is not `public`. */
  user: CurrentUser | null;
  ip: string;
  headers: FastifyRequest['headers'];
  requestId: string;
  /** Aborted when the client has gone, or the answer was sent. */
  readonly signal: AbortSignal;
  /** By their names without prefix. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Sets cookies with the answer, also with one that reports a failure. */
  setCookies: (changes: readonly CookieChange[]) => void;
};

/** What the router hands a handler of an endpoint that declares prices. */
type Entitled<Instrument, Kind extends Prices> = Kind extends 'instrument'
  ? { /** The caller may see it. */ instrument: Instrument }
  : Kind extends 'list' | 'preview'
    ? { isEntitled(instrument: Instrument): boolean }
    : unknown;

export type Handler<Params, Query, Body, Answer, Instrument, Kind extends Prices> = (
  call: Call<Params, Query, Body> & Entitled<Instrument, Kind>,
) => Promise<Answer | ReadyAnswer>;

/** An endpoint as its declaration is read, whatever it carries. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, unknown>;

/** Registers endpoints on an app; made once with what every route needs. */
export type Router<Instrument = unknown> = {
  route<Params, Query, Body, Answer, Kind extends Prices>(
    endpoint: Endpoint<Params, Query, Body, Answer, Kind>,
    handler: Handler<Params, Query, Body, Answer, Instrument, Kind>,
  ): void;
  app: FastifyInstance;
  readUser: ReadUser;
  /** What was registered so far. */
  endpoints: readonly AnyEndpoint[];
};

/** How a request names one symbol: as one text, or in the parts of a history request. */
type SymbolRequest = string | { e?: string; fsym: string; tsym?: string | undefined };

/** The decisions about rights that routes declare and no handler makes. */
export type AccessRules<Instrument> = {
  hasFullAccess(user: CurrentUser): boolean;
  hasPermission(user: CurrentUser, permission: keyof CurrentUser['permissions']): boolean;
  /** Throws `BAD_REQUEST` for what cannot be read, `NOT_FOUND` for what does not exist. */
  resolve(symbol: SymbolRequest): Promise<Instrument>;
  isEntitled(user: CurrentUser | null, instrument: Instrument): boolean;
};

export type RouterOptions<Instrument> = {
  readUser: ReadUser;
  /** Whether our own answers are checked against the contract. */
  checkAnswers: boolean;
  /** Without them no endpoint can be registered that needs more than an account. */
  access?: AccessRules<Instrument>;
  /** Decides names and flags of cookies. */
  isHttps?: boolean;
  /** Counts a visitor's request of a metered endpoint; moments are of one clock. Without it nobody counts. */
  limitAnonymous?: (
    address: string,
  ) => Promise<{ isAllowed: boolean; retryAtMs: number; nowMs: number }>;
};

const LOG_IN = 'Unauthorized. Please log in.';
const NOT_ALLOWED = 'Forbidden. You do not have the required permissions.';
const TOO_MANY = 'Too many requests without signing in. Please wait or sign in.';

/** Where a route carries its endpoint: one that does has an access level and reads its requests by a schema. */
const ENDPOINT = Symbol('endpoint');
type RouteConfig = { [ENDPOINT]?: AnyEndpoint };

/** What is declared of the route that a request has found. */
export function endpointOf({ routeOptions }: FastifyRequest): AnyEndpoint | undefined {
  return (routeOptions.config as RouteConfig)[ENDPOINT];
}

/** Who called, where a router has read it: for the access log. */
const CALLERS = new WeakMap<FastifyRequest, CurrentUser>();

export function callerOf(request: FastifyRequest): CurrentUser | undefined {
  return CALLERS.get(request);
}

/** Refuses, from now on, every route that is neither an endpoint of the contract nor on the list: the start fails. */
export function refuseUndeclaredRoutes(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRoute', ({ url, config = {} }) => {
    if (ENDPOINT in config || known.includes(url)) return;
    throw new Error(`${url} is neither an endpoint of the contract nor a known route`);
  });
}

function assertAccess<I>(
  { access, permission }: { access: Access; permission?: AnyEndpoint['permission'] },
  user: CurrentUser | null,
  rules: AccessRules<I> | undefined,
): void {
  if (access === 'public' && !permission) return;
  if (!user) throw new AppError('UNAUTHORIZED', LOG_IN);
  const isRefused =
    (access === 'superAdmin' && !user.isSuperAdmin) ||
    (access === 'fullAccess' && !rules?.hasFullAccess(user)) ||
    (permission && !rules?.hasPermission(user, permission));
  if (isRefused) throw new AppError('FORBIDDEN', NOT_ALLOWED);
}

/** Counts a visitor's request, or throws 429 with the time to wait. */
async function assertWithinLimit<I>(options: RouterOptions<I>, address: string): Promise<void> {
  const verdict = await options.limitAnonymous?.(address);
  if (!verdict || verdict.isAllowed) return;
  const retryAfterSeconds = Math.ceil((verdict.retryAtMs - verdict.nowMs) / 1_000);
  throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds });
}

/** The symbol of a query that has `symbol`, or `fsym` and its neighbours. */
function symbolOf(query: unknown): SymbolRequest {
  if (typeof query === 'object' && query !== null) {
    if ('symbol' in query && typeof query.symbol === 'string') return query.symbol;
    // The query's schema has parsed the neighbours of `fsym`.
    if ('fsym' in query) return query as Exclude<SymbolRequest, string>;
  }
  throw new Error('an endpoint with prices of an instrument names none in its query');
}

/** Resolves and checks what an endpoint's prices are of. */
async function entitle<I>(
  prices: Prices,
  { access }: RouterOptions<I>,
  call: { query: unknown; user: CurrentUser | null },
): Promise<object> {
  if (prices === 'none' || !access) return {};
  if (prices === 'instrument') {
    const instrument = await access.resolve(symbolOf(call.query));
    if (access.isEntitled(call.user, instrument)) return { instrument };
    throw new AppError('SOURCE_LOCKED', 'Source locked');
  }
  const user = prices === 'preview' ? null : call.user;
  return { isEntitled: (instrument: I) => access.isEntitled(user, instrument) };
}

function isReadyAnswer(answer: unknown): answer is ReadyAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'ready'
  );
}

function send(reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  reply.code(answer.status ?? 200).headers(answer.headers);
  return answer.body === null ? reply.send() : reply.send(answer.body);
}

/** The parts of a call that most handlers never look at are made when they are asked for. */
function callOf<Params, Query, Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: { params: Params; query: Query; body: Body; user: CurrentUser | null; isHttps: boolean },
): Call<Params, Query, Body> {
  const { params, query, body, user, isHttps } = parts;
  return {
    ...{ params, query, body, user },
    ip: request.ip,
    headers: request.headers,
    requestId: request.id,
    get signal() {
      return request.signal;
    },
    get cookies() {
      return readCookies(request, isHttps);
    },
    setCookies: (changes) => {
      for (const change of changes) setCookie(reply, change, isHttps);
    },
  };
}

/** Calls `register` where bodies of the kind arrive, and no others. */
function withBodies(
  app: FastifyInstance,
  kind: AnyEndpoint['bodyKind'],
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

/** A router on an app: know the caller, check access, parse, check the prices, one call, check the answer in tests. */
export function createRouter<Instrument>(
  app: FastifyInstance,
  options: RouterOptions<Instrument>,
): Router<Instrument> {
  const { readUser, isHttps = false } = options;
  acceptCookies(app);
  const endpoints: AnyEndpoint[] = [];
  return {
    app,
    readUser,
    endpoints,
    route(endpoint, handler) {
      const { access, permission, prices = 'none', bodyKind, bodyLimitBytes } = endpoint;
      if (!options.access && (prices !== 'none' || permission || access === 'fullAccess')) {
        throw new Error(`${endpoint.name} needs rules of access`);
      }
      if (endpoint.isSigned && bodyKind !== 'raw') {
        throw new Error(`${endpoint.name} needs the bytes that were signed`);
      }
      endpoints.push(endpoint as AnyEndpoint);
      const parseQuery = createQueryParser(endpoint.query);
      const answerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        const user = await readUser(request);
        if (user) CALLERS.set(request, user);
        assertAccess(endpoint, user, options.access);
        if (!user && endpoint.isMetered) await assertWithinLimit(options, request.ip);
        const params = parsePart(endpoint.params, request.params, 'parameters');
        const query = parseQuery(request);
        const body = parsePart(endpoint.body, request.body, 'body');
        const call = callOf(request, reply, { params, query, body, user, isHttps });
        const entitled = await entitle(prices, options, { query, user });
        // What `entitle` answers is what the endpoint's kind of prices promises.
        const answer = await handler(
          Object.assign(call, entitled) as Parameters<typeof handler>[0],
        );
        if (isReadyAnswer(answer)) return send(reply, answer);
        return options.checkAnswers ? endpoint.response.parse(answer) : answer;
      };
      const config: object = { [ENDPOINT]: endpoint as AnyEndpoint } satisfies RouteConfig;
      withBodies(app, bodyKind, (where) => {
        where.route({
          method: endpoint.method,
          url: endpoint.path,
          handler: answerRequest,
          config,
          ...(bodyLimitBytes === undefined ? {} : { bodyLimit: bodyLimitBytes }),
        });
      });
    },
  };
}
