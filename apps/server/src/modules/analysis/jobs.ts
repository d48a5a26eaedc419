import * as z from 'zod';
import { defineJob, type Job } from '../../jobs/index.ts';
import type { SeriesLog } from './marks/each-series.ts';
import { noteCorrections, RECENT_MS } from './marks/note-corrections.ts';
import { type PublishDeps, publishMarks } from './marks/publish-marks.ts';

/** The signals ledger: marks are published and corrections noted here and nowhere else, whoever looks. */
export function analysisJobs(deps: PublishDeps & { log: SeriesLog }): Job[] {
  const nothing = z.object({});
  return [
    defineJob({
      name: 'analysis.publish-marks',
      payload: nothing,
      schedule: '*/5 * * * *',
      singleton: true,
      retry: { limit: 2, delaySeconds: 30 },
      handler: (_payload, run) => publishMarks(deps, run),
    }),
    defineJob({
      name: 'analysis.note-recent-corrections',
      payload: nothing,
      schedule: '*/10 * * * *',
      singleton: true,
      handler: (_payload, run) => noteCorrections(deps, deps.clock.now() - RECENT_MS, run),
    }),
    defineJob({
      name: 'analysis.note-corrections',
      payload: nothing,
      schedule: '40 2 * * *',
      singleton: true,
      handler: (_payload, run) => noteCorrections(deps, 0, run),
    }),
  ];
}
