import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { getHistory } from '@moneytrail/contract';
import { type Figure, report } from './figure.ts';
import type { LoadOrder, LoadResult, Outcome } from './load/load-process.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

const STREAMS = 300;
const PER_SECOND = 100;
const COLD_EVERY = 5;
const DURATION_MS = 60_000;
const IDLE_MS = 10_000;
const PAGE_MINUTES = 2_000;
/** An answer with what is stored, and a warning, is due within this time however slow the feed. */
const LATEST_MS = 3_000;
const SYMBOLS = ['Bitfinex:BTCUSD', 'Bitfinex:ETHUSD', 'FMP:BTCUSD', 'FMP:ETHUSD'];
const MEMORY_MB = { pglite: 650, postgres: 350 };

function historyPath(symbol: string, toMs: number): string {
  const [e = '', fsym = ''] = symbol.split(':');
  const fromMs = toMs - PAGE_MINUTES * MINUTE_MS;
  const times = { fromTs: String(fromMs / 1_000), toTs: String(toMs / 1_000) };
  return `${getHistory.path}?${new URLSearchParams({ e, fsym, resolution: '1', ...times })}`;
}

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const hot = SYMBOLS.flatMap((symbol) =>
  [3, 5, 7, 9, 11].map((days) => historyPath(symbol, today - days * DAY_MS)),
);
/** Windows that lie far apart: each needs days that nobody has read. */
const cold = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const symbol = SYMBOLS[index % SYMBOLS.length] ?? '';
    return historyPath(
      symbol,
      today - (20 + 2 * (from + Math.floor(index / SYMBOLS.length))) * DAY_MS,
    );
  });

function p(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function reply<T>(child: ChildProcess, message: LoadOrder | string): Promise<T> {
  const answered = messageOf(child);
  child.send(message);
  return (await answered) as T;
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
      hot,
      cold: [],
      perSecond: PER_SECOND,
      coldEvery: 0,
    };
    const run = (order: Partial<LoadOrder>) =>
      reply<LoadResult>(load, { ...base, streams: STREAMS, durationMs: IDLE_MS, ...order });
    await run({ streams: 0, perSecond: 20, durationMs: 5_000 });
    await run({ streams: 0, durationMs: 3_000 });
    const idle = await run({});
    const count = (DURATION_MS / 1_000) * (PER_SECOND / COLD_EVERY);
    const beside = await run({
      cold: cold(0, count),
      coldEvery: COLD_EVERY,
      durationMs: DURATION_MS,
    });
    const { memoryMb } = await reply<{ memoryMb: number }>(server, 'memory');
    const all = [...beside.hot, ...beside.cold];
    const isRight = (outcome: Outcome) => outcome.status === 200;
    const failed = all.filter(({ status }) => status !== 200 && status !== 503).length;
    const later = beside.cold.filter(({ status }) => status === 503).length;
    if (failed > 0 || !beside.hot.every(isRight)) throw new Error('cached answers failed');
    return [
      {
        what: `history from the cache, p95 with 20 % cold beside it ÷ alone, ${kind}`,
        value: p(beside.hot, 0.95) / p(idle.hot, 0.95),
        unit: 'ratio',
        bar: { atMost: 2 },
        detail: `${p(beside.hot, 0.95).toFixed(1)} ms ÷ ${p(idle.hot, 0.95).toFixed(1)} ms`,
      },
      {
        what: `history from the feed, p95 beside it, ${kind}`,
        value: p(beside.cold, 0.95),
        unit: 'ms',
        bar: { atMost: LATEST_MS },
        detail: `${later} of ${beside.cold.length} told to come later`,
      },
      {
        what: `memory after that load, ${kind}`,
        value: memoryMb,
        unit: 'MB',
        bar: { atMost: MEMORY_MB[kind] },
      },
    ];
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
