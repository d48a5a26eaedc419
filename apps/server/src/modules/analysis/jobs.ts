import { defineScheduled, type Job } from '../../jobs/index.ts';
import type { SeriesLog } from './marks/publish-marks.ts';
import {
  noteCorrections,
  type PublishDeps,
  publishMarks,
  RECENT_MS,
} from './marks/publish-marks.ts';
import { updatePublicRecord } from './record/public-record.ts';

/** The signals ledger: only these jobs publish marks and note corrections, never readers. A last one sums it up for Home. */
export function analysisJobs(
  deps: PublishDeps & { log: SeriesLog; isRecordPublic: boolean },
): Job[] {
  return [
    defineScheduled({
      name: 'analysis.publish-marks',
      schedule: '*/5 * * * *',
      retry: { limit: 2, delaySeconds: 30 },
      handler: (run) => publishMarks(deps, run),
    }),
    defineScheduled({
      name: 'analysis.note-recent-corrections',
      schedule: '*/10 * * * *',
      handler: (run) => noteCorrections(deps, deps.clock.now() - RECENT_MS, run),
    }),
    defineScheduled({
      name: 'analysis.note-corrections',
      schedule: '40 2 * * *',
      handler: (run) => noteCorrections(deps, 0, run),
    }),
    defineScheduled({
      name: 'analysis.update-public-record',
      schedule: '20 3 * * *',
      handler: (run) => updatePublicRecord(deps, run),
    }),
  ];
}
