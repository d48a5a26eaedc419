import { AppError } from '@moneytrail/contract';
import type { Core } from '../core.ts';
import { failClosed, limitKey, takeAlone } from './limiter.ts';
import { TOO_MANY } from './sign-in-guard.ts';

/** Counts a request that reaches a payment provider for an account, or throws 429. */
export function takePaymentRequest(core: Core, userId: string): Promise<void> {
  return failClosed(async () => {
    const key = limitKey(core.keys.limits, 'payments', userId);
    const ask = { key, windows: [core.limits.paymentsOfAccount] };
    const verdict = await takeAlone(core.db, [ask], core.clock.now());
    if (!verdict.isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
  });
}
