import type { RequestContext } from '../core.ts';

/** Where a call comes from, and the cookies it brings. */
export function requestContextOf(call: {
  ip: string;
  requestId: string;
  cookies: RequestContext['cookies'];
}): RequestContext {
  return { address: call.ip, requestId: call.requestId, cookies: call.cookies };
}
