import { fastifyCookie } from '@fastify/cookie';
import type { CookieChange } from '../core.ts';

/** On https the prefix binds a cookie to this host, whole path and encryption; on plain http there is none. */
const PREFIX = '__Host-';

/** The cookies of a request by their names without prefix; where the prefix is due, others do not count. */
export function readCookies(
  header: string | undefined,
  isHttps: boolean,
): Record<string, string | undefined> {
  const parsed = fastifyCookie.parse(header ?? '');
  if (!isHttps) return parsed;
  const prefixed = Object.entries(parsed).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(prefixed.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

/** A `Set-Cookie` line: for this host alone, out of reach of scripts and of other sites. */
export function formatCookie(change: CookieChange, isHttps: boolean): string {
  const { name, value, maxAgeSeconds } = change;
  return fastifyCookie.serialize(isHttps ? `${PREFIX}${name}` : name, value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps,
    maxAge: value === null ? 0 : maxAgeSeconds,
  });
}
