import type { CurrentUser } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';

/** Who sends a request; null for an anonymous visitor, `UNAUTHORIZED` for a token that is not valid. */
export type ReadUser = (request: FastifyRequest) => Promise<CurrentUser | null>;

/** Where a request carries who sent it: a map beside them would cost more than all else that is known of a caller. */
const CALLER = Symbol('caller');
type Known = { [CALLER]?: CurrentUser };

/** Reads who sends a request, and remembers it. */
export async function knowCaller(
  readUser: ReadUser,
  request: FastifyRequest,
): Promise<CurrentUser | null> {
  const user = await readUser(request);
  if (user) (request as Known)[CALLER] = user;
  return user;
}

/** Who a request came as, whatever has become of their session since; undefined for whom nobody has read. */
export function callerOf(request: FastifyRequest): CurrentUser | undefined {
  return (request as Known)[CALLER];
}
