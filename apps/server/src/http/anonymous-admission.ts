import { AppError } from '@moneytrail/contract';
import type { FastifyReply } from 'fastify';

/** Whether an address may ask once more without signing in; `retryAtMs` and `nowMs` are of the same clock. */
export type Admission = { isAllowed: boolean; retryAtMs: number; nowMs: number };

/** Counts one request of an anonymous visitor. */
export type AdmitAnonymous = (address: string) => Promise<Admission>;

const TOO_MANY = 'Too many requests without signing in. Please wait or sign in.';

/** Counts the request, or throws 429 and says in `Retry-After` how many seconds to wait. */
export async function assertAdmitted(
  admit: AdmitAnonymous | undefined,
  address: string,
  reply: FastifyReply,
): Promise<void> {
  const admission = await admit?.(address);
  if (!admission || admission.isAllowed) return;
  const seconds = Math.max(1, Math.ceil((admission.retryAtMs - admission.nowMs) / 1_000));
  reply.header('retry-after', seconds);
  throw new AppError('RATE_LIMITED', TOO_MANY);
}
