import { DAY_MS } from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import { removeErrorsBefore } from './store.ts';

/** Shorter than any account takes to be erased. */
const KEPT_MS = 30 * DAY_MS;

/** Forgets failures that were not seen for thirty days. */
export function errorLogJobs({ db, clock }: { db: Db; clock: { now: () => number } }): Job[] {
  return [
    defineScheduled({
      name: 'errorlog.remove-aged',
      schedule: '50 1 * * *',
      handler: () => removeErrorsBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
