import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './attacks/index.ts';
import type { AttackOrder } from './fairness/attack-process.ts';
import type { Processor, Tokens } from './fairness/server-process.ts';
import type { Witnessed, WitnessOrder } from './fairness/witness-process.ts';
import { type Figure, percentile, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

/** One account's attacks, each beside somebody who reads, signs in and watches; a word in `ATTACK` selects some. */
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

const { BENCH_DATABASE_URL } = process.env;
const server = forkProduct(resolve(import.meta.dirname, 'fairness/server-process.ts'), {
  env: BENCH_DATABASE_URL ? { DATABASE_URL: BENCH_DATABASE_URL } : {},
});
const [attacking, watching] = [start('attack-process.ts'), start('witness-process.ts')];
try {
  const { port } = await messageOf(server);
  const told = async <T>(message: string) => {
    const answer = messageOf(server);
    server.send(message);
    return (await answer) as T;
  };
  const tokens = () => told<Tokens>('tokens');
  const seenFor = async (token: string, durationMs = DURATION_MS) =>
    witness(watching, { port, token, durationMs });
  const { reader } = await tokens();
  await seenFor(reader, WARM_UP_MS);
  /** The times that one reader sees, and the server's processor time in that period. */
  const measured = async (token: string) => {
    const before = await told<Processor>('processor');
    const seen = await seenFor(token);
    const after = await told<Processor>('processor');
    const share = (ms: number) => `${((100 * ms) / DURATION_MS).toFixed(0)} %`;
    const serving = share(after.servingMs - before.servingMs);
    return {
      seen,
      load: `${serving} of a processor serve, ${share(after.allMs - before.allMs)} in all`,
    };
  };
  const wanted = process.env.ATTACK ?? '';
  for (const { name } of ATTACKS.filter((each) => each.name.includes(wanted))) {
    const { reader, attacker: token } = await tokens();
    const { seen: idle, load: idleLoad } = await measured(reader);
    const begun = messageOf(attacking);
    attacking.send({ name, origin: `http://127.0.0.1:${port}`, token } satisfies AttackOrder);
    await begun;
    await sleep(LEAD_MS);
    const { seen: beside, load } = await measured(reader);
    const ended = messageOf(attacking);
    attacking.send('stop');
    report(figuresOf(name, idle, beside, (await ended).answered));
    console.log(`      ${load}; idle ${idleLoad}`);
    await sleep(REST_MS);
  }
} finally {
  attacking.disconnect();
  watching.disconnect();
  await endProduct(server);
}
