import type { Jobs } from './jobs/index.ts';
import type { Metrics } from './metrics.ts';
import type { Live } from './modules/live/index.ts';

type Measured = { metrics: Metrics; live: Pick<Live, 'feedStates'>; jobs: Jobs };

/** Adds what the modules of this process measure: feeds, queues and jobs. */
export function addFigures({ metrics, live, jobs }: Measured): void {
  metrics.gauge(
    { name: 'moneytrail_feed_offline', help: 'Whether a feed is offline.', labelNames: ['feed'] },
    () =>
      Object.entries(live.feedStates()).map(([feed, isOffline]) => ({
        labels: { feed },
        value: Number(isOffline),
      })),
  );
  metrics.gauge(
    { name: 'moneytrail_jobs', help: 'Jobs that wait or run now.', labelNames: ['job', 'state'] },
    async () =>
      Object.entries(await jobs.depths()).flatMap(([job, { waiting, active }]) => [
        { labels: { job, state: 'waiting' }, value: waiting },
        { labels: { job, state: 'active' }, value: active },
      ]),
  );
  metrics.gauge(
    { name: 'moneytrail_job_runs', help: 'Runs since the start.', labelNames: ['job', 'outcome'] },
    () =>
      Object.entries(jobs.counts()).flatMap(([job, { completed, failed }]) => [
        { labels: { job, outcome: 'completed' }, value: completed },
        { labels: { job, outcome: 'failed' }, value: failed },
      ]),
  );
}
