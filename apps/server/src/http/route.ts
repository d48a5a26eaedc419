import type { CurrentUser, Endpoint, Prices } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, RequestCall } from './call.ts';
import {
  type AccessRules,
  assertAccess,
  assertWithinLimit,
  entitle,
  type LimitAnonymous,
} from './check-access.ts';
import { acceptCookies } from './cookies.ts';
import { readJsonBodies } from './json-values.ts';
import { knowCaller, type ReadUser } from './known-callers.ts';
import { createQueryParser, parsePart } from './parse-request.ts';
import { waitForHandlers } from './running-handlers.ts';
import { withBodies } from './with-bodies.ts';

/** An answer that is bytes already: sent as it is, neither serialised nor checked. */
export type ReadyAnswer = {
  kind: 'ready';
  status?: number;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** What the router hands a handler of a route that declares prices. */
export type Entitled<Instrument, Kind extends Prices> = Kind extends 'instrument'
  ? { /** The caller may see it. */ instrument: Instrument }
  : Kind extends 'list' | 'preview'
    ? { isEntitled(instrument: Instrument): boolean }
    : unknown;

export type Handler<Params, Query, Body, Answer, Instrument, Kind extends Prices> = (
  call: Call<Params, Query, Body> & Entitled<Instrument, Kind>,
) => Promise<Answer | ReadyAnswer>;

/** An endpoint as its declaration is read, whatever it carries. */
export type AnyEndpoint = Endpoint<unknown, unknown, unknown, unknown>;

/** What a route declares of who may ask for what. */
type Rights<Kind extends Prices> = Pick<AnyEndpoint, 'access' | 'permission' | 'isMetered'> & {
  prices?: Kind;
};

/** Registers endpoints on an app; made once with what every route needs. */
export type Router<Instrument = unknown> = {
  route<Params, Query, Body, Answer, Kind extends Prices>(
    endpoint: Endpoint<Params, Query, Body, Answer, Kind>,
    handler: Handler<Params, Query, Body, Answer, Instrument, Kind>,
  ): void;
  /** The call of a route that is no endpoint, let in and given its instruments as it declares. */
  foreignCall<Query, Kind extends Prices>(
    rights: Rights<Kind>,
    parts: { request: FastifyRequest; reply: FastifyReply; query: Query },
  ): Promise<Call<undefined, Query, undefined> & Entitled<Instrument, Kind>>;
  app: FastifyInstance;
  readUser: ReadUser;
  /** What was registered so far. */
  endpoints: readonly AnyEndpoint[];
};

export type RouterOptions<Instrument> = {
  readUser: ReadUser;
  /** Whether our own answers are checked against the contract. */
  checkAnswers: boolean;
  /** Without them no endpoint can be registered that needs more than an account. */
  access?: AccessRules<Instrument>;
  /** Decides names and flags of cookies. */
  isHttps?: boolean;
  /** Counts visitors' requests of metered endpoints. Without it nobody counts. */
  limitAnonymous?: LimitAnonymous;
};

/** Where a route carries its endpoint: one that does has an access level and reads its requests by a schema. */
const ENDPOINT = Symbol('endpoint');
/** Where a route of a foreign protocol says that it takes forms. */
const FORMS = Symbol('forms');
type RouteConfig = { [ENDPOINT]?: AnyEndpoint; [FORMS]?: boolean };

/** The config of a route that is no endpoint and takes forms: any site can send them, so the token alone tells who calls. */
export const TAKES_FORMS: object = { [FORMS]: true } satisfies RouteConfig;

/** What is declared of the route that a request has found. */
export function endpointOf({ routeOptions }: FastifyRequest): AnyEndpoint | undefined {
  return (routeOptions.config as RouteConfig)[ENDPOINT];
}

/** Whether any site can send what the route of a request takes. */
export function takesForms(request: FastifyRequest): boolean {
  const config = request.routeOptions.config as RouteConfig;
  return config[FORMS] === true || config[ENDPOINT]?.bodyKind === 'form';
}

/** Refuses, from now on, every route that is neither an endpoint of the contract nor on the list: the start fails. */
export function refuseUndeclaredRoutes(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRoute', ({ url, config = {} }) => {
    if (ENDPOINT in config || known.includes(url)) return;
    throw new Error(`${url} is neither an endpoint of the contract nor a known route`);
  });
}

function isReadyAnswer(answer: unknown): answer is ReadyAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'ready'
  );
}

/** Of a client that has gone; nobody reads it. */
const NOBODY_WAITS: ReadyAnswer = { kind: 'ready', status: 499, headers: {}, body: null };

function send(reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  reply.code(answer.status ?? 200).headers(answer.headers);
  return answer.body === null ? reply.send() : reply.send(answer.body);
}

/** A router on an app: know the caller, check access, parse, check the prices, one call, check the answer in tests. */
export function createRouter<Instrument>(
  app: FastifyInstance,
  options: RouterOptions<Instrument>,
): Router<Instrument> {
  const { readUser, isHttps = false } = options;
  acceptCookies(app);
  readJsonBodies(app);
  const follow = waitForHandlers(app);
  const endpoints: AnyEndpoint[] = [];

  async function admit(rights: Rights<Prices>, request: FastifyRequest) {
    const user = await knowCaller(readUser, request);
    assertAccess(rights, user, options.access);
    if (!user && rights.isMetered) await assertWithinLimit(options.limitAnonymous, request.ip);
    return user;
  }
  async function callOf<Params, Query, Body, Kind extends Prices>(
    { prices }: { prices?: Kind },
    request: FastifyRequest,
    reply: FastifyReply,
    parts: { params: Params; query: Query; body: Body; user: CurrentUser | null },
  ) {
    const call = new RequestCall(request, reply, parts, isHttps);
    const entitled = await entitle(prices ?? 'none', options.access, parts);
    // What `entitle` answers is what this kind of prices promises.
    return Object.assign(call, entitled) as typeof call & Entitled<Instrument, Kind>;
  }

  return {
    app,
    readUser,
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
        throw new Error(`${endpoint.name} needs the bytes that were signed`);
      }
      endpoints.push(endpoint as AnyEndpoint);
      const parseQuery = createQueryParser(endpoint.query);
      const answerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        const user = await admit(endpoint, request);
        const params = parsePart(endpoint.params, request.params, 'parameters');
        const query = parseQuery(request);
        const body = parsePart(endpoint.body, request.body, 'body');
        const call = await callOf(endpoint, request, reply, { params, query, body, user });
        const answer = await handler(call).catch((error: unknown) => {
          // A handler that stopped for that reason has not failed.
          if (request.signal.aborted && error === request.signal.reason) return NOBODY_WAITS;
          throw error;
        });
        if (isReadyAnswer(answer)) return send(reply, answer);
        // A body that is empty cannot be read as JSON: the status says that there is none.
        if (answer === undefined) reply.code(204);
        return options.checkAnswers ? endpoint.response.parse(answer) : answer;
      };
      const config: object = { [ENDPOINT]: endpoint as AnyEndpoint } satisfies RouteConfig;
      /** A large body is read of those alone who may send it. */
      const knowFirst = async (request: FastifyRequest) =>
        assertAccess(endpoint, await knowCaller(readUser, request), options.access);
      const large = { bodyLimit: bodyLimitBytes ?? 0, onRequest: knowFirst };
      withBodies(app, bodyKind, (where) => {
        where.route({
          method: endpoint.method,
          url: endpoint.path,
          handler: (request, reply) => follow(answerRequest(request, reply)),
          config,
          ...(bodyLimitBytes === undefined ? {} : large),
        });
      });
    },
  };
}
