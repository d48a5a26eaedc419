import * as z from 'zod';

/** Reads the histories that were asked for; one run at a time over all processes. */
export const BACKFILL = { name: 'instruments.backfill', payload: z.object({}) };
