import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HOUR_MS, SECOND_MS } from '@moneytrail/calendar';
import { getHistory } from '@moneytrail/contract';
import { createNatsBus } from '../apps/server/src/bus/index.ts';
import { openDatabase } from '../apps/server/src/db/index.ts';
import { silentLog } from '../apps/server/src/db/testing/test-database.ts';
import { columnsOf } from '../apps/server/src/modules/bars/columns/bar-columns.ts';
import { writeBars, writeBeginning } from '../apps/server/src/modules/bars/store/write-bars.ts';
import { createCatalogue, insertInstruments } from '../apps/server/src/modules/catalogue/index.ts';
import { createNats, createPostgres } from '../cluster/programs.ts';
import { type Figure, percentile, report } from './figure.ts';
import type { LoadOrder, LoadResult, Outcome } from './load/load-process.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';
import type { ClientOrder } from './streams/client-process.ts';
import { publishPrices } from './streams/publish-prices.ts';
import type { ServerState, StreamServer } from './streams/server-process.ts';
import { syntheticBars } from './synthetic-bars.ts';

/**
 * Open charts and their requests of history over thousands of instruments, by one `api` process and by two, with PostgreSQL
 * and NATS. Everything runs on this machine, the clients included.
 */
const CHARTS = 500;
const INSTRUMENTS = 5_000;
const PER_SECOND = 200;
/** Each instrument is read once, and then a part of them again. */
const COLD_MS = (INSTRUMENTS / PER_SECOND) * SECOND_MS;
const HOT_MS = 10_000;
const BARS = 2_000;
const INSERTED_AT_ONCE = 500;
const WRITERS = 4;
/** Random walks that the instruments share. */
const WALKS = 50;
/** Neighbours in the database are not read one after the other. */
const STRIDE = 1_237;

const END_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS;
const START_MS = END_MS - BARS * HOUR_MS;

/** Stores 5,000 instruments with 2,000 hours each, all of them covered. */
async function store(databaseUrl: string): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log: silentLog });
  try {
    const codes = Array.from({ length: INSTRUMENTS }, (_, index) => `BENCH${index}`);
    for (let from = 0; from < codes.length; from += INSERTED_AT_ONCE) {
      await insertInstruments(
        db,
        codes.slice(from, from + INSERTED_AT_ONCE).map((code) => ({
          exchange: 'FMP' as const,
          code,
          description: code,
          listedExchange: { name: 'Crypto', value: 'CRYPTO' },
          // Not a coin: the streams' instruments are all coins.
          type: 'stock' as const,
          marketHours: 'crypto' as const,
        })),
      );
    }
    const walks = Array.from({ length: WALKS }, (_, seed) =>
      columnsOf(syntheticBars(BARS, { startMs: START_MS, stepMs: HOUR_MS, seed })),
    );
    const catalogue = await createCatalogue({ db, clock: { now: Date.now }, log: silentLog });
    const left = catalogue.enabled('FMP').filter(({ code }) => code.startsWith('BENCH'));
    const coverage = { fromMs: START_MS, toMs: END_MS };
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let next = left.pop(); next; next = left.pop()) {
          const columns = walks[next.id % WALKS];
          if (!columns) continue;
          const key = { instrumentId: next.id, resolution: '60', isSimulated: true } as const;
          await writeBars(db, { key, columns, coverage, trust: 'trusted' });
          await writeBeginning(db, key, START_MS);
        }
      }),
    );
  } finally {
    await close();
  }
}

const paths = Array.from({ length: INSTRUMENTS }, (_, turn) => {
  const query = new URLSearchParams({
    e: 'FMP',
    fsym: `BENCH${(turn * STRIDE) % INSTRUMENTS}`,
    resolution: '60',
    fromTs: `${START_MS / 1_000}`,
    toTs: `${END_MS / 1_000}`,
  });
  return `${getHistory.path}?${query}`;
});

async function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  const answered = messageOf(child);
  child.send(message);
  return (await answered) as T;
}

/** `failed` names the statuses of answers without bars. */
type Part = { p95Ms: number; medianMs: number; processorMs: number; failed: string };
function failuresOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) {
    if (status !== 200) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}

type Measured = { cold: Part; hot: Part };

/** Charts and requests over some processes. */
async function measure(count: number, env: Record<string, string>): Promise<Measured> {
  const children: ChildProcess[] = [];
  let closeBus = async () => {};
  try {
    const servers: { child: ChildProcess; told: StreamServer; load: ChildProcess }[] = [];
    for (let index = 0; index < count; index++) {
      const child = forkProduct(resolve(import.meta.dirname, 'streams/server-process.ts'), { env });
      const load = fork(resolve(import.meta.dirname, 'load/load-process.ts'));
      children.push(load, child);
      servers.push({ child, load, told: (await messageOf(child)) as StreamServer });
    }
    const instruments = servers[0]?.told.instruments ?? [];
    const bus = await createNatsBus(env.NATS_URL ?? '', { report: () => undefined });
    const stopPublishing = publishPrices(bus, instruments);
    closeBus = () => {
      stopPublishing();
      return bus.close();
    };
    const symbols = instruments.map(({ symbol }) => symbol);
    for (const { told } of servers) {
      const client = fork(resolve(import.meta.dirname, 'streams/client-process.ts'));
      children.unshift(client);
      const { port, tokens } = told;
      await ask(client, { port, tokens, count: CHARTS / count, symbols } satisfies ClientOrder);
    }
    const states = () => Promise.all(servers.map(({ child }) => ask<ServerState>(child, 'state')));
    const run = async (durationMs: number): Promise<Part> => {
      const before = await states();
      const results = await Promise.all(
        servers.map(({ load, told: { port, tokens } }, index) => {
          const hot = paths.filter((_, turn) => turn % count === index).map((path) => [path]);
          const order: LoadOrder = {
            port,
            token: '',
            tokens,
            streams: 0,
            symbols: [],
            hot,
            cold: [],
            coldEvery: 0,
            perSecond: PER_SECOND / count,
            durationMs,
          };
          return ask<LoadResult>(load, order);
        }),
      );
      const after = await states();
      const outcomes = results.flatMap(({ hot }) => hot);
      const times = outcomes.map(({ ms }) => ms);
      const processor = (each: readonly ServerState[]) =>
        each.reduce((sum, { processorMs }) => sum + processorMs, 0);
      return {
        p95Ms: percentile(times, 0.95),
        medianMs: percentile(times, 0.5),
        processorMs: (processor(after) - processor(before)) / (durationMs / SECOND_MS),
        failed: failuresOf(outcomes),
      };
    };
    return { cold: await run(COLD_MS), hot: await run(HOT_MS) };
  } finally {
    await closeBus();
    for (const child of children) await endProduct(child);
  }
}

/** The parts by name, each with the bar of its 95th percentile in milliseconds. */
const PARTS = {
  cold: { name: 'from the store', barMs: 600 },
  hot: { name: 'from the cache', barMs: 150 },
} as const;

function figuresOf(processes: number, measured: Measured): Figure[] {
  const what = `${CHARTS} charts, ${PER_SECOND} histories a second of ${INSTRUMENTS}, ${processes} api`;
  return (['cold', 'hot'] as const).map((part) => {
    const { p95Ms, medianMs, processorMs, failed } = measured[part];
    return {
      what: `${what}, ${PARTS[part].name}, 95th percentile`,
      value: p95Ms,
      unit: 'ms',
      bar: { atMost: failed === '' ? PARTS[part].barMs : -1 },
      detail: `median ${medianMs.toFixed(1)} ms, ${failed === '' ? 'none' : failed} failed, ${Math.round(processorMs)} ms of processor a second`,
    };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'moneytrail-charts-'));
const database = await createPostgres(folder, { isDurable: false });
const nats = await createNats();
try {
  await database.start();
  await nats.start();
  await store(database.url);
  // Each chart is another person's, because callers share an `api` process fairly.
  const env = { DATABASE_URL: database.url, NATS_URL: nats.url, ACCOUNTS: `${CHARTS}` };
  const one = await measure(1, env);
  report(figuresOf(1, one));
  const two = await measure(2, env);
  report(figuresOf(2, two));
  const ratioOf = (part: keyof Measured): Figure => ({
    what: `what two api processes carry ÷ one, by processor time, ${PARTS[part].name}`,
    value: (2 * one[part].processorMs) / two[part].processorMs,
    unit: 'ratio',
    bar: { atLeast: 1.8 },
    detail: `2 × ${Math.round(one[part].processorMs)} ms ÷ ${Math.round(two[part].processorMs)} ms a second`,
  });
  report([ratioOf('cold'), ratioOf('hot')]);
} finally {
  await nats.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}
