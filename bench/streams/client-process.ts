import { setTimeout as sleep } from 'node:timers/promises';
import { createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import { WebSocket } from 'ws';

/** Streams to open at a server, each on one of the symbols in turn. */
export type ClientOrder = { port: number; tokens: string[]; count: number; symbols: string[] };
/** `opened`: all streams have had a price. `measured`: ages of prices at their arrival, ms, and how many came. */
export type ClientAnswer =
  | { type: 'opened'; count: number }
  | { type: 'measured'; agesMs: number[]; updates: number };

const AT_ONCE = 50;
const UNAVAILABLE = 503;
const RETRY_MS = 1_000;
/** A sample of the ages, so that it fits into one message. */
const SAMPLED = 50;
const TIME = /"timeMs":(\d+)/;

let isMeasuring = false;
let updates = 0;
let agesMs: number[] = [];

/** A ticket for a stream; a server that asks for patience is asked again, as by a browser. */
async function ticketOf(port: number, token: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${createStreamTicket.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.ok) return createStreamTicket.response.parse(await answer.json()).ticket;
    const text = await answer.text();
    if (answer.status !== UNAVAILABLE) throw new Error(`no ticket: ${answer.status} ${text}`);
    await sleep(RETRY_MS);
  }
}

async function open(port: number, token: string, symbol: string): Promise<void> {
  const ticket = await ticketOf(port, token);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${STREAM_PATH}?ticket=${ticket}`);
  const channels = [{ symbol, resolution: '1' }];
  return new Promise((done, failed) => {
    socket.on('error', failed);
    socket.on('close', (code) => failed(new Error(`a stream was closed with ${code}`)));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', channels })));
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('{"type":"refused"')) failed(new Error(text));
      if (!text.startsWith('{"type":"update"')) return;
      done();
      if (!isMeasuring) return;
      updates += 1;
      if (updates % SAMPLED !== 0) return;
      const told = TIME.exec(text.slice(text.indexOf('"quote"')))?.[1];
      agesMs.push(Date.now() - Number(told));
    });
  });
}

async function openAll(order: ClientOrder): Promise<void> {
  const { port, tokens, count, symbols } = order;
  let next = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < count) {
      const turn = next++;
      const token = tokens[turn % tokens.length] ?? '';
      await open(port, token, symbols[turn % symbols.length] ?? '');
    }
  });
  await Promise.all(workers);
  process.send?.({ type: 'opened', count } satisfies ClientAnswer);
}

process.on('message', (message: ClientOrder | { measureMs: number }) => {
  if ('port' in message) {
    openAll(message).catch((error: unknown) => process.send?.(String(error)));
    return;
  }
  updates = 0;
  agesMs = [];
  isMeasuring = true;
  void sleep(message.measureMs).then(() => {
    isMeasuring = false;
    process.send?.({ type: 'measured', agesMs, updates } satisfies ClientAnswer);
  });
});
process.on('disconnect', () => process.exit(0));
