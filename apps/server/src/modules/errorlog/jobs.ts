import { DAY_MS } from '@moneytrail/calendar';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../db/index.ts';
import { defineJob, type Job } from '../../jobs/index.ts';
import { removeErrorsBefore } from './store.ts';

/** Shorter than any account takes to be erased. */
const KEPT_MS = 30 * DAY_MS;

/** Forgets failures that were not seen for thirty days. */
export function errorLogJobs({
  db,
  clock,
}: {
  db: Kysely<Database>;
  clock: { now: () => number };
}): Job[] {
  return [
    defineJob({
      name: 'errorlog.remove-aged',
      payload: z.object({}),
      schedule: '50 1 * * *',
      singleton: true,
      handler: () => removeErrorsBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
