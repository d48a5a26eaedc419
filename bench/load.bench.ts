import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { type Figure, report } from './figure.ts';
import type { LoadOrder, LoadResult, Outcome } from './load/load-process.ts';
import { type ColdPage, coldPages, hotPages, SYMBOLS } from './load/paths.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

const STREAMS = 300;
const PER_SECOND = 100;
const COLD_EVERY = 5;
const DURATION_MS = 60_000;
const IDLE_MS = 10_000;
const MOST_WARM_UPS = 10;
/** An answer with the stored part and a warning is due within this time, however slow the feed. */
const LATEST_MS = 3_000;
const MEMORY_MB = { pglite: 650, postgres: 350 };
/** Bars of a cached request beside uncached ones: factor of its idle time, and milliseconds. */
const BESIDE_COLD = [
  { name: 'median', share: 0.5, times: 5, ms: 25 },
  { name: 'p95', share: 0.95, times: 10, ms: 150 },
];

function p(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const share = (part: number, of: { length: number }) => part / Math.max(1, of.length);

/** Refused pages whose bars were stored by a response that was complete before their request. */
function refusedAlthoughStored(cold: readonly Outcome[], pages: readonly ColdPage[]): Outcome[] {
  const byPath = new Map(cold.map((outcome) => [outcome.path, outcome]));
  const knownBy = new Map(pages.map((page) => [page.path, page.knownBy]));
  return cold.filter(({ path, status, startedMs }) => {
    const earlier = byPath.get(knownBy.get(path) ?? '');
    const isStored = earlier?.status === 200 && !earlier.isWarned;
    return status === 503 && isStored && earlier.startedMs + earlier.ms <= startedMs;
  });
}

async function reply<T>(child: ChildProcess, message: LoadOrder | string): Promise<T> {
  const answered = messageOf(child);
  child.send(message);
  return (await answered) as T;
}

type Measured = { idle: LoadResult; beside: LoadResult; pages: ColdPage[]; memoryMb: number };

function figuresOf(
  kind: 'pglite' | 'postgres',
  { idle, beside, pages, memoryMb }: Measured,
): Figure[] {
  const { hot, analysis, cold } = beside;
  const isRefused = ({ status }: Outcome) => status === 503;
  const failed = [...hot, ...analysis, ...cold].filter(
    (outcome) => outcome.status !== 200 && !isRefused(outcome),
  );
  if (failed.length > 0 || hot.some(isRefused)) throw new Error('cached answers failed');
  const later = cold.filter(isRefused).length;
  const hidden = refusedAlthoughStored(cold, pages).length;
  const refused = analysis.filter(isRefused).length;
  const besideCold = (what: string, of: 'hot' | 'analysis'): Figure[] =>
    BESIDE_COLD.flatMap(({ name, share, times, ms }) => {
      const [before, after] = [p(idle[of], share), p(beside[of], share)];
      return [
        {
          what: `${what}, ${name} with 20 % cold beside it ÷ alone, ${kind}`,
          value: after / before,
          unit: 'ratio',
          bar: { atMost: times },
          detail: `${after.toFixed(1)} ms ÷ ${before.toFixed(1)} ms`,
        },
        {
          what: `${what}, ${name} with 20 % cold beside it, ${kind}`,
          value: after,
          unit: 'ms',
          bar: { atMost: ms },
        },
      ];
    });
  return [
    ...besideCold('history from the cache', 'hot'),
    ...besideCold('marks and summaries of those pages', 'analysis'),
    {
      what: `share of marks and summaries told to come later, ${kind}`,
      value: share(refused, analysis),
      unit: 'ratio',
      bar: { atMost: 0 },
      detail: `${refused} of ${analysis.length}`,
    },
    {
      what: `history from the feed, p95 beside it, ${kind}`,
      value: p(cold, 0.95),
      unit: 'ms',
      bar: { atMost: LATEST_MS },
    },
    {
      what: `share of it told to come later, ${kind}`,
      value: share(later, cold),
      unit: 'ratio',
      detail: `${later} of ${cold.length}, ${cold.filter(({ isWarned }) => isWarned).length} with a warning`,
    },
    {
      what: `share of it told to come later although bars were stored, ${kind}`,
      value: share(hidden, cold),
      unit: 'ratio',
      bar: { atMost: 0 },
      detail: `${hidden} of ${cold.length}`,
    },
    {
      what: `share of streams without an update in that time, ${kind}`,
      value: beside.silentStreams / STREAMS,
      unit: 'ratio',
      bar: { atMost: 0 },
      detail: `${beside.updates} updates`,
    },
    {
      what: `memory after that load, ${kind}`,
      value: memoryMb,
      unit: 'MB',
      bar: { atMost: MEMORY_MB[kind] },
    },
  ];
}

type Run = (order: Partial<LoadOrder>) => Promise<LoadResult>;

/** Requests the hot pages until all their parts are cached. */
async function warmUp(run: Run): Promise<void> {
  for (let round = 0; round < MOST_WARM_UPS; round += 1) {
    const { hot, analysis } = await run({ streams: 0, perSecond: 20, durationMs: 5_000 });
    if ([...hot, ...analysis].every(({ status }) => status === 200)) break;
  }
  await run({ streams: 0, durationMs: 3_000 });
}

async function measure(kind: 'pglite' | 'postgres', databaseUrl: string | null): Promise<Figure[]> {
  const server = forkProduct(resolve(import.meta.dirname, 'load/server-process.ts'), {
    env: databaseUrl ? { DATABASE_URL: databaseUrl } : {},
  });
  const load = fork(resolve(import.meta.dirname, 'load/load-process.ts'));
  try {
    const { port, token } = await messageOf(server);
    const base = {
      port,
      token,
      symbols: SYMBOLS,
      hot: hotPages,
      cold: [],
      perSecond: PER_SECOND,
      coldEvery: 0,
    };
    const run: Run = (order) =>
      reply<LoadResult>(load, { ...base, streams: STREAMS, durationMs: IDLE_MS, ...order });
    await warmUp(run);
    const idle = await run({});
    const pages = coldPages((DURATION_MS / 1_000) * (PER_SECOND / COLD_EVERY));
    const beside = await run({
      cold: pages.map(({ path }) => path),
      coldEvery: COLD_EVERY,
      durationMs: DURATION_MS,
    });
    const { memoryMb } = await reply<{ memoryMb: number }>(server, 'memory');
    return figuresOf(kind, { idle, beside, pages, memoryMb });
  } finally {
    load.disconnect();
    await endProduct(server);
  }
}

const database = `moneytrail_load_${process.pid}`;
const psql = (statement: string) =>
  execFileSync('psql', ['-h', '127.0.0.1', '-U', 'postgres', '-qc', statement]);
report(await measure('pglite', null));
psql(`create database ${database}`);
try {
  report(await measure('postgres', `postgres://postgres@127.0.0.1:5432/${database}`));
} finally {
  psql(`drop database if exists ${database} with (force)`);
}
