import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import type { Core } from './core.ts';
import { eraseDeleted } from './erasure/erase-deleted.ts';
import { removeStaleLimits } from './limits/store.ts';
import { removeStaleResetTokens } from './passwords/reset-store.ts';
import { checkPayments } from './payments/check-payments.ts';
import { removeStaleAccessChanges } from './sessions/access-change-store.ts';
import { removeStaleSessions } from './sessions/session-store.ts';
import { removeStaleChallenges } from './sign-in/challenge-store.ts';

/** A session that has ended is kept a while, so that its device is known again. */
const KEPT_SESSION_MS = 180 * DAY_MS;

/**
 * Removes what means nothing any more, erases deleted accounts, checks payments and the record every night, and lets go
 * of what has reached its age.
 */
export function accountJobs({
  db,
  clock,
  log,
  audit,
}: Pick<Core, 'db' | 'clock' | 'log' | 'audit'>): Job[] {
  return [
    defineScheduled({
      name: 'accounts.remove-expired',
      schedule: '7 * * * *',
      handler: async () => {
        const nowMs = clock.now();
        await removeStaleLimits(db, nowMs - HOUR_MS);
        await removeStaleChallenges(db, nowMs - DAY_MS);
        await removeStaleResetTokens(db, nowMs - DAY_MS);
        await removeStaleSessions(db, nowMs - KEPT_SESSION_MS);
        // Written by the clock of the database.
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
