import { SECOND_MS } from '@moneytrail/calendar';
import {
  STREAM_CLOSE,
  STREAM_FULL_RETRY_MS,
  STREAM_HEARTBEAT_MS,
  type StreamMessage,
} from '@moneytrail/contract';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { createValueStore, type ValueStore } from '../../lib/value-store.ts';
import type { Reachability } from '../reachability.ts';

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
  /** Told what the connection shows of the server. */
  reachability: Pick<Reachability, 'confirm' | 'suspect'>;
};

/** One connection that is made again whenever it is lost, until it is closed. */
export type Connection = {
  state: ValueStore<StreamState>;
  /** Connects now, instead of whatever connection or wait there is. */
  connect: () => void;
  close: () => void;
  /** Sends if the connection is open; what belongs to every new connection is sent by `onOpen`. */
  send: (message: unknown) => void;
};

/** After so much silence the server is asked whether it is there. */
const SUSPICIOUS_MS = STREAM_HEARTBEAT_MS + SECOND_MS;
/** Silence of this length means that the connection is dead. */
const DEAD_MS = 10 * SECOND_MS;
const RECONNECT = { firstMs: SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };
const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'update',
  'feed',
  'rights',
  'layout',
  'refused',
  'heartbeat',
]);

/** A message of the stream, or null for what is none: a newer server may send more than this page knows. */
function readStreamMessage(data: unknown): StreamMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    const isKnown =
      typeof message === 'object' &&
      message !== null &&
      'type' in message &&
      MESSAGE_TYPES.has(message.type);
    return isKnown ? (message as StreamMessage) : null;
  } catch {
    return null;
  }
}

/** The one socket of a connection. */
function createSocketPlace() {
  let socket: WebSocket | undefined;
  /** One that nobody wants any more, and that was not open yet. */
  let unwanted: WebSocket | undefined;
  return {
    open(url: string): WebSocket {
      socket = new WebSocket(url);
      return socket;
    },
    send(message: unknown): void {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    /** Ends what is there at once: the server does not answer. */
    abort(): void {
      socket?.close();
      unwanted?.close();
      socket = undefined;
      unwanted = undefined;
    },
    /** Ends what is there. Closed before it is open it would fail, and the browser report an error that is none. */
    leave(): void {
      const left = socket;
      socket = undefined;
      if (left?.readyState === WebSocket.CONNECTING) {
        left.addEventListener('open', () => left.close());
        unwanted = left;
      } else left?.close();
    },
  };
}

/** Makes a connection that is down until `connect`. */
export function createConnection(
  { clock, random, address, reachability }: ConnectionDeps,
  listener: {
    onOpen: () => void;
    /** An open connection is lost. */
    onLost: () => void;
    onMessage: (message: StreamMessage) => void;
  },
): Connection {
  const state = createValueStore<StreamState>({ kind: 'down' });
  const sockets = createSocketPlace();
  let cancelTimer = () => {};
  let attempt = 0;
  /** Counts connections, so that events of a former one are ignored. */
  let generation = 0;

  const forget = () => {
    generation += 1;
    cancelTimer();
  };
  const onLost = (closeCode?: number) => {
    const wasOpen = state.get().kind === 'open';
    forget();
    sockets.abort();
    reachability.suspect();
    state.set({ kind: 'down' });
    if (wasOpen) listener.onLost();
    // Other screens of this account hold every connection it may have: asking at once is of no use.
    const leastMs = closeCode === STREAM_CLOSE.tooMany ? STREAM_FULL_RETRY_MS : 0;
    cancelTimer = clock.after(Math.max(leastMs, backoffMs(attempt, RECONNECT, random)), connect);
    attempt += 1;
  };
  const restartSilenceTimer = () => {
    cancelTimer();
    cancelTimer = clock.after(SUSPICIOUS_MS, () => {
      reachability.suspect();
      cancelTimer = clock.after(DEAD_MS - SUSPICIOUS_MS, () => onLost());
    });
  };
  const listenTo = (opening: WebSocket) => {
    const own = generation;
    const on = <Type extends 'open' | 'close' | 'error'>(
      type: Type,
      run: (event: WebSocketEventMap[Type]) => void,
    ) => opening.addEventListener(type, (event) => own === generation && run(event));
    on('open', () => {
      attempt = 0;
      restartSilenceTimer();
      state.set({ kind: 'open', sinceMs: clock.now() });
      listener.onOpen();
    });
    on('close', ({ code }) => onLost(code));
    on('error', () => onLost());
    opening.addEventListener('message', ({ data }) => {
      if (own !== generation) return;
      restartSilenceTimer();
      reachability.confirm();
      const message = readStreamMessage(data);
      if (message) listener.onMessage(message);
    });
  };
  const connect = () => {
    forget();
    sockets.leave();
    const own = generation;
    state.set({ kind: 'connecting' });
    const open = (url: string) => {
      if (own !== generation) return;
      listenTo(sockets.open(url));
      restartSilenceTimer();
    };
    address().then(open, () => own === generation && onLost());
  };
  const close = () => {
    forget();
    sockets.leave();
    attempt = 0;
    state.set({ kind: 'down' });
  };
  return { state, connect, close, send: sockets.send };
}
