import type { ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@moneytrail/calendar';
import { createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import { WebSocket } from 'ws';
import { type Figure, median, percentile } from '../figure.ts';
import { hotPages } from '../load/paths.ts';
import { endProduct, forkProduct, messageOf } from '../product-process.ts';
import type { AlertOrder, AlertServer, Fired } from './server-process.ts';

const SINGLE = { count: 60, everyMs: 500 };
const TOGETHER = { count: 1_000, everyMs: 0 };
/** Some coincide with the close of a minute: the middle one counts. */
const ROUNDS = 7;
/** The interval of history requests. */
const PACE_MS = 10;
/** The alerts of a round are known after this time. */
const MADE_MS = 2 * SECOND_MS;
const RETRY_MS = 500;

const agent = new Agent({ keepAlive: true });
const nowMs = () => performance.timeOrigin + performance.now();

type Asked = { fromMs: number; toMs: number };

const paths = hotPages.map(([history = '']) => history);

/** Requests each page until it is answered. */
async function warmUp({ port, token }: AlertServer): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (const path of paths) {
    const isAnswered = async () => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).ok;
    while (!(await isAnswered())) await sleep(RETRY_MS);
  }
}

/** Requests pages of history at a fixed pace, each whole; returns a function that ends it and answers what was asked. */
function readHistory({ port, token }: AlertServer): () => Asked[] {
  const asked: Asked[] = [];
  const headers = { 'accept-encoding': 'br', authorization: `Bearer ${token}` };
  let count = 0;
  const timer = setInterval(() => {
    const fromMs = nowMs();
    const path = paths[count++ % paths.length] ?? '';
    get({ port, host: '127.0.0.1', path, agent, headers }, (response) => {
      if (response.statusCode !== 200) throw new Error(`history answered ${response.statusCode}`);
      response.resume().on('end', () => asked.push({ fromMs, toMs: nowMs() }));
    });
  }, PACE_MS);
  return () => {
    clearInterval(timer);
    return asked;
  };
}

/** An open page: the moments at which it is told of firings. */
async function openPage({ port, token }: AlertServer): Promise<Map<number, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}${createStreamTicket.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { ticket } = createStreamTicket.response.parse(await answer.json());
  const socket = new WebSocket(`ws://127.0.0.1:${port}${STREAM_PATH}?ticket=${ticket}`);
  const told = new Map<number, number>();
  await new Promise((done, failed) => socket.on('open', done).on('error', failed));
  const channels = [{ symbol: 'FMP:BTCUSD', resolution: '1' }];
  socket.send(JSON.stringify({ type: 'subscribe', channels }));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'alert' && message.firing !== null) told.set(message.firing, nowMs());
  });
  return told;
}

async function fire(server: ChildProcess, order: AlertOrder): Promise<Fired[]> {
  const answer = messageOf(server);
  server.send(order);
  return (await answer) as Fired[];
}

const p95 = (values: readonly number[]) => percentile(values, 0.95);
const tookMs = ({ fromMs, toMs }: Asked) => toMs - fromMs;

/**
 * The time from a tick of a simulated feed to the stored firing and the open page, and that of history beside 1,000
 * firings of one tick.
 */
export async function firingFigures(kind: string, databaseUrl: string | null): Promise<Figure[]> {
  const env = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const server = forkProduct(resolve(import.meta.dirname, 'server-process.ts'), { env });
  try {
    const told = (await messageOf(server)) as AlertServer;
    const page = await openPage(told);
    await warmUp(told);
    // The code of firings is compiled before they are measured.
    await fire(server, TOGETHER);
    const rounds: { storedMs: number; idleMs: number; meanwhileMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const end = readHistory(told);
      const madeMs = nowMs() + MADE_MS;
      const fired = await fire(server, TOGETHER);
      await sleep(SECOND_MS);
      const fromMs = Math.min(...fired.map(({ tickMs }) => tickMs));
      const toMs = Math.max(...fired.map(({ storedMs }) => storedMs));
      const asked = end();
      // The quiet seconds just before count as idle: other load of the machine is the same.
      const idle = asked.filter((one) => one.fromMs > madeMs && one.toMs < fromMs);
      const meanwhile = asked.filter((one) => one.fromMs <= toMs && one.toMs >= fromMs);
      const [idleMs, meanwhileMs] = [p95(idle.map(tookMs)), p95(meanwhile.map(tookMs))];
      rounds.push({ storedMs: toMs - fromMs, idleMs, meanwhileMs });
    }
    const single = await fire(server, SINGLE);
    await sleep(SECOND_MS);
    const toPage = single.flatMap(({ id, tickMs }) => {
      const atMs = page.get(id);
      return atMs === undefined ? [] : [atMs - tickMs];
    });
    return [
      {
        what: `from a tick to its stored firing, 95th percentile, ${kind}`,
        value: p95(single.map(({ tickMs, storedMs }) => storedMs - tickMs)),
        unit: 'ms',
        bar: { atMost: 250 },
        detail: `${single.length} firings`,
      },
      {
        what: `from a tick to the open page, 95th percentile, ${kind}`,
        value: p95(toPage),
        unit: 'ms',
        bar: { atMost: 1_000 },
        detail: `${toPage.length} of ${single.length} told by their number`,
      },
      {
        what: `from a tick to 1,000 stored firings, the middle of ${ROUNDS}, ${kind}`,
        value: median(rounds.map(({ storedMs }) => storedMs)),
        unit: 'ms',
        bar: { atMost: 1_000 },
      },
      {
        what: `history while 1,000 alerts fire on one tick, 95th percentile to idle, ${kind}`,
        value: median(rounds.map(({ meanwhileMs, idleMs }) => meanwhileMs / idleMs)),
        unit: 'ratio',
        bar: { atMost: 2 },
        detail: rounds
          .map(({ meanwhileMs, idleMs }) => `${meanwhileMs.toFixed(1)}/${idleMs.toFixed(1)}`)
          .join(' '),
      },
    ];
  } finally {
    await endProduct(server);
  }
}
