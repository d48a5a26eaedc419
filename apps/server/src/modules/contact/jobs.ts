import { DAY_MS } from '@moneytrail/calendar';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../db/index.ts';
import { defineJob, type Job } from '../../jobs/index.ts';
import { removeMessagesBefore } from './store.ts';

/**
 * Long enough to read a message here whose mail did not arrive, and short enough that what a person wrote is gone 30 days
 * after the account was erased at the latest.
 */
const KEPT_MS = 30 * DAY_MS;

/** Forgets messages of the contact form after thirty days: they hold what strangers tell of themselves. */
export function contactJobs({
  db,
  clock,
}: {
  db: Kysely<Database>;
  clock: { now: () => number };
}): Job[] {
  return [
    defineJob({
      name: 'contact.remove-aged',
      payload: z.object({}),
      schedule: '40 1 * * *',
      singleton: true,
      handler: () => removeMessagesBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
