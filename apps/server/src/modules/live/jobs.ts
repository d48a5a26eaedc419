import * as z from 'zod';
import { defineJob, type Job } from '../../jobs/index.ts';
import { deleteStaleTickets, type LiveDb } from './store.ts';

/** Removes tickets of streams that nobody opened in time. */
export function liveJobs({ db, clock }: { db: LiveDb; clock: { now: () => number } }): Job[] {
  return [
    defineJob({
      name: 'live.remove-stale-tickets',
      payload: z.object({}),
      schedule: '*/10 * * * *',
      singleton: true,
      handler: () => deleteStaleTickets(db, clock.now()),
    }),
  ];
}
