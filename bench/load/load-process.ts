import { Agent, get } from 'node:http';
import { createStreamTicket, STREAM_PATH } from '@moneytrail/contract';

/** Open streams, and history at a pace that does not wait for answers; every so many-th request is a cold one. */
export type LoadOrder = {
  port: number;
  token: string;
  streams: number;
  symbols: string[];
  /** Paths whose answers are asked for again and again. */
  hot: string[];
  /** Paths that nobody asked for before, in turn. */
  cold: string[];
  perSecond: number;
  coldEvery: number;
  durationMs: number;
};
export type Outcome = { status: number; ms: number };
export type LoadResult = { hot: Outcome[]; cold: Outcome[]; updates: number };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

type Caller = Pick<LoadOrder, 'port' | 'token'>;

function ask({ port, token }: Caller, path: string): Promise<Outcome> {
  const headers = { 'accept-encoding': 'br', authorization: `Bearer ${token}` };
  const startedAt = performance.now();
  return new Promise((done) => {
    const failed = () => done({ status: 0, ms: performance.now() - startedAt });
    const request = get({ port, host: '127.0.0.1', path, agent, headers }, (response) => {
      response.on('data', () => undefined);
      response.on('error', failed);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        done({ status, ms: performance.now() - startedAt });
      });
    });
    request.on('error', failed);
  });
}

let updates = 0;

async function openStream({ port, token }: Caller, symbol: string): Promise<WebSocket> {
  const url = `http://127.0.0.1:${port}${createStreamTicket.path}`;
  const answer = await fetch(url, {
    method: createStreamTicket.method,
    headers: { authorization: `Bearer ${token}` },
  });
  const { ticket } = (await answer.json()) as { ticket: string };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${STREAM_PATH}?ticket=${ticket}`);
  await new Promise((done, failed) => {
    socket.onopen = done;
    socket.onerror = failed;
  });
  socket.onmessage = () => {
    updates += 1;
  };
  socket.send(JSON.stringify({ type: 'subscribe', channels: [{ symbol, resolution: '1' }] }));
  return socket;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const { hot, cold, perSecond, coldEvery, durationMs } = order;
  const sockets: WebSocket[] = [];
  for (let index = 0; index < order.streams; index += 1) {
    sockets.push(await openStream(order, order.symbols[index % order.symbols.length] ?? ''));
  }
  updates = 0;
  const answers: { isCold: boolean; answer: Promise<Outcome> }[] = [];
  const startedAt = performance.now();
  const count = Math.floor((perSecond * durationMs) / 1_000);
  for (let index = 0; index < count; index += 1) {
    const dueMs = (index * 1_000) / perSecond - (performance.now() - startedAt);
    if (dueMs > 0) await new Promise((done) => setTimeout(done, dueMs));
    const isCold = coldEvery > 0 && index % coldEvery === coldEvery - 1;
    const path = isCold ? cold[Math.floor(index / coldEvery)] : hot[index % hot.length];
    if (path) answers.push({ isCold, answer: ask(order, path) });
  }
  const all = await Promise.all(
    answers.map(async ({ isCold, answer }) => ({ isCold, ...(await answer) })),
  );
  const seen = updates;
  for (const socket of sockets) socket.close();
  return {
    hot: all.filter(({ isCold }) => !isCold),
    cold: all.filter(({ isCold }) => isCold),
    updates: seen,
  };
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(String(error)),
  );
});
