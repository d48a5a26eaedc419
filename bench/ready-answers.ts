import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { getHistory } from '@moneytrail/contract';
import { ask } from './fairness/people.ts';

const READS_EVERY_MS = 40;
const WARM_UP_MS = 10_000;
/** A history that the server keeps ready after the first answer. */
const toMs = Math.floor(Date.now() / DAY_MS - 3) * DAY_MS;
const times = { fromTs: (toMs - 2_000 * MINUTE_MS) / 1_000, toTs: toMs / 1_000 };
const query = Object.entries({ e: 'Bitfinex', fsym: 'BTCUSD', resolution: '1', ...times });
const PATH = `${getHistory.path}?${new URLSearchParams(query.map(([name, text]) => [name, String(text)]))}`;

/** Milliseconds of each ready answer until something has ended, 25 a second. */
export async function readUntil(
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
      const { status, ms } = await ask(port, PATH, { token });
      if (status !== 200) throw new Error(`a ready answer came with status ${status}`);
      readsMs.push(ms);
    };
    underWay.push(read());
    await sleep(Math.max(0, startedAt + (index + 1) * READS_EVERY_MS - performance.now()));
  }
  await Promise.all([...underWay, stop]);
  return readsMs;
}

/** Waits until the server answers, and its code is compiled. */
export async function warmUp(reader: { port: number; token: string }): Promise<void> {
  while ((await ask(reader.port, PATH, reader)).status === 503) await sleep(500);
  await readUntil(reader, sleep(WARM_UP_MS));
}
