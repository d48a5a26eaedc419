import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../core.ts';
import { readCookies } from './cookies.ts';

/** Where a call comes from, and the cookies it brings. */
export function callerOf(
  call: { ip: string; requestId: string; headers: IncomingHttpHeaders },
  isHttps: boolean,
): Caller {
  return {
    address: call.ip,
    requestId: call.requestId,
    cookies: readCookies(call.headers.cookie, isHttps),
  };
}
