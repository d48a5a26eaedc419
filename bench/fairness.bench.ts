import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNats, createPostgres } from '../cluster/programs.ts';
import { ATTACKS } from './attacks/index.ts';
import type { AttackOrder } from './fairness/attack-process.ts';
import type { Processor, Tokens } from './fairness/server-process.ts';
import type { Witnessed, WitnessOrder } from './fairness/witness-process.ts';
import { type Figure, percentile, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

/**
 * One account's attacks, each beside somebody who reads, signs in and watches; `ATTACK` selects some by a regular expression. With
 * `PROCESSES=2` the account attacks two `api` processes at once, beside a third one for ingest and jobs, with PostgreSQL and
 * NATS; the others use both in turn.
 */
const DURATION_MS = 10_000;
const WARM_UP_MS = 5_000;
/** An attack runs this long before it is measured. */
const LEAD_MS = 3_000;
/** The server settles between attacks. */
const REST_MS = 5_000;
const READS = [
  { name: 'median', share: 0.5, times: 5, ms: 25 },
  { name: '95th percentile', share: 0.95, times: 10, ms: 150 },
];
const SIGN_IN_MS = 2_000;
const TICK_MS = 1_000;

const slowest = (values: readonly number[]) => percentile(values, 1);
const start = (script: string) => fork(resolve(import.meta.dirname, 'fairness', script));

async function witness(child: ChildProcess, order: WitnessOrder): Promise<Witnessed> {
  const seen = messageOf(child);
  child.send(order);
  return (await seen) as Witnessed;
}

type Answered = Record<number, number>;

function figuresOf(name: string, idle: Witnessed, beside: Witnessed, answered: Answered): Figure[] {
  const reads = READS.flatMap(({ name: which, share, times, ms }): Figure[] => {
    const [alone, after] = [percentile(idle.readsMs, share), percentile(beside.readsMs, share)];
    const what = `${name}: a ready answer, ${which}`;
    const detail = `${after.toFixed(1)} ms ÷ ${alone.toFixed(1)} ms`;
    return [
      {
        what: `${what} ÷ idle`,
        value: after / alone,
        unit: 'ratio',
        bar: { atMost: times },
        detail,
      },
      { what, value: after, unit: 'ms', bar: { atMost: ms } },
    ];
  });
  const told = Object.entries(answered).map(([status, times]) => `${times} × ${status}`);
  return [
    ...reads,
    {
      what: `${name}: the slowest sign-in`,
      value: slowest(beside.signInsMs),
      unit: 'ms',
      bar: { atMost: SIGN_IN_MS },
      detail: `idle ${slowest(idle.signInsMs).toFixed(0)} ms`,
    },
    {
      what: `${name}: the latest tick`,
      value: slowest(beside.ticksMs),
      unit: 'ms',
      bar: { atMost: TICK_MS },
      detail: `idle ${slowest(idle.ticksMs).toFixed(0)} ms; answers: ${told.join(', ')}`,
    },
  ];
}

type Settings = Readonly<Record<string, string>>;
type Servers = { all: readonly ChildProcess[]; ports: readonly number[]; end: () => Promise<void> };

function startServer(settings: Settings, env: Record<string, string> = {}): ChildProcess {
  const given = { SETTINGS: JSON.stringify(settings), ...env };
  return forkProduct(resolve(import.meta.dirname, 'fairness/server-process.ts'), { env: given });
}

async function startAlone(): Promise<Servers> {
  const { BENCH_DATABASE_URL } = process.env;
  const server = startServer(BENCH_DATABASE_URL ? { DATABASE_URL: BENCH_DATABASE_URL } : {});
  const { port } = await messageOf(server);
  return { all: [server], ports: [port], end: () => endProduct(server) };
}

/** The processes that answer, one after the other, as the first migrates the database; then that of ingest and jobs. */
async function startSeveral(count: number): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), 'moneytrail-fairness-'));
  const [database, nats] = [await createPostgres(folder, { isDurable: false }), await createNats()];
  const started: ChildProcess[] = [];
  const end = async () => {
    await Promise.all(started.map(endProduct));
    await Promise.all([database.end(), nats.end()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([database.start(), nats.start()]);
    const shared = {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      AUTH_SECRET: 'one secret for all servers, long enough',
    };
    const ports: number[] = [];
    const start = async (roles: string) => {
      const env = started.length > 0 ? { IS_FURTHER: 'true' } : {};
      const server = startServer({ ...shared, ROLES: roles }, env);
      started.push(server);
      return (await messageOf(server)).port as number;
    };
    for (let index = 0; index < count; index += 1) ports.push(await start('api'));
    await start('ingest,worker');
    return { all: started.slice(0, count), ports, end };
  } catch (error) {
    await end();
    throw error;
  }
}

const PROCESSES = Number(process.env.PROCESSES ?? 1);
const servers = PROCESSES > 1 ? await startSeveral(PROCESSES) : await startAlone();
const { ports } = servers;
const [attacking, watching] = [start('attack-process.ts'), start('witness-process.ts')];
const told = async <T>(server: ChildProcess | undefined, message: string) => {
  if (!server) throw new Error('no server was started');
  const answer = messageOf(server);
  server.send(message);
  return (await answer) as T;
};
/** The processor time of one process while the others were watched. */
const loadOf = (before: Processor, after: Processor) => {
  const share = (ms: number) => `${((100 * ms) / DURATION_MS).toFixed(0)} %`;
  const serving = share(after.servingMs - before.servingMs);
  const all = share(after.allMs - before.allMs);
  return `${serving} of a processor serve, ${all} in all, longest turn ${after.longestTurnMs.toFixed(0)} ms`;
};
try {
  const tokens = () => told<Tokens>(servers.all[0], 'tokens');
  const seenFor = async (token: string, durationMs = DURATION_MS) =>
    witness(watching, { ports, token, durationMs });
  const { reader } = await tokens();
  await seenFor(reader, WARM_UP_MS);
  /** The times that one reader sees, and the processor time of the processes in that period. */
  const measured = async (token: string) => {
    const processors = () =>
      Promise.all(servers.all.map((server) => told<Processor>(server, 'processor')));
    const before = await processors();
    const seen = await seenFor(token);
    const after = await processors();
    const loads = before.flatMap((each, index) => {
      const later = after[index];
      return later ? [loadOf(each, later)] : [];
    });
    return { seen, load: loads.join('; ') };
  };
  const wanted = new RegExp(process.env.ATTACK ?? '');
  for (const { name, isOfAdmin } of ATTACKS.filter((each) => wanted.test(each.name))) {
    const { reader, attacker, admin } = await tokens();
    const { seen: idle, load: idleLoad } = await measured(reader);
    const begun = messageOf(attacking);
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const token = isOfAdmin ? admin : attacker;
    attacking.send({ name, origins, token } satisfies AttackOrder);
    await begun;
    await sleep(LEAD_MS);
    const { seen: beside, load } = await measured(reader);
    const ended = messageOf(attacking);
    attacking.send('stop');
    report(figuresOf(name, idle, beside, (await ended).answered));
    console.log(`      ${load}\n      idle: ${idleLoad}`);
    await sleep(REST_MS);
  }
} finally {
  attacking.disconnect();
  watching.disconnect();
  await servers.end();
}
