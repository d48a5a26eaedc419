import * as z from 'zod/mini';
import type { CurrentUser } from './endpoints/current-user.ts';

/** Who may call; `fullAccess` is a user who sees more than the free instrument. */
export type Access = 'public' | 'user' | 'fullAccess' | 'superAdmin';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What of instruments an answer carries: of the `instrument` that the query names (refused where the caller may not see
 * it), a `list` of instruments with the locks of the caller, a `preview` with those of a visitor, or none.
 */
export type Prices = 'none' | 'instrument' | 'list' | 'preview';

/** One call of the interface: types the server's handler and the browser's request alike. */
export type Endpoint<Params, Query, Body, Answer, Kind extends Prices = Prices> = {
  name: string;
  /** One sentence for the documentation of the interface. */
  summary: string;
  method: Method;
  /** With Fastify's `:name` for parameters, the `/api` included. */
  path: string;
  access: Access;
  /** A permission that the account needs besides. */
  permission?: keyof CurrentUser['permissions'];
  prices?: Kind;
  /** Whether a visitor who has not signed in has a small number of these calls a minute. */
  isMetered?: boolean;
  params?: z.ZodMiniType<Params>;
  query?: z.ZodMiniType<Query>;
  body?: z.ZodMiniType<Body>;
  /** How the body arrives, JSON where nothing is given; of a `raw` one the handler gets the bytes, to check a signature. */
  bodyKind?: 'json' | 'form' | 'raw';
  /** Whether a signature over the raw body proves the sender, and neither a page of ours nor a token, as with a payment provider's notice. */
  isSigned?: boolean;
  /** Of the body as it arrives; without one the limit of the server. */
  bodyLimitBytes?: number;
  response: z.ZodMiniType<Answer>;
};

/** What any call may carry; parts an endpoint does not declare are absent. */
export type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, unknown>
    ? { params: Params; query: Query; body: Body }
    : never;
export type AnswerOf<E> =
  E extends Endpoint<infer _Params, infer _Query, infer _Body, infer Answer> ? Answer : never;

/** Declares an endpoint; a part left out is `undefined` for the handler and need not be given by a caller. */
export function endpoint<
  Answer,
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Kind extends Prices = 'none',
>(
  declaration: Endpoint<Params, Query, Body, Answer, Kind>,
): Endpoint<Params, Query, Body, Answer, Kind> {
  return declaration;
}

/** The body of an endpoint whose `bodyKind` is `raw`. */
export const rawBody = z.instanceof(Uint8Array);
