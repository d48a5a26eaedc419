import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { getHistory } from '@moneytrail/contract';
import { ask } from './fairness/people.ts';
import { percentile, report } from './figure.ts';
import type { ImportStep, ImportTook } from './imports/server-process.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

/** A ready answer beside an import of the largest file, and the longest turn of the serving thread. */
const READS_EVERY_MS = 40;
const WARM_UP_MS = 15_000;
const MOST_MS = 150;
const NAMES: Record<ImportStep, string> = {
  idle: 'no import',
  serving: '64 MB read in the serving thread',
  reading: '64 MB read as the product does',
  storing: '64 MB stored as the product does',
};

const toMs = Math.floor(Date.now() / DAY_MS - 3) * DAY_MS;
const times = { fromTs: (toMs - 2_000 * MINUTE_MS) / 1_000, toTs: toMs / 1_000 };
const query = Object.entries({ e: 'Bitfinex', fsym: 'BTCUSD', resolution: '1', ...times });
const path = `${getHistory.path}?${new URLSearchParams(query.map(([name, text]) => [name, String(text)]))}`;

const server = forkProduct(resolve(import.meta.dirname, 'imports/server-process.ts'));
try {
  const { port, token: firstToken } = await messageOf(server);
  let token: string = firstToken;
  while ((await ask(port, path, { token })).status === 503) await sleep(500);

  /** Milliseconds of each answer until something has ended. */
  async function readUntil(ended: Promise<unknown>): Promise<number[]> {
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

  await readUntil(sleep(WARM_UP_MS));
  let idleMs = Number.NaN;
  for (const step of ['idle', 'serving', 'reading', 'storing'] satisfies ImportStep[]) {
    const answered = messageOf(server);
    server.send(step);
    const readsMs = await readUntil(answered);
    const took = (await answered) as ImportTook;
    token = took.token;
    const readMs = percentile(readsMs, 0.95);
    if (step === 'idle') idleMs = readMs;
    const hasBar = step === 'reading' || step === 'storing';
    const of = `${NAMES[step]}: a ready answer, 95th percentile`;
    report([
      {
        what: `${NAMES[step]}: longest turn of the serving thread`,
        value: took.longestTurnMs,
        unit: 'ms',
        detail: `${(took.ms / 1_000).toFixed(1)} s, ${took.servingMs.toFixed(0)} ms of the serving thread`,
      },
      { what: of, value: readMs, unit: 'ms', ...(hasBar ? { bar: { atMost: MOST_MS } } : {}) },
      ...(hasBar
        ? [
            {
              what: `${of} ÷ idle`,
              value: readMs / idleMs,
              unit: 'ratio' as const,
              bar: { atMost: 10 },
            },
          ]
        : []),
    ]);
  }
} finally {
  await endProduct(server);
}
