import type * as z from 'zod/mini';

/** Who may call: the entitlement to a single instrument is asked besides. */
export type Access = 'public' | 'user' | 'superAdmin';
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One call of the interface: types the server's handler and the browser's request alike. */
export type Endpoint<Params, Query, Body, Answer> = {
  name: string;
  method: Method;
  /** With Fastify's `:name` for parameters, the `/api` included. */
  path: string;
  access: Access;
  /** Whether a visitor who has not signed in has a small number of these calls a minute. */
  isMetered?: boolean;
  params?: z.ZodMiniType<Params>;
  query?: z.ZodMiniType<Query>;
  body?: z.ZodMiniType<Body>;
  response: z.ZodMiniType<Answer>;
};

/** What any call may carry; parts an endpoint does not declare are absent. */
export type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, unknown>
    ? { params: Params; query: Query; body: Body }
    : never;
export type AnswerOf<E> = E extends Endpoint<never, never, never, infer Answer> ? Answer : never;

/** Declares an endpoint; a part left out is `undefined` for the handler and need not be given by a caller. */
export function endpoint<Answer, Params = undefined, Query = undefined, Body = undefined>(
  declaration: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> {
  return declaration;
}
