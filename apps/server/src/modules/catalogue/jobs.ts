import * as z from 'zod';
import { defineJob, type Job } from '../../jobs/index.ts';
import { type SyncDeps, syncInstruments } from './sync-instruments.ts';

/** Reads the vendors' lists of instruments into the catalogue. */
export const SYNC_INSTRUMENTS = { name: 'catalogue.sync-instruments', payload: z.object({}) };

/** Daily, before the markets of Europe open; vendors that failed are asked again by the retries. */
export function catalogueJobs(deps: SyncDeps): Job[] {
  return [
    defineJob({
      ...SYNC_INSTRUMENTS,
      schedule: '20 3 * * *',
      singleton: true,
      retry: { limit: 8, delaySeconds: 60 },
      handler: async (_payload, run) => {
        const outcomes = await syncInstruments(deps, run);
        const failed = outcomes.flatMap((each) => ('error' in each ? [each.error] : []));
        if (failed.length > 0) {
          throw new Error(failed.map(({ message }) => message).join('; '), { cause: failed[0] });
        }
      },
    }),
  ];
}
