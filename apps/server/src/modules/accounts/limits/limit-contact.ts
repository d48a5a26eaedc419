import { SECOND_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import type { Core } from '../core.ts';
import { limitKey, takeWindows } from './limiter.ts';
import { TOO_MANY } from './sign-in-guard.ts';

/** Counts a message of the contact form, in the transaction that stores it; throws 429 where its address had too many. */
export async function limitContact(
  { clock, keys, limits }: Core,
  trx: Transaction<Database>,
  address: string,
): Promise<void> {
  const nowMs = clock.now();
  const key = limitKey(keys.limits, 'contact', subscriberOf(address));
  const ask = { key, windows: [limits.contactFromAddress] };
  const { isAllowed, retryAtMs } = await takeWindows(trx, [ask], nowMs);
  if (isAllowed) return;
  const retryAfterSeconds = (retryAtMs - nowMs) / SECOND_MS;
  throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds });
}
