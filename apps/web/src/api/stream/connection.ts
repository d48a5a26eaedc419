import { STREAM_HEARTBEAT_MS, type StreamMessage } from '@moneytrail/contract';
import type { Clock } from '../../lib/clock.ts';
import { createValueStore, type ValueStore } from '../../lib/value-store.ts';
import { readStreamMessage } from './read-message.ts';
import { reconnectDelayMs } from './reconnect-pace.ts';

/** The connection: being made, open, or down and maybe tried again later. */
export type StreamState =
  | { kind: 'connecting' }
  | { kind: 'open'; sinceMs: number }
  | { kind: 'down' };

export type ConnectionDeps = {
  clock: Clock;
  random: () => number;
  /** A new address for one connection, with its ticket. */
  address: () => Promise<string>;
};

/** One connection that is made again whenever it is lost, until it is stopped. */
export type Connection = {
  state: ValueStore<StreamState>;
  /** Connects now, instead of whatever connection or wait there is. */
  connect: () => void;
  stop: () => void;
  /** Sends if the connection is open; what is said before it opens is said by `onOpen`. */
  send: (message: unknown) => void;
};

/** Silence of this length means that the connection is dead. */
const SILENCE_MS = 2 * STREAM_HEARTBEAT_MS;

/** Makes a connection that rests until `connect`. */
export function createConnection(
  { clock, random, address }: ConnectionDeps,
  { onOpen, onMessage }: { onOpen: () => void; onMessage: (message: StreamMessage) => void },
): Connection {
  const state = createValueStore<StreamState>({ kind: 'down' });
  let socket: WebSocket | undefined;
  let cancelTimer = () => {};
  let attempt = 0;
  /** Counts connections, so that what a former one still says is not heard. */
  let generation = 0;

  const leave = () => {
    generation += 1;
    cancelTimer();
    socket?.close();
    socket = undefined;
  };
  const lose = () => {
    leave();
    state.set({ kind: 'down' });
    cancelTimer = clock.after(reconnectDelayMs(attempt, random), connect);
    attempt += 1;
  };
  const guardSilence = () => {
    cancelTimer();
    cancelTimer = clock.after(SILENCE_MS, lose);
  };
  const listenTo = (opening: WebSocket) => {
    const mine = generation;
    const on = (type: 'open' | 'close' | 'error', run: () => void) =>
      opening.addEventListener(type, () => mine === generation && run());
    on('open', () => {
      attempt = 0;
      guardSilence();
      state.set({ kind: 'open', sinceMs: clock.now() });
      onOpen();
    });
    on('close', lose);
    on('error', lose);
    opening.addEventListener('message', ({ data }) => {
      if (mine !== generation) return;
      guardSilence();
      const message = readStreamMessage(data);
      if (message) onMessage(message);
    });
  };
  const connect = () => {
    leave();
    const mine = generation;
    state.set({ kind: 'connecting' });
    const open = (url: string) => {
      if (mine !== generation) return;
      socket = new WebSocket(url);
      listenTo(socket);
      guardSilence();
    };
    address().then(open, () => mine === generation && lose());
  };
  const stop = () => {
    leave();
    attempt = 0;
    state.set({ kind: 'down' });
  };
  const send = (message: unknown) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  return { state, connect, stop, send };
}
