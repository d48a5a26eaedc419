import type { Db } from '../../db/index.ts';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import { deleteStaleTickets } from './store.ts';

/** Removes tickets of streams that nobody opened in time. */
export function liveJobs({ db, clock }: { db: Db; clock: { now: () => number } }): Job[] {
  return [
    defineScheduled({
      name: 'live.remove-stale-tickets',
      schedule: '*/10 * * * *',
      handler: () => deleteStaleTickets(db, clock.now()),
    }),
  ];
}
