import type { CurrentUser } from '@moneytrail/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieChange, readCookies, setCookie } from './cookies.ts';

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
  /** Aborted when the client has gone before it had its answer. */
  readonly signal: AbortSignal;
  /** How long ago the request came, ms. */
  readonly waitedMs: number;
  /** By their names without prefix. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Sets cookies with the answer, also with one that reports a failure. */
  setCookies: (changes: readonly CookieChange[]) => void;
};

/** A call as handlers are given it; what most of them never look at is made when they do. */
export class RequestCall<Params, Query, Body> implements Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly user: CurrentUser | null;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #isHttps: boolean;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    parts: { params: Params; query: Query; body: Body; user: CurrentUser | null },
    isHttps: boolean,
  ) {
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.user = parts.user;
    this.#request = request;
    this.#reply = reply;
    this.#isHttps = isHttps;
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

  /** Handlers take it out of the call. */
  readonly setCookies = (changes: readonly CookieChange[]): void => {
    for (const change of changes) setCookie(this.#reply, change, this.#isHttps);
  };
}
