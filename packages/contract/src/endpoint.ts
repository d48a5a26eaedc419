import * as z from 'zod/mini';
import type { CurrentUser } from './endpoints/current-user.ts';

/** The required role of the caller; `fullAccess` is a user who sees more than the free instrument. */
export type Access = 'public' | 'user' | 'fullAccess' | 'superAdmin';

/** The rights that an API key can have: to read prices and the stream, to read stored charts, and to change them. */
export const KEY_SCOPES = ['prices:read', 'charts:read', 'charts:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Instrument data in the response: of the `instrument` named in the query (refused if it is locked for the caller), a
 * `list` of instruments with the caller's locks, a `preview` with a visitor's locks, or none.
 */
export type Prices = 'none' | 'instrument' | 'list' | 'preview';

/** One call of the API. It types the server's handler and the browser's request. */
export type Endpoint<Params, Query, Body, Answer, Kind extends Prices = Prices> = {
  name: string;
  /** One sentence for the API documentation; `described` has the texts of the fields, apart from what pages load. */
  summary: string;
  method: Method;
  /** Fastify path with `:name` parameters, including `/api`. */
  path: string;
  access: Access;
  /** A permission that the account also needs. */
  permission?: keyof CurrentUser['permissions'];
  prices?: Kind;
  /** The scope that an API key needs, `any` for one of them; without it the endpoint refuses keys. */
  scope?: KeyScope | 'any';
  /** Pages of partner sites may call it, with a token of their customer or as visitors. */
  isForPartners?: boolean;
  /** Visitors who are not signed in may make only a few of these calls a minute. */
  isMetered?: boolean;
  params?: z.ZodMiniType<Params>;
  query?: z.ZodMiniType<Query>;
  body?: z.ZodMiniType<Body>;
  /** The format of the body, JSON by default. The handler of a `raw` body gets the bytes, to verify a signature. */
  bodyKind?: 'json' | 'raw';
  /**
   * The record shared by several people that the call changes. Its body may name the `revision` that the caller saw; a
   * later change by somebody else is then refused with `RECORD_CHANGED`.
   */
  revises?: 'user' | 'exchange';
  /**
   * A signature over the raw body proves the sender, as in a payment provider's webhook. The call needs neither our
   * origin nor a token.
   */
  isSigned?: boolean;
  /** Limit of the body as received, in bytes; 64 KB by default. */
  bodyLimitBytes?: number;
  response: z.ZodMiniType<Answer>;
};

/** The parts of a request; parts that an endpoint does not declare are undefined. */
export type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, unknown>
    ? { params: Params; query: Query; body: Body }
    : never;
export type AnswerOf<E> =
  E extends Endpoint<infer _Params, infer _Query, infer _Body, infer Answer> ? Answer : never;

/** Declares an endpoint. Handlers get `undefined` for parts left out, and callers do not pass them. */
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
