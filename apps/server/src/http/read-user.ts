import type { CurrentUser } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';

/** Who sends a request; null for an anonymous visitor, a failure with `UNAUTHORIZED` for a token that is no good. */
export type ReadUser = (request: FastifyRequest) => Promise<CurrentUser | null>;
