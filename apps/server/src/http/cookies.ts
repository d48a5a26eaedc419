import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A cookie to set, by its name without prefix; without a value it is removed. */
export type CookieChange = { name: string; value: string | null; maxAgeSeconds: number };

/** On https the prefix binds a cookie to this host, the whole path and encryption; on plain http there is none. */
const prefixOf = (isHttps: boolean) => (isHttps ? '__Host-' : '');

/** Lets routes of an app read and set cookies; those of a request are parsed when they are asked for. */
export function acceptCookies(app: FastifyInstance): void {
  app.register(fastifyCookie, { hook: false });
}

/** The cookies of a request by their names without prefix; where the prefix is due, others do not count. */
export function readCookies(
  { server, headers }: FastifyRequest,
  isHttps: boolean,
): Readonly<Record<string, string | undefined>> {
  const prefix = prefixOf(isHttps);
  return Object.fromEntries(
    Object.entries(server.parseCookie(headers.cookie ?? ''))
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

/** Sets a cookie with the answer: for this host alone, out of reach of scripts and of other sites. */
export function setCookie(reply: FastifyReply, change: CookieChange, isHttps: boolean): void {
  const { name, value, maxAgeSeconds } = change;
  reply.setCookie(prefixOf(isHttps) + name, value ?? '', {
    maxAge: value === null ? 0 : Math.floor(maxAgeSeconds),
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps,
  });
}
