import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import type { AccountServices } from './account-services.ts';
import { checkPayments } from './check-payments.ts';
import { eraseDeleted } from './erasure/erase-deleted.ts';
import { removeStaleLimits } from './limits/limiter.ts';
import { removeStaleResetTokens } from './passwords/reset.ts';
import { removeStaleAccessChanges } from './sessions/access-changes.ts';
import { lifeOf } from './sessions/session-policy.ts';
import { endRunOutPushes, removeStaleSessions } from './sessions/session-store.ts';
import { removeStaleChallenges } from './sign-in/challenge.ts';

/** Ended sessions are kept for this long, so that their devices stay known. */
const KEPT_SESSION_MS = 180 * DAY_MS;

/**
 * Removes expired rows every hour; every night, erases deleted accounts, checks payments and the audit chain, and
 * removes aged audit entries.
 */
export function accountJobs({
  db,
  clock,
  log,
  audit,
}: Pick<AccountServices, 'db' | 'clock' | 'log' | 'audit'>): Job[] {
  return [
    defineScheduled({
      name: 'accounts.remove-expired',
      schedule: '7 * * * *',
      handler: async () => {
        const nowMs = clock.now();
        await removeStaleLimits(db, nowMs - HOUR_MS);
        await removeStaleChallenges(db, nowMs - DAY_MS);
        await removeStaleResetTokens(db, nowMs - DAY_MS);
        for (const isSuperAdmin of [false, true]) {
          const { idleMs, absoluteMs } = lifeOf({ is_super_admin: isSuperAdmin });
          const before = { usedBeforeMs: nowMs - idleMs, signedInBeforeMs: nowMs - absoluteMs };
          await endRunOutPushes(db, { isSuperAdmin, ...before });
        }
        await removeStaleSessions(db, nowMs - KEPT_SESSION_MS);
        // Their timestamps come from the database's clock.
        await removeStaleAccessChanges(db, Date.now() - DAY_MS);
      },
    }),
    defineScheduled({
      name: 'accounts.erase-deleted',
      schedule: '10 2 * * *',
      expireInSeconds: 60 * 60,
      handler: (run) => eraseDeleted({ db, clock, log, audit }, run.signal),
    }),
    defineScheduled({
      name: 'accounts.check-payments',
      schedule: '50 1 * * *',
      handler: (run) => checkPayments({ db, log }, run.signal),
    }),
    defineScheduled({
      name: 'audit.check-chain',
      schedule: '20 0 * * *',
      handler: async () => {
        const check = await audit.checkAndKeep();
        if (check.isIntact) log.info(check, 'the audit chain is whole');
        else log.error(check, 'THE AUDIT CHAIN IS BROKEN');
        await audit.removeAged();
      },
    }),
  ];
}
