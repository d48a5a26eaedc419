import type { CookieChange } from '../core.ts';

/** On https the prefix binds a cookie to this host, whole path and encryption; on plain http there is none. */
const PREFIX = '__Host-';

/** The cookies of a request by their names without prefix; where the prefix is due, others do not count. */
export function readCookies(
  header: string | undefined,
  isHttps: boolean,
): Record<string, string | undefined> {
  const prefix = isHttps ? PREFIX : '';
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).trim();
    if (equals < 0 || !name.startsWith(prefix)) continue;
    cookies.set(name.slice(prefix.length), pair.slice(equals + 1).trim());
  }
  return Object.fromEntries(cookies);
}

/**
 * A `Set-Cookie` line: for this host alone, out of reach of scripts and of other sites. Values are of letters, digits,
 * dot, dash and underscore.
 */
export function formatCookie(change: CookieChange, isHttps: boolean): string {
  const { name, value, maxAgeSeconds } = change;
  const life = value === null ? 0 : Math.floor(maxAgeSeconds);
  const flags = `Max-Age=${life}; Path=/; HttpOnly; SameSite=Strict`;
  return isHttps
    ? `${PREFIX}${name}=${value ?? ''}; ${flags}; Secure`
    : `${name}=${value ?? ''}; ${flags}`;
}
