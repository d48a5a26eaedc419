import { EXCHANGES, FEED_EXCHANGES } from '@moneytrail/contract';
import type { CallPriority } from '@moneytrail/feeds';
import * as z from 'zod';
import { defineJob, defineScheduled, type Job, type JobRun } from '../../jobs/index.ts';
import { endAll } from '../../throw-failures.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { BarDeps, BarService } from './bar-service.ts';
import type { CorroborationDeps } from './corroboration/corroborate-bar.ts';
import { corroborateQuarantined } from './corroboration/corroborate-quarantined.ts';
import { beginDays } from './gaps/begin-days.ts';
import {
  createGapWatch,
  isReadOnClose,
  type MaintenanceRound,
  repairGaps,
} from './gaps/repair-gaps.ts';
import { inBackground } from './history-reader.ts';
import type { ComparisonDeps } from './nightly/compare-day.ts';
import { compareDays, drawNight } from './nightly/compare-nightly.ts';
import { createBackfiller } from './read-through.ts';

type BarJobDeps = BarDeps & {
  bars: Pick<BarService, 'written' | 'rescaled'>;
  catalogue: Pick<Catalogue, 'enabled'>;
  random: () => number;
};

/** Repairs gaps; with `back`, at once for one feed after its outage. */
export const REPAIR_GAPS = {
  name: 'bars.repair-gaps',
  payload: z.object({
    back: z.object({ exchange: z.enum(EXCHANGES), sinceMs: z.number() }).optional(),
  }),
};

/** Dependencies of a run, whose questions to vendors yield to those of readers and are aborted with it. */
function backgroundDeps(
  given: BarJobDeps,
  { signal }: JobRun,
  priority: CallPriority,
): CorroborationDeps & ComparisonDeps {
  const feeds = inBackground(given.feeds, signal, priority);
  const { written, rescaled } = given.bars;
  const deps = { ...given, written, rescaled, feeds };
  return { ...deps, backfiller: createBackfiller(deps) };
}

/** The maintenance of stored bars. Work that fails at a vendor is done in a later run. */
export function barJobs(given: BarJobDeps): Job[] {
  const watches = new Map<string, ReturnType<typeof createGapWatch>>(
    FEED_EXCHANGES.map((exchange) => [exchange, createGapWatch(given.clock)]),
  );
  const begunDays = new Set<number>();
  /** Runs work for every feed; a failure at one does not stop the others, but fails the run. */
  const atEachFeed = async (
    run: JobRun,
    work: (deps: CorroborationDeps & ComparisonDeps, round: MaintenanceRound) => Promise<void>,
    priority: CallPriority = 'background',
  ) => {
    const deps = backgroundDeps(given, run, priority);
    const instruments = given.catalogue.enabled();
    const { signal } = run;
    await endAll(FEED_EXCHANGES.map((exchange) => work(deps, { exchange, instruments, signal })));
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
    defineScheduled({
      name: 'bars.begin-days',
      schedule: '* * * * *',
      handler: (run) =>
        atEachFeed(run, (deps, round) => beginDays(deps, begunDays, round), 'newest'),
    }),
    // 01:00 UTC: New York has closed, Johannesburg has not opened.
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
