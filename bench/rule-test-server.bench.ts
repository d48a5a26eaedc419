import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { getHistory } from '@moneytrail/contract';
import { createTestPlace, DATABASE_KINDS } from '../apps/server/src/db/testing/test-database.ts';
import { ask } from './fairness/people.ts';
import { percentile, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';
import type { RuleTestStep, RuleTestTook } from './rule-tests/server-process.ts';

/** A test of 500 instruments of 5,000 days from its start to its result, and a ready answer beside it. */
const READS_EVERY_MS = 40;
const WARM_UP_MS = 10_000;
const MOST_MS = 150;

const toMs = Math.floor(Date.now() / DAY_MS - 3) * DAY_MS;
const times = { fromTs: (toMs - 2_000 * MINUTE_MS) / 1_000, toTs: toMs / 1_000 };
const query = Object.entries({ e: 'Bitfinex', fsym: 'BTCUSD', resolution: '1', ...times });
const path = `${getHistory.path}?${new URLSearchParams(query.map(([name, text]) => [name, String(text)]))}`;

/** Milliseconds of each ready answer until something has ended. */
async function readUntil(
  { port, token }: { port: number; token: string },
  ended: Promise<unknown>,
): Promise<number[]> {
  const readsMs: number[] = [];
  const underWay: Promise<void>[] = [];
  let isOver = false;
  const stop = ended.finally(() => {
    isOver = true;
  });
  const startedAt = performance.now();
  for (let index = 0; !isOver; index += 1) {
    const read = async () => {
      const { status, ms } = await ask(port, path, { token });
      if (status !== 200) throw new Error(`a ready answer came with status ${status}`);
      readsMs.push(ms);
    };
    underWay.push(read());
    await sleep(Math.max(0, startedAt + (index + 1) * READS_EVERY_MS - performance.now()));
  }
  await Promise.all([...underWay, stop]);
  return readsMs;
}

for (const kind of DATABASE_KINDS) {
  const { databaseUrl, drop } = await createTestPlace(kind);
  const server = forkProduct(resolve(import.meta.dirname, 'rule-tests/server-process.ts'), {
    env: { DATABASE_URL: databaseUrl ?? '' },
  });
  try {
    const reader = await messageOf(server);
    while ((await ask(reader.port, path, reader)).status === 503) await sleep(500);
    await readUntil(reader, sleep(WARM_UP_MS));
    const run = async (step: RuleTestStep) => {
      const answered = messageOf(server);
      server.send(step);
      const readMs = percentile(await readUntil(reader, answered), 0.95);
      return { readMs, took: (await answered) as RuleTestTook };
    };
    const idle = await run('idle');
    const fresh = await run('new');
    const stored = await run('stored');
    const of = `500 instruments of 5,000 days, ${kind}`;
    const cpu = (took: RuleTestTook) => `${(took.cpuMs / 1_000).toFixed(1)} s of processor time`;
    const beside = `a ready answer beside a test, 95th percentile, ${kind}`;
    report([
      {
        what: `a test of ${of}`,
        value: fresh.took.ms / 1_000,
        unit: 's',
        bar: { atMost: 20 },
        detail: cpu(fresh.took),
      },
      {
        what: `the same again, ${kind}`,
        value: stored.took.ms / 1_000,
        unit: 's',
        detail: cpu(stored.took),
      },
      { what: beside, value: fresh.readMs, unit: 'ms', bar: { atMost: MOST_MS } },
      {
        what: `${beside} ÷ idle`,
        value: fresh.readMs / idle.readMs,
        unit: 'ratio',
        bar: { atMost: 10 },
      },
    ]);
  } finally {
    await endProduct(server);
    await drop();
  }
}
