import { AppError, type CurrentUser, type Endpoint } from '@moneytrail/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request, reply) => {
          const user = await options.readUser(request);
          assertAccess(endpoint.access, user);
          const answer = await handler({
            params: parsePart(endpoint.params, request.params, 'parameters'),
            query: parsePart(endpoint.query, request.query, 'query'),
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
