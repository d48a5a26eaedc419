import { AppError, type CurrentUser, type Endpoint } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AdmitAnonymous, assertAdmitted } from './anonymous-admission.ts';
import { createQueryParser, parseBody, parsePart } from './parse-part.ts';
import type { ReadUser } from './read-user.ts';
import { isReadyAnswer, type ReadyAnswer } from './ready-answer.ts';

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
};

export type Handler<Params, Query, Body, Answer> = (
  call: Call<Params, Query, Body>,
) => Promise<Answer | ReadyAnswer>;

/** Registers endpoints on an app; made once with what every route needs. */
export type Router = {
  route: <Params, Query, Body, Answer>(
    endpoint: Endpoint<Params, Query, Body, Answer>,
    handler: Handler<Params, Query, Body, Answer>,
  ) => void;
  app: FastifyInstance;
  readUser: ReadUser;
};

export type RouterOptions = {
  readUser: ReadUser;
  /** Whether our own answers are checked against the contract. */
  checkAnswers: boolean;
  /** Counts what visitors ask of metered endpoints; without it nobody does. */
  admitAnonymous?: AdmitAnonymous;
};

/** Handlers that came through a router: each has a policy and reads its requests by a schema. */
const ROUTED = new WeakSet<object>();

/**
 * Refuses, from now on, every route that is no endpoint of the contract and not on the list: a route without a policy
 * stops the start.
 */
export function refuseStrayRoutes(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRoute', ({ url, handler }) => {
    if (ROUTED.has(handler) || known.includes(url)) return;
    throw new Error(`${url} is neither an endpoint of the contract nor a known route`);
  });
}

function assertAccess(
  access: Endpoint<never, never, never, never>['access'],
  user: CurrentUser | null,
): void {
  if (access === 'public') return;
  if (!user) throw new AppError('UNAUTHORIZED', 'Unauthorized. Please log in.');
  if (access === 'superAdmin' && !user.isSuperAdmin) {
    throw new AppError('FORBIDDEN', 'Forbidden. You do not have the required permissions.');
  }
}

function send(reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  reply.code(answer.status ?? 200).headers(answer.headers);
  return answer.body === null ? reply.send() : reply.send(answer.body);
}

/** A router on an app: parse, know the caller, check access, one call, check the answer in tests. */
export function createRouter(app: FastifyInstance, options: RouterOptions): Router {
  return {
    app,
    readUser: options.readUser,
    route(endpoint, handler) {
      const parseQuery = createQueryParser(endpoint.query);
      const answerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        const user = await options.readUser(request);
        assertAccess(endpoint.access, user);
        if (!user && endpoint.isMetered) {
          await assertAdmitted(options.admitAnonymous, request.ip, reply);
        }
        const answer = await handler({
          params: parsePart(endpoint.params, request.params, 'parameters'),
          query: parseQuery(request),
          body: parseBody(endpoint.body, request.body),
          user,
          ip: request.ip,
          headers: request.headers,
          requestId: request.id,
        });
        if (isReadyAnswer(answer)) return send(reply, answer);
        return options.checkAnswers ? endpoint.response.parse(answer) : answer;
      };
      ROUTED.add(answerRequest);
      app.route({ method: endpoint.method, url: endpoint.path, handler: answerRequest });
    },
  };
}
