import { AppError, type CurrentUser, type Endpoint } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod/mini';
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

/** Charts ask the same question again and again: so many of an endpoint's, each at most so long, are parsed once. */
const MAX_KEPT_QUERIES = 200;
const MAX_KEPT_LENGTH = 400;

/** Parses the query of an endpoint's requests; equal texts share one frozen result. */
function createQueryParser<T>(schema: z.ZodMiniType<T> | undefined): (r: FastifyRequest) => T {
  const kept = new LRUCache<string, { query: T }>({ max: MAX_KEPT_QUERIES });
  return ({ url, query }) => {
    const at = url.indexOf('?');
    const text = at < 0 ? '' : url.slice(at);
    const known = kept.get(text);
    if (known) return known.query;
    const parsed = Object.freeze(parsePart(schema, query, 'query'));
    if (text.length <= MAX_KEPT_LENGTH) kept.set(text, { query: parsed });
    return parsed;
  };
}

function parsePart<T>(schema: z.ZodMiniType<T> | undefined, value: unknown, part: string): T {
  if (!schema) return undefined as T;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.');
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : null;
  const subject = unknownKeys ?? (name || part);
  throw new AppError('BAD_REQUEST', `${subject}: ${issue?.message ?? 'is not valid'}`);
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
export function createRouter(
  app: FastifyInstance,
  options: { readUser: ReadUser; checkAnswers: boolean },
): Router {
  return {
    app,
    readUser: options.readUser,
    route(endpoint, handler) {
      const parseQuery = createQueryParser(endpoint.query);
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request, reply) => {
          const user = await options.readUser(request);
          assertAccess(endpoint.access, user);
          const answer = await handler({
            params: parsePart(endpoint.params, request.params, 'parameters'),
            query: parseQuery(request),
            body: parsePart(endpoint.body, request.body, 'body'),
            user,
            ip: request.ip,
            headers: request.headers,
            requestId: request.id,
          });
          if (isReadyAnswer(answer)) return send(reply, answer);
          return options.checkAnswers ? endpoint.response.parse(answer) : answer;
        },
      });
    },
  };
}
