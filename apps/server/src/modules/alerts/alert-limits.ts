import { AppError, type CurrentUser } from '@moneytrail/contract';
import type { Db, Trx } from '../../db/index.ts';
import { fullTier } from '../access/index.ts';
import { findSignedIn } from '../accounts/index.ts';
import {
  countActive,
  findOwnersToLimit,
  findPausedFor,
  findSurplus,
  lockOwner,
  pauseActive,
  resumePaused,
} from './alert-store.ts';

/** The most alerts of an account without a plan, with one, and of a commercial account. */
export type AlertLimits = { retail: number; subscriber: number; commercial: number };

export function alertLimitOf(
  limits: AlertLimits,
  user: Parameters<typeof fullTier>[0] & Pick<CurrentUser, 'userType'>,
  nowMs: number,
): number {
  if (!fullTier(user, nowMs)) return limits.retail;
  return user.userType === 'retail' && !user.isSuperAdmin ? limits.subscriber : limits.commercial;
}

/**
 * Makes a change that may activate alerts of an account. Throws `CONFLICT`, which undoes it, if more are active afterwards
 * than before and than the account may have.
 */
export async function withinLimit<T>(
  trx: Trx,
  { userId, limit }: { userId: string; limit: number },
  change: () => Promise<T>,
): Promise<T> {
  await lockOwner(trx, userId);
  const before = await countActive(trx, userId);
  const changed = await change();
  const after = await countActive(trx, userId);
  if (after > before && after > limit) {
    const message = `Your account may have ${limit} active alerts. Pause or delete others first.`;
    throw new AppError('CONFLICT', message);
  }
  return changed;
}

/** Pauses the newest alerts of accounts that have more active ones than they may, and resumes these once there is room. */
export async function keepLimits({
  db,
  clock,
  alertLimits,
}: {
  db: Db;
  clock: { now: () => number };
  alertLimits: AlertLimits;
}): Promise<void> {
  const nowMs = clock.now();
  const { retail, subscriber, commercial } = alertLimits;
  const counts = await findOwnersToLimit(db, Math.min(retail, subscriber, commercial));
  const owners = await findSignedIn(db, [...counts.keys()], nowMs);
  for (const owner of owners) {
    const limit = alertLimitOf(alertLimits, owner, nowMs);
    const { active = 0, paused = 0 } = counts.get(owner._id) ?? {};
    if (active <= limit && (paused === 0 || active === limit)) continue;
    await db.transaction().execute(async (trx) => {
      await lockOwner(trx, owner._id);
      await pauseActive(trx, await findSurplus(trx, owner._id, limit), 'overLimit');
      const room = limit - (await countActive(trx, owner._id));
      if (room <= 0) return;
      const resumed = await findPausedFor(trx, 'overLimit', { userId: owner._id, limit: room });
      await resumePaused(trx, resumed, nowMs);
    });
  }
}
