import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { failedOf, keepSignedIn, readHistory, saveLayouts } from '../chaos/load.ts';
import { signInPeople } from '../chaos/people.ts';
import { openSession } from '../chaos/session.ts';
import { openStreams } from '../chaos/streams.ts';
import { type Cluster, openCluster } from '../cluster.ts';
import { startVendors } from '../vendors.ts';
import { createSampler, type Sample } from './samples.ts';
import { mean, slopeOf } from './slope.ts';

/**
 * Runs the product as several processes under half load, and tells whether anything grows: `npm run soak` for half an hour,
 * `npm run soak -- --hours 24` for a release. Ends with 1 if memory or handles of a process grow by half within a day
 * with 95 % confidence, if a process ended, or if an acknowledged save was lost.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    hours: { type: 'string' },
    people: { type: 'string', default: '30' },
    streams: { type: 'string', default: '10' },
    reads: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
});

const MINUTE_MS = 60_000;
const LENGTH_MS =
  MINUTE_MS * (options.hours ? Number(options.hours) * 60 : Number(options.minutes));
const SAMPLE_EVERY_MS = 5_000;
/** Caches fill and code is compiled at first: that part of the run does not count, but a quarter of an hour at most. */
const WARM_UP_MS = Math.min(15 * MINUTE_MS, LENGTH_MS / 5);
const SAVE_EVERY_MS = 3_000;
const REFRESH_EVERY_MS = 20_000;
const SYMBOLS = ['Bitfinex:BTCUSD', 'FMP:BTCUSD', 'FMP:ETHUSD'];
const DAY_HOURS = 24;
/** Growth within a day that ends the run with 1, as a share of the mean; a shorter run shows how processes begin. */
const MOST_GROWTH = 0.5;
const JUDGED_FROM_MS = 20 * MINUTE_MS;

type Measure = Exclude<keyof Sample, 'atMs'>;
const MEASURES: { of: Measure; name: string; unit: string; mayGrow: boolean }[] = [
  { of: 'memoryMb', name: 'memory', unit: 'MB', mayGrow: false },
  { of: 'heapMb', name: 'heap in use', unit: 'MB', mayGrow: false },
  { of: 'handles', name: 'handles', unit: '', mayGrow: false },
  { of: 'eventLoopMs', name: 'event loop lag, 99th percentile', unit: 'ms', mayGrow: true },
  { of: 'tickMs', name: 'age of ticks, mean', unit: 'ms', mayGrow: true },
];

const say = (line: string) => console.log(line);

/** A row of the table for one measure of one process, and whether it grows too fast. */
function rowOf(
  process: string,
  samples: readonly Sample[],
  { of, name, unit, mayGrow }: (typeof MEASURES)[number],
) {
  const points = samples.flatMap((sample) => {
    const value = sample[of];
    return value === null || Number.isNaN(value) ? [] : [{ atMs: sample.atMs, value }];
  });
  const slope = slopeOf(points);
  if (!slope) return null;
  const values = points.map(({ value }) => value);
  const level = mean(values);
  const grows = (slope.perHour - slope.plusMinus) * DAY_HOURS > level * MOST_GROWTH;
  const figures = [level, Math.max(...values), slope.perHour].map((value) => value.toFixed(1));
  const cells = [process, name, unit, ...figures, `± ${slope.plusMinus.toFixed(1)}`];
  return {
    text: `| ${cells.join(' | ')} |`,
    isTooFast: grows && !mayGrow && LENGTH_MS >= JUDGED_FROM_MS,
  };
}

/** `end` ends the run early; the table then has what was measured. */
async function run(cluster: Cluster, metricsPorts: ReadonlyMap<string, number>, end: AbortSignal) {
  const people = await signInPeople(cluster, Number(options.people));
  const sessions = people.map((person) => openSession(cluster.address, person));
  const each = Number(options.streams);
  const streams = openStreams(cluster.address, sessions, { each, symbols: SYMBOLS });
  const reading = readHistory(sessions, SYMBOLS, Number(options.reads));
  const saving = saveLayouts(sessions, SAVE_EVERY_MS);
  const signedIn = keepSignedIn(sessions, REFRESH_EVERY_MS);
  const processes = cluster.servers.map(({ name, pid }) => ({
    name,
    pid: pid(),
    read: createSampler(metricsPorts.get(name) ?? 0),
    samples: [] as Sample[],
    missed: 0,
  }));
  const startedMs = Date.now();
  const loads: number[] = [];
  for (let turn = 1; Date.now() - startedMs < LENGTH_MS && !end.aborted; turn++) {
    const waitMs = Math.max(0, startedMs + turn * SAMPLE_EVERY_MS - Date.now());
    await sleep(waitMs, undefined, { signal: end }).catch(() => undefined);
    loads.push(loadavg()[0] ?? 0);
    await Promise.all(
      processes.map(async (process) => {
        const sample = await process.read();
        if (!sample) process.missed += 1;
        else if (Date.now() - startedMs >= WARM_UP_MS) process.samples.push(sample);
      }),
    );
  }
  const missed = processes.reduce((sum, process) => sum + process.missed, 0);
  const ended = cluster.servers.filter(({ pid }, index) => pid() !== processes[index]?.pid);
  for (const work of [reading, saving, signedIn]) await work.stop();
  const lost = await saving.lost();
  const signedOut = sessions.filter((session) => session.isSignedOut()).length;
  const silent = streams.silentSince(Date.now() - MINUTE_MS).length;
  streams.close();
  const rows = processes.flatMap(({ name, samples }) =>
    MEASURES.flatMap((measure) => rowOf(name, samples, measure) ?? []),
  );
  const answers = reading.answers;
  const minutes = ((Date.now() - startedMs) / MINUTE_MS).toFixed(0);
  const lines = [
    '| Process | Figure | Unit | Mean | Highest | A hour | 95 % |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ text }) => text),
    '',
    `${minutes} minutes, the first ${(WARM_UP_MS / MINUTE_MS).toFixed(1)} not counted; a sample every ${SAMPLE_EVERY_MS / 1_000} s, ${missed} missed.`,
    `${streams.count} streams had ${streams.updates()} updates, ${streams.faults().length} of them twice or backwards; ${silent} silent at the end.`,
    `${failedOf(answers)} of ${answers.all} histories failed; ${lost} of ${saving.acknowledged()} acknowledged saves lost; ${signedOut} signed out.`,
    `${availableParallelism()} processors, load ${mean(loads).toFixed(1)}.`,
  ];
  const isGood = rows.every(({ isTooFast }) => !isTooFast) && lost === 0 && ended.length === 0;
  return { lines, isGood: isGood && signedOut === 0 && silent === 0 };
}

const vendors = await startVendors();
const metricsPorts = new Map<string, number>();
for (const name of ['api-1', 'api-2', 'ingest-1', 'ingest-2', 'worker-1']) {
  metricsPorts.set(name, await freePort());
}
const cluster = await openCluster({
  environment: { ...vendors.environment, LOG_LEVEL: 'warn' },
  own: (name) => ({ METRICS_PORT: `${metricsPorts.get(name) ?? 0}` }),
  say,
});
say(`The logs are in ${cluster.folder}.`);
const closeAll = async () => {
  await cluster.close();
  await vendors.close();
};
const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
let isGood = false;
try {
  const result = await run(cluster, metricsPorts, end.signal);
  isGood = result.isGood;
  say(result.lines.join('\n'));
  if (options.out !== undefined) writeFileSync(options.out, `${result.lines.join('\n')}\n`);
} finally {
  await closeAll();
}
process.exit(isGood ? 0 : 1);
