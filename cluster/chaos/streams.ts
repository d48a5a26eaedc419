import { createStreamTicket, STREAM_PATH, streamMessage } from '@moneytrail/contract';
import { WebSocket } from 'ws';
import type { Session } from './session.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 2_000;
const CHANNELS = 2;

export type Streams = {
  count: number;
  /** Updates received so far. */
  updates: () => number;
  /** The symbols of streams that have had no update since a moment (milliseconds since the epoch). */
  silentSince: (ms: number) => readonly string[];
  /** Faults of updates: a state sent twice, or one that goes backwards in time. */
  faults: () => readonly string[];
  close: () => void;
};

type State = { barTime: number; volume: number; text: string };

/** Checks that the updates of one channel never repeat and never go back. */
export function createOrder(report: (fault: string) => void) {
  const states = new Map<string, State>();
  return {
    /** A new connection begins with the newest state, which may be the one that was told last. */
    restart: () => states.clear(),
    take(channel: string, bar: { time: number; volume: number | null } | null, text: string): void {
      if (!bar) return;
      const before = states.get(channel);
      const volume = bar.volume ?? 0;
      states.set(channel, { barTime: bar.time, volume, text });
      if (!before) return;
      if (before.text === text) report(`${channel}: one update twice: ${text}`);
      if (bar.time < before.barTime) report(`${channel}: a bar before the last one`);
      if (bar.time === before.barTime && volume < before.volume) {
        report(`${channel}: volume fell from ${before.volume} to ${volume}`);
      }
    },
  };
}

/** Opens `each` streams a session on instruments in turn; each opens again when it is closed, as a browser does. */
export function openStreams(
  address: string,
  sessions: readonly Session[],
  { each, symbols }: { each: number; symbols: readonly string[] },
): Streams {
  let updates = 0;
  let isClosed = false;
  const faults: string[] = [];
  const lastUpdateMs: number[] = [];
  const sockets = new Set<WebSocket>();
  const symbolOf = (turn: number) => symbols[turn % symbols.length];

  function follow(session: Session, index: number): void {
    const order = createOrder((fault) => faults.push(fault));
    const channels = Array.from({ length: CHANNELS }, (_, offset) => ({
      symbol: symbolOf(index * CHANNELS + offset) ?? 'FMP:BTCUSD',
      resolution: offset % 2 === 0 ? '1' : '60',
    }));
    let failures = 0;
    const again = () => {
      if (isClosed) return;
      const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      setTimeout(open, waitMs * (0.5 + Math.random() / 2));
    };
    const open = async () => {
      const { status, body } = await session.call(createStreamTicket.path, { method: 'POST' });
      if (status !== 200) return again();
      const { ticket } = createStreamTicket.response.parse(body);
      const url = `${address.replace('http', 'ws')}${STREAM_PATH}?ticket=${ticket}`;
      const socket = new WebSocket(url);
      sockets.add(socket);
      socket.on('open', () => {
        order.restart();
        socket.send(JSON.stringify({ type: 'subscribe', channels }));
      });
      socket.on('message', (data) => {
        const text = String(data);
        const message = streamMessage.parse(JSON.parse(text));
        if (message.type !== 'update') return;
        failures = 0;
        updates += 1;
        lastUpdateMs[index] = Date.now();
        order.take(`${message.symbol} ${message.resolution}`, message.bar, text);
      });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        sockets.delete(socket);
        again();
      });
    };
    void open();
  }

  const count = sessions.length * each;
  for (let index = 0; index < count; index++) {
    const session = sessions[index % sessions.length];
    lastUpdateMs[index] = 0;
    if (session) follow(session, index);
  }
  return {
    count,
    updates: () => updates,
    silentSince: (ms) =>
      lastUpdateMs.flatMap((last, index) => (last < ms ? (symbolOf(index * CHANNELS) ?? []) : [])),
    faults: () => faults,
    close: () => {
      isClosed = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}
