import { SECOND_MS } from '@moneytrail/calendar';
import type { CurrentUser, Endpoint, Prices } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { within } from '../deadline.ts';
import { createBodiesUnderWay } from './bodies-under-way.ts';
import { type BodyReader, createBodyReader } from './body-reader.ts';
import { callerName, NO_PROCESSING_LIMITS, type ProcessingBudget } from './caller-budget.ts';
import {
  type AccessRules,
  assertAccess,
  assertWithinLimit,
  entitle,
  type LimitAnonymous,
} from './check-access.ts';
import { acceptCookies, type CookieChange, readCookies, setCookie } from './cookies.ts';
import { createKeyBudget } from './key-budget.ts';
import { createQueryParser, parsePart } from './parse-request.ts';
import { answerPreflights } from './partner-pages.ts';
import { type AnyEndpoint, configOf } from './route-config.ts';

/** An answer already in bytes: sent as is, neither serialised nor checked. */
export type ReadyAnswer = {
  kind: 'ready';
  status?: number;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** The access decision that the router makes for a route with prices and hands to its handler. */
export type Entitled<Instrument, Kind extends Prices> = Kind extends 'instrument'
  ? { /** The caller may see it. */ instrument: Instrument }
  : Kind extends 'list' | 'preview'
    ? { isEntitled(instrument: Instrument): boolean }
    : unknown;

type Handler<Params, Query, Body, Answer, Instrument, Kind extends Prices> = (
  call: Call<Params, Query, Body> & Entitled<Instrument, Kind>,
) => Promise<Answer | ReadyAnswer>;

type Rights<Kind extends Prices> = Pick<
  AnyEndpoint,
  'access' | 'permission' | 'scope' | 'isMetered'
> & {
  prices?: Kind;
};

/** Registers endpoints on an app. */
export type Router<Instrument = unknown> = {
  route<Params, Query, Body, Answer, Kind extends Prices>(
    endpoint: Endpoint<Params, Query, Body, Answer, Kind>,
    handler: Handler<Params, Query, Body, Answer, Instrument, Kind>,
  ): void;
  /** The call of a route outside the contract, with the same access checks as an endpoint. */
  foreignCall<Query, Kind extends Prices>(
    rights: Rights<Kind>,
    parts: { request: FastifyRequest; reply: FastifyReply; query: Query },
  ): Promise<Call<undefined, Query, undefined> & Entitled<Instrument, Kind>>;
  app: FastifyInstance;
  /** Identifies the caller of a request and counts it against the budget of an API key. */
  knowCaller: ReadUser;
  /**
   * Charges the known caller of a request for its body. Called before the body is read; throws 429 if the caller has too
   * little time left, or is sending too much already.
   */
  takeBody(request: FastifyRequest): void;
  /** Runs work on the serving thread and charges the known caller of a request for it, also if it fails. */
  charged<T>(request: FastifyRequest, work: () => T): T;
  processing: Pick<ProcessingBudget, 'charge'>;
  bodies: Pick<BodyReader, 'read'>;
  endpoints: readonly AnyEndpoint[];
};

type RouterOptions<Instrument> = {
  readUser: ReadUser;
  /** True if answers are checked against the contract. */
  checkAnswers: boolean;
  /** Required for endpoints that need more than a session. */
  access?: AccessRules<Instrument>;
  /** Decides names and flags of cookies. */
  isHttps?: boolean;
  /** Counts visitors' requests to metered endpoints; unlimited if absent. */
  limitAnonymous?: LimitAnonymous;
  /** Limits what each caller costs the serving thread; unlimited if absent. */
  processing?: ProcessingBudget;
};

function isReadyAnswer(answer: unknown): answer is ReadyAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'ready'
  );
}

/** For a client that has disconnected: only the access log sees it. */
const CLIENT_CLOSED: ReadyAnswer = { kind: 'ready', status: 499, headers: {}, body: null };

function send(reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  reply.code(answer.status ?? 200).headers(answer.headers);
  return answer.body === null ? reply.send() : reply.send(answer.body);
}

/** The caller of a request that `knowCaller` has seen, as budgets name it. */
export const nameOf = (request: FastifyRequest): string =>
  callerName({ user: callerOf(request) ?? null, ip: request.ip });

/** The length of a body as announced; the endpoint's limit if it comes in chunks or is longer. */
function bodyBytesOf({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/** Shorter work is not worth counting. */
const LEAST_CHARGED_MS = 0.5;

/**
 * Each request runs in this order: caller, access, body, the same again because a body may take its time, parsing,
 * entitlement, handler, and in tests the answer's check.
 */
export function createRouter<Instrument>(
  app: FastifyInstance,
  options: RouterOptions<Instrument>,
): Router<Instrument> {
  const { readUser, isHttps = false, processing = NO_PROCESSING_LIMITS } = options;
  acceptCookies(app);
  const bodies = createBodyReader(processing);
  app.addHook('onClose', bodies.close);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    // Nothing reads a body that has no route.
    async (request: FastifyRequest, body: Buffer) =>
      request.is404 ? undefined : bodies.read(nameOf(request), 'json', { body }),
  );
  const follow = waitForHandlers(app);
  const endpoints: AnyEndpoint[] = [];
  const keyBudget = createKeyBudget(app, () => performance.now());

  async function know(request: FastifyRequest): Promise<CurrentUser | null> {
    const user = await knowCaller(readUser, request);
    keyBudget.take(request, user);
    return user;
  }
  async function admit(rights: Rights<Prices>, request: FastifyRequest) {
    const user = await know(request);
    assertAccess(rights, user, options.access);
    processing.take(callerName({ user, ip: request.ip }), 0);
    if (!user && rights.isMetered) await assertWithinLimit(options.limitAnonymous, request.ip);
    return user;
  }
  const underWay = createBodiesUnderWay();
  function takeBody(request: FastifyRequest): void {
    const [caller, bytes] = [nameOf(request), bodyBytesOf(request)];
    processing.take(caller, bytes);
    underWay.begin(caller, bytes, request.raw);
  }
  function charged<T>(request: FastifyRequest, work: () => T): T {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      const tookMs = performance.now() - startedAt;
      if (tookMs >= LEAST_CHARGED_MS) processing.charge(nameOf(request), tookMs);
    }
  }
  async function callOf<Params, Query, Body, Kind extends Prices>(
    { prices }: { prices?: Kind },
    request: FastifyRequest,
    reply: FastifyReply,
    parts: { params: Params; query: Query; body: Body; user: CurrentUser | null },
  ) {
    const call = new RequestCall({ request, reply, isHttps, charged }, parts);
    const entitled = await entitle(prices ?? 'none', options.access, parts);
    // `entitle` returns the fields that this kind of prices promises.
    return Object.assign(call, entitled) as typeof call & Entitled<Instrument, Kind>;
  }

  return {
    app,
    knowCaller: know,
    takeBody,
    charged,
    processing,
    bodies,
    endpoints,
    async foreignCall(rights, { request, reply, query }) {
      const user = await admit(rights, request);
      return callOf(rights, request, reply, { params: undefined, query, body: undefined, user });
    },
    route(endpoint, handler) {
      const { access, permission, prices = 'none', bodyKind, bodyLimitBytes } = endpoint;
      if (!options.access && (prices !== 'none' || permission || access === 'fullAccess')) {
        throw new Error(`${endpoint.name} needs rules of access`);
      }
      if (endpoint.isSigned && bodyKind !== 'raw') {
        throw new Error(`${endpoint.name} is signed and needs a raw body`);
      }
      endpoints.push(endpoint as AnyEndpoint);
      const parseQuery = createQueryParser(endpoint.query);
      // Chart data has budgets of its own, and visitors' calls have limits of their own.
      const isOfAccount = access !== 'public' && prices === 'none';
      const answerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        const user = await admit(endpoint, request);
        const parts = charged(request, () => ({
          params: parsePart(endpoint.params, request.params, 'parameters'),
          query: parseQuery(request),
          body: parsePart(endpoint.body, request.body, 'body'),
        }));
        const call = await callOf(endpoint, request, reply, { ...parts, user });
        const run = () => charged(request, () => handler(call));
        const inTurn = () => {
          request.signal.throwIfAborted();
          return run();
        };
        const answering = isOfAccount ? processing.runInTurn(nameOf(request), inTurn) : run();
        const answer = await answering.catch((error: unknown) => {
          // The client has disconnected: the handler was cancelled and has not failed.
          if (request.signal.aborted && error === request.signal.reason) return CLIENT_CLOSED;
          throw error;
        });
        if (isReadyAnswer(answer)) {
          processing.chargeAnswer(nameOf(request), answer.body?.length ?? 0);
          return send(reply, answer);
        }
        // An empty body is no valid JSON: 204 says that there is none.
        if (answer === undefined) reply.code(204);
        const checked = options.checkAnswers ? endpoint.response.parse(answer) : answer;
        if (checked === undefined) return checked;
        reply.type('application/json; charset=utf-8');
        const text = charged(request, () => JSON.stringify(checked));
        processing.chargeAnswer(nameOf(request), text.length);
        return text;
      };
      const config = configOf(endpoint as AnyEndpoint);
      if (endpoint.isForPartners) answerPreflights(app, endpoint.path, [endpoint.method]);
      const admitBody = async (request: FastifyRequest) => {
        assertAccess(endpoint, await know(request), options.access);
        takeBody(request);
      };
      withBodies(app, bodyKind, (where) => {
        where.route({
          method: endpoint.method,
          url: endpoint.path,
          handler: (request, reply) => follow(answerRequest(request, reply)),
          config,
          ...(endpoint.method === 'GET' ? {} : { preParsing: admitBody }),
          ...(bodyLimitBytes === undefined ? {} : { bodyLimit: bodyLimitBytes }),
        });
      });
    },
  };
}

/** A request parsed by its endpoint's contract. */
export type Call<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  /** Null for an anonymous visitor; never null unless the endpoint's access is `public`. */
  user: CurrentUser | null;
  ip: string;
  headers: FastifyRequest['headers'];
  requestId: string;
  /** Aborted when the client disconnects before it has its answer. */
  readonly signal: AbortSignal;
  /** Time since the request arrived, ms. */
  readonly waitedMs: number;
  /** Runs work on the serving thread and charges the caller for it; for work after a wait, which is not measured otherwise. */
  charged: <T>(work: () => T) => T;
  /** By name without prefix. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Sets cookies on the answer, even if it reports a failure. */
  setCookies: (changes: readonly CookieChange[]) => void;
};

type RequestParts = {
  request: FastifyRequest;
  reply: FastifyReply;
  isHttps: boolean;
  charged: <T>(request: FastifyRequest, work: () => T) => T;
};

/** Computes the fields that most handlers never read on demand. */
class RequestCall<Params, Query, Body> implements Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly user: CurrentUser | null;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #isHttps: boolean;

  readonly charged: <T>(work: () => T) => T;

  constructor(
    { request, reply, isHttps, charged: chargedTo }: RequestParts,
    parts: { params: Params; query: Query; body: Body; user: CurrentUser | null },
  ) {
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.user = parts.user;
    this.#request = request;
    this.#reply = reply;
    this.#isHttps = isHttps;
    this.charged = (work) => chargedTo(request, work);
  }

  get ip() {
    return this.#request.ip;
  }

  get headers() {
    return this.#request.headers;
  }

  get requestId() {
    return this.#request.id;
  }

  get signal() {
    return this.#request.signal;
  }

  get waitedMs() {
    return this.#reply.elapsedTime;
  }

  get cookies() {
    return readCookies(this.#request, this.#isHttps);
  }

  /** An arrow function, because handlers destructure it. */
  readonly setCookies = (changes: readonly CookieChange[]): void => {
    for (const change of changes) setCookie(this.#reply, change, this.#isHttps);
  };
}

/** Identifies the caller; null for an anonymous visitor, throws `UNAUTHORIZED` for an invalid token. */
export type ReadUser = (request: FastifyRequest) => Promise<CurrentUser | null>;

/** Stores the caller on the request itself: a separate map would cost more than all other work on callers. */
const CALLER = Symbol('caller');
type Known = { [CALLER]?: CurrentUser };

/** Identifies the caller and stores it on the request. */
async function knowCaller(
  readUser: ReadUser,
  request: FastifyRequest,
): Promise<CurrentUser | null> {
  const user = await readUser(request);
  if (user) (request as Known)[CALLER] = user;
  return user;
}

/** The caller stored by `knowCaller`, even if the session has ended since; undefined if there is none. */
export function callerOf(request: FastifyRequest): CurrentUser | undefined {
  return (request as Known)[CALLER];
}

/** Handlers that take longer are no longer waited for. */
const LONGEST_MS = 5 * SECOND_MS;

/**
 * Tracks running handlers, which continue after their client has disconnected: closing the app waits for them, so that
 * the database is not closed under them. Pass every answer through the returned function.
 */
export function waitForHandlers(app: FastifyInstance): <T>(answer: Promise<T>) => Promise<T> {
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await within(Promise.allSettled(running), LONGEST_MS, () => []);
  });
  return (answer) => {
    running.add(answer);
    const forget = () => running.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
}

/** Calls `register` with an app, or an encapsulated child of it, that parses only bodies of this kind. */
function withBodies(
  app: FastifyInstance,
  kind: Endpoint<unknown, unknown, unknown, unknown>['bodyKind'],
  register: (app: FastifyInstance) => void,
): void {
  if (kind !== 'raw') {
    register(app);
    return;
  }
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    child.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    register(child);
  });
}
