import { DAY_MS } from '@moneytrail/calendar';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../db/index.ts';
import { defineJob, type Job } from '../../jobs/index.ts';
import { removeMessagesBefore } from './store.ts';

/** As long as a mail that nobody took is known: so long a message that did not arrive can still be read here. */
const KEPT_MS = 90 * DAY_MS;

/** Forgets messages of the contact form after ninety days: they hold what strangers tell of themselves. */
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
