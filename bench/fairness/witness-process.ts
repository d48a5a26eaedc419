import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import {
  createStreamTicket,
  getHistory,
  STREAM_PATH,
  type StreamMessage,
} from '@moneytrail/contract';
import { WebSocket } from 'ws';
import { ask, ENTERING, enterPassword, OWN_ADDRESS } from './people.ts';

/** `token` is the reader's, who asks the processes in turn and has a stream from each. */
export type WitnessOrder = { ports: readonly number[]; token: string; durationMs: number };

/** Milliseconds of each ready answer, each sign-in, and from each trade to its tick in the browser. */
export type Witnessed = { readsMs: number[]; signInsMs: number[]; ticksMs: number[] };

const READS_A_SECOND = 25;
const SIGN_IN_EVERY_MS = 1_000;
const SYMBOL = 'Bitfinex:BTCUSD';

function readyPath(): string {
  const [e = '', fsym = ''] = SYMBOL.split(':');
  const toMs = Math.floor(Date.now() / DAY_MS - 3) * DAY_MS;
  const times = { fromTs: (toMs - 2_000 * MINUTE_MS) / 1_000, toTs: toMs / 1_000 };
  const query = Object.entries({ e, fsym, resolution: '1', ...times });
  return `${getHistory.path}?${new URLSearchParams(query.map(([name, text]) => [name, String(text)]))}`;
}

async function atPace(everyMs: number, untilAt: number, work: (index: number) => Promise<void>) {
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; performance.now() < untilAt; index += 1) {
    underWay.push(work(index));
    await sleep(Math.max(0, startedAt + (index + 1) * everyMs - performance.now()));
  }
  await Promise.all(underWay);
}

/** A browser that watches one instrument; calls back with the age of each new price. */
async function watch(port: number, token: string, onTick: (ms: number) => void) {
  const { body } = await ask(port, createStreamTicket.path, {
    method: createStreamTicket.method,
    token,
    json: undefined,
  });
  const { ticket } = JSON.parse(body) as { ticket: string };
  const url = `ws://127.0.0.1:${port}${STREAM_PATH}?ticket=${ticket}`;
  const socket = new WebSocket(url, { localAddress: OWN_ADDRESS });
  await new Promise((done, failed) => {
    socket.onopen = done;
    socket.onerror = failed;
  });
  let priceMs = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as StreamMessage;
    if (message.type !== 'update' || message.quote.timeMs <= priceMs) return;
    if (priceMs > 0) onTick(Date.now() - message.quote.timeMs);
    priceMs = message.quote.timeMs;
  };
  socket.send(
    JSON.stringify({ type: 'subscribe', channels: [{ symbol: SYMBOL, resolution: '1' }] }),
  );
  return () => socket.close();
}

async function run({ ports, token, durationMs }: WitnessOrder): Promise<Witnessed> {
  const path = readyPath();
  const portOf = (index: number) => ports[index % ports.length] ?? 0;
  for (const port of ports) {
    while ((await ask(port, path, { token })).status === 503) await sleep(500);
  }
  const seen: Witnessed = { readsMs: [], signInsMs: [], ticksMs: [] };
  const stops = await Promise.all(
    ports.map((port) => watch(port, token, (ms) => seen.ticksMs.push(ms))),
  );
  const untilAt = performance.now() + durationMs;
  await Promise.all([
    atPace(1_000 / READS_A_SECOND, untilAt, async (index) => {
      const { status, ms } = await ask(portOf(index), path, { token });
      if (status !== 200) throw new Error(`a ready answer came with status ${status}`);
      seen.readsMs.push(ms);
    }),
    atPace(SIGN_IN_EVERY_MS, untilAt, async (index) => {
      const { status, ms } = await enterPassword(
        portOf(index),
        ENTERING[index % ENTERING.length] ?? '',
      );
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
      seen.signInsMs.push(ms);
    }),
  ]);
  for (const stop of stops) stop();
  return seen;
}

process.on('message', (order: WitnessOrder) => {
  run(order).then(
    (seen) => process.send?.(seen),
    (error: unknown) => process.send?.(String(error)),
  );
});
