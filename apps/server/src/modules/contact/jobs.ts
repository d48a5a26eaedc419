import { DAY_MS } from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import { removeMessagesBefore } from './store.ts';

/**
 * Long enough to read a message here whose mail did not arrive, and short enough that what a person wrote is gone 30 days
 * after the account was erased at the latest.
 */
const KEPT_MS = 30 * DAY_MS;

/** Forgets messages of the contact form after thirty days: they hold what strangers tell of themselves. */
export function contactJobs({ db, clock }: { db: Db; clock: { now: () => number } }): Job[] {
  return [
    defineScheduled({
      name: 'contact.remove-aged',
      schedule: '40 1 * * *',
      handler: () => removeMessagesBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
