import type { ExchangeName } from '@moneytrail/contract';
import type { BreakerState } from '@moneytrail/feeds';
import type { BusMeter } from './bus/index.ts';
import type { Jobs } from './jobs/index.ts';
import type { Metrics, Reading } from './metrics.ts';
import type { AnswerFigures } from './modules/bars/index.ts';
import type { Live, LiveStreams } from './modules/live/index.ts';
import type { Outbox } from './outbox/index.ts';

type Measured = {
  metrics: Metrics;
  live: Pick<Live, 'feedStates'>;
  jobs: Jobs;
  outbox: Pick<Outbox, 'counts'>;
  breakers: () => Partial<Record<ExchangeName, BreakerState>>;
};

/** One reading per entry of a record, labelled by its key. */
function readingsOf<T>(
  record: Readonly<Record<string, T>>,
  label: string,
  read: (value: T) => number,
): Reading[] {
  return Object.entries(record).map(([key, value]) => ({
    labels: { [label]: key },
    value: read(value),
  }));
}

/** Metrics of every process: feeds, jobs and messages. */
export function addFigures({ metrics, live, jobs, outbox, breakers }: Measured): void {
  metrics.add(
    { name: 'moneytrail_feed_offline', help: 'Whether a feed is offline.', labelNames: ['feed'] },
    () => readingsOf(live.feedStates(), 'feed', Number),
  );
  const help = 'Whether the circuit breaker of a feed lets no calls through.';
  metrics.add({ name: 'moneytrail_feed_breaker_open', help, labelNames: ['feed'] }, () =>
    readingsOf(breakers(), 'feed', ({ openUntilMs }) => Number(openUntilMs !== null)),
  );
  metrics.add(
    { name: 'moneytrail_jobs', help: 'Jobs that wait or run now.', labelNames: ['job', 'state'] },
    async () =>
      Object.entries(await jobs.depths()).flatMap(([job, { waiting, active }]) => [
        { labels: { job, state: 'waiting' }, value: waiting },
        { labels: { job, state: 'active' }, value: active },
      ]),
  );
  metrics.add(
    {
      name: 'moneytrail_job_runs_total',
      help: 'Runs since the start.',
      labelNames: ['job', 'outcome'],
    },
    () =>
      Object.entries(jobs.counts()).flatMap(([job, { completed, failed }]) => [
        { labels: { job, outcome: 'completed' }, value: completed },
        { labels: { job, outcome: 'failed' }, value: failed },
      ]),
  );
  metrics.add(
    {
      name: 'moneytrail_outbox',
      help: 'Messages that wait to be sent, and those that were given up.',
      labelNames: ['channel', 'state'],
    },
    async () => {
      // Zeros are reported too, so that alarms can be set before the first message.
      const none = ['email', 'sms'].flatMap((channel) =>
        ['waiting', 'dead'].map((state) => ({ labels: { channel, state }, value: 0 })),
      );
      const counts = await outbox.counts();
      return [...none, ...counts.map(({ count, ...labels }) => ({ labels, value: Number(count) }))];
    },
  );
}

/** Metrics of processes that serve browsers: cached answers and streams. */
export function addInterfaceFigures(
  metrics: Metrics,
  { answers, streams }: { answers: AnswerFigures; streams: Pick<LiveStreams, 'size'> },
): void {
  const help = 'Answers of history that were at hand, and those that had to be built.';
  metrics.add({ name: 'moneytrail_cache_requests_total', help, labelNames: ['outcome'] }, () => {
    const { hits, misses } = answers();
    return readingsOf({ hit: hits, miss: misses }, 'outcome', Number);
  });
  metrics.add({ name: 'moneytrail_cache_bytes', help: 'Bytes of ready answers.' }, () => [
    { value: answers().bytes },
  ]);
  metrics.add(
    { name: 'moneytrail_answers_building', help: 'Answers that are being built now.' },
    () => [{ value: answers().building }],
  );
  metrics.add({ name: 'moneytrail_streams', help: 'Open live streams.' }, () => [
    { value: streams.size() },
  ]);
}

/**
 * Counts a bus's messages by the first word of their subject, and measures the age of arriving ticks. `lost` is called
 * for each report.
 */
export function createBusMeter(
  metrics: Metrics,
  { clock, lost }: { clock: { now: () => number }; lost: () => number },
): BusMeter {
  const published: Record<string, number> = {};
  const received: Record<string, number> = {};
  const kindOf = (subject: string) => subject.split('.', 1)[0] ?? subject;
  const count = (counts: Record<string, number>, kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  for (const [direction, counts] of Object.entries({ published, received })) {
    const help = `Messages ${direction} by this process, ticks among them.`;
    const name = `moneytrail_bus_${direction}_total`;
    metrics.add({ name, help, labelNames: ['topic'] }, () => readingsOf(counts, 'topic', Number));
  }
  metrics.add({ name: 'moneytrail_bus_lost_total', help: 'Messages that were lost.' }, () => [
    { value: lost() },
  ]);
  const help = 'Age of ticks, by the vendors, when they reach the process that streams them.';
  const noteLag = metrics.addSeconds({ name: 'moneytrail_tick_lag_seconds', help });
  return {
    published: (subject) => count(published, kindOf(subject)),
    received(subject, message) {
      const kind = kindOf(subject);
      count(received, kind);
      const timeMs = kind === 'ticks' ? Object(message).timeMs : undefined;
      if (typeof timeMs === 'number') noteLag(Math.max(0, clock.now() - timeMs) / 1_000);
    },
  };
}
