import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A cookie to set, by its name without prefix; a null value removes it. */
export type CookieChange = { name: string; value: string | null; maxAgeSeconds: number };

/** On https the prefix binds a cookie to this host, the root path and encryption; plain http has none. */
const prefixOf = (isHttps: boolean) => (isHttps ? '__Host-' : '');

/** Lets routes read and set cookies; a request's cookies are parsed on demand. */
export function acceptCookies(app: FastifyInstance): void {
  app.register(fastifyCookie, { hook: false });
}

/** The cookies of a request by name without prefix; those without a required prefix are ignored. */
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

/** Sets a cookie for this host alone, out of reach of scripts and other sites. */
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
