import { EXCHANGES } from '@moneytrail/contract';
import * as z from 'zod';
import { defineJob, defineScheduled, type Job, type JobRun } from '../../jobs/index.ts';
import { endAll } from '../../throw-failures.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { createBackfiller } from './backfill/backfiller.ts';
import { inBackground } from './backfill/in-background.ts';
import type { BarDeps, BarService } from './bar-service.ts';
import type { CorroborationDeps } from './corroboration/corroborate-bar.ts';
import { corroborateQuarantined } from './corroboration/corroborate-quarantined.ts';
import { createGapWatch } from './gaps/gap-watch.ts';
import { isReadOnClose } from './gaps/recent-gaps.ts';
import { type MaintenanceRound, repairGaps } from './gaps/repair-gaps.ts';
import type { ComparisonDeps } from './nightly/compare-day.ts';
import { compareDays, drawNight } from './nightly/compare-nightly.ts';

export type BarJobDeps = BarDeps & {
  bars: Pick<BarService, 'written' | 'rescaled'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  random: () => number;
};

/** Asks the feeds for bars that are missing; of one that was away, at once for what it did not have since then. */
export const REPAIR_GAPS = {
  name: 'bars.repair-gaps',
  payload: z.object({
    back: z.object({ exchange: z.enum(EXCHANGES), sinceMs: z.number() }).optional(),
  }),
};

/** What a run works with: its questions to vendors wait for those of readers, and end with it. */
function backgroundDeps(given: BarJobDeps, { signal }: JobRun): CorroborationDeps & ComparisonDeps {
  const feeds = inBackground(given.feeds, signal);
  const { written, rescaled } = given.bars;
  const deps = { ...given, written, rescaled, feeds };
  return { ...deps, backfiller: createBackfiller(deps) };
}

/** The maintenance of stored bars. What a vendor fails to answer is due again by its row, or in the next run. */
export function barJobs(given: BarJobDeps): Job[] {
  const watches = new Map(EXCHANGES.map((exchange) => [exchange, createGapWatch(given.clock)]));
  /** Does work at each feed to its end; what fails at one leaves the others theirs, and the run has failed. */
  const atEachFeed = async (
    run: JobRun,
    work: (deps: CorroborationDeps & ComparisonDeps, round: MaintenanceRound) => Promise<void>,
  ) => {
    const deps = backgroundDeps(given, run);
    const instruments = given.catalogue.enabled();
    const { signal } = run;
    await endAll(EXCHANGES.map((exchange) => work(deps, { exchange, instruments, signal })));
  };

  return [
    defineJob({
      ...REPAIR_GAPS,
      schedule: '* * * * *',
      singleton: true,
      retry: { limit: 10, delaySeconds: 15 },
      handler: ({ back }, run) =>
        atEachFeed(run, async (deps, round) => {
          const { exchange, instruments } = round;
          const watch = watches.get(exchange);
          if (!watch || (back && back.exchange !== exchange)) return;
          const count = instruments.filter((each) => each.exchange === exchange).length;
          const failure = await repairGaps(deps, watch, {
            ...round,
            isKeptUp: (resolution) => isReadOnClose(resolution, count),
            awaySinceMs: back?.sinceMs ?? null,
          });
          if (back && failure) throw failure;
        }),
    }),
    defineScheduled({
      name: 'bars.corroborate-quarantined',
      schedule: '* * * * *',
      handler: (run) => atEachFeed(run, corroborateQuarantined),
    }),
    // New York has closed, Johannesburg has not opened.
    defineScheduled({
      name: 'bars.draw-days',
      schedule: '0 1 * * *',
      handler: (run) => drawNight(given, given.catalogue.enabled(), run),
    }),
    defineScheduled({
      name: 'bars.compare-days',
      schedule: '* * * * *',
      handler: (run) => atEachFeed(run, compareDays),
    }),
  ];
}
