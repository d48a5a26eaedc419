import { AppError } from '@moneytrail/contract';
import type { Core } from '../core.ts';
import { limitKey, takeAlone } from './limiter.ts';
import { TOO_MANY } from './sign-in-guard.ts';

/** Counts an invite that an account asks for, with or without success; throws 429 where it had too many. */
export async function limitInvites(core: Core, userId: string): Promise<void> {
  const { db, clock, keys, limits } = core;
  const key = limitKey(keys.limits, 'invite', userId);
  const verdict = await takeAlone(db, [{ key, windows: [limits.invitesOfAccount] }], clock.now());
  if (!verdict.isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY);
}
