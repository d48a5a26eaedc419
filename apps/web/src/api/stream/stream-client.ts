import { SECOND_MS } from '@moneytrail/calendar';
import {
  type PriceRow,
  STREAM_CLOSE,
  STREAM_FULL_RETRY_MS,
  STREAM_HEARTBEAT_MS,
  type StreamChannel,
  type StreamMessage,
  type StreamRequest,
} from '@moneytrail/contract';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { createValueStore } from '../../lib/value-store.ts';
import { ApiError } from '../api-error.ts';
import type { Reachability } from '../reachability.ts';

export type StreamState =
  | { kind: 'connecting' }
  | { kind: 'open'; sinceMs: number }
  /** `isHeld`: the server has refused more connections or changes for now; the next attempt is a minute away. */
  | { kind: 'down'; isHeld?: true };

export type ConnectionDeps = {
  clock: Clock;
  random: () => number;
  /** The address of one connection, with a new ticket. */
  address: () => Promise<string>;
  reachability: Pick<Reachability, 'confirm' | 'suspect'>;
};

/** Silence after which the server's reachability is checked. */
const SUSPICIOUS_MS = STREAM_HEARTBEAT_MS + SECOND_MS;
/** Silence after which the connection counts as dead. */
const DEAD_MS = 10 * SECOND_MS;
const RECONNECT = { firstMs: SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };
/** Changes of channels that are sent at once; an arrow key held in a list makes more, which are then sent together. */
const CHANGES_AT_ONCE = 4;
/** Time until one more may be sent. */
const CHANGE_MS = 250;
/** The codes of a close after which an early attempt would be refused too. */
const REFUSED: ReadonlySet<number | undefined> = new Set([
  STREAM_CLOSE.tooMany,
  STREAM_CLOSE.tooOften,
]);
const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'update',
  'feed',
  'rights',
  'layout',
  'alert',
  'watchlist',
  'prices',
  'refused',
  'heartbeat',
]);

/** A parsed message; null for an unknown one, as a newer server may send. */
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

/** Holds the one socket of a connection. */
function createSocketHolder() {
  let socket: WebSocket | undefined;
  /** Abandoned while it was still connecting. */
  let unwanted: WebSocket | undefined;
  return {
    open(url: string): WebSocket {
      socket = new WebSocket(url);
      return socket;
    },
    send(message: unknown): void {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    /** Closes at once: the server does not answer. */
    abort(): void {
      socket?.close();
      unwanted?.close();
      socket = undefined;
      unwanted = undefined;
    },
    /** Closes once open: closing a connecting socket makes the browser report an error. */
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

/** One connection that is renewed whenever it is lost, from `connect` until `close`. */
function createConnection(
  { clock, random, address, reachability }: ConnectionDeps,
  listener: {
    onOpen: () => void;
    /** An open connection was lost. */
    onLost: () => void;
    onMessage: (message: StreamMessage) => void;
  },
) {
  const state = createValueStore<StreamState>({ kind: 'down' });
  const sockets = createSocketHolder();
  let cancelTimer = () => {};
  let attempt = 0;
  /** Identifies the connection: events of former ones are ignored. */
  let generation = 0;

  const forget = () => {
    generation += 1;
    cancelTimer();
  };
  const onLost = (isHeld = false) => {
    const wasOpen = state.get().kind === 'open';
    forget();
    sockets.abort();
    reachability.suspect();
    state.set(isHeld ? { kind: 'down', isHeld } : { kind: 'down' });
    if (wasOpen) listener.onLost();
    const leastMs = isHeld ? STREAM_FULL_RETRY_MS : 0;
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
    on('close', ({ code }) => onLost(REFUSED.has(code)));
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
    address().then(open, (error: unknown) => {
      if (own === generation) onLost(error instanceof ApiError && error.status === 429);
    });
  };
  const close = () => {
    forget();
    sockets.leave();
    attempt = 0;
    state.set({ kind: 'down' });
  };
  return {
    state,
    /** Connects now, replacing the present connection or pause. */
    connect,
    close,
    /** Sends where the connection is open; `onOpen` sends what every new connection needs. */
    send: sockets.send,
  };
}

type Update = Extract<StreamMessage, { type: 'update' }>;
type Refusal = Extract<StreamMessage, { type: 'refused' }>;

export type SubscriptionListener = {
  onUpdate: (update: Update) => void;
  onRefused?: (refusal: Refusal) => void;
  /** The connection was lost: updates may be missed from now on. */
  onLost?: () => void;
  /** The connection is back: missed updates have to be read from history. */
  onRestored?: () => void;
};
/** A null revision: the record was removed. A null id: a change may have been missed. */
type RecordListener = (id: number | null, revision: number | null) => void;
type FeedListener = (exchange: string, isOffline: boolean) => void;

/** An unused connection stays open this long: a change of symbol reuses it. */
const IDLE_MS = 5 * SECOND_MS;

const exchangeOf = ({ symbol }: StreamChannel) => symbol.split(':', 1)[0] ?? '';
const keyOf = ({ symbol, resolution }: StreamChannel) => `${symbol}|${resolution}`;

function createSubscriptionRegistry() {
  type Entry = { channel: StreamChannel; listeners: Set<SubscriptionListener> };
  const entries = new Map<string, Entry>();
  return {
    isEmpty: () => entries.size === 0,
    channels: () => [...entries.values()].map(({ channel }) => channel),
    /** True for the first listener of a channel. */
    add(channel: StreamChannel, listener: SubscriptionListener): boolean {
      const entry = entries.get(keyOf(channel));
      entry?.listeners.add(listener);
      if (!entry) entries.set(keyOf(channel), { channel, listeners: new Set([listener]) });
      return !entry;
    },
    /** True for the last listener of a channel. */
    remove(channel: StreamChannel, listener: SubscriptionListener): boolean {
      const entry = entries.get(keyOf(channel));
      if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return false;
      return entries.delete(keyOf(channel));
    },
    dispatch(message: Update | Refusal) {
      for (const listener of entries.get(keyOf(message))?.listeners ?? []) {
        if (message.type === 'update') listener.onUpdate(message);
        else listener.onRefused?.(message);
      }
    },
    notify(event: 'onLost' | 'onRestored') {
      for (const { listeners } of entries.values()) {
        for (const listener of listeners) listener[event]?.();
      }
    },
  };
}

/**
 * Calls back when the server names another version of the user's rights, also on a later connection. The first listener
 * is told of a change that came before it: the first chart may open the stream before the application listens.
 */
function createRightsWatch() {
  const listeners = new Set<() => void>();
  let known: string | null = null;
  let isUntold = false;
  return {
    add(listener: () => void) {
      listeners.add(listener);
      if (isUntold) listener();
      isUntold = false;
      return () => listeners.delete(listener);
    },
    named(version: string) {
      const hasChanged = known !== null && version !== known;
      known = version;
      if (!hasChanged) return;
      isUntold = listeners.size === 0;
      for (const listener of listeners) listener();
    },
    forget() {
      known = null;
      isUntold = false;
    },
  };
}

/**
 * Tells the server the difference between the channels that it has and the wanted ones: at once, or after many changes as
 * soon as another one is due.
 */
function createChannelSender(
  clock: Pick<Clock, 'after'>,
  wanted: () => StreamChannel[],
  send: (request: StreamRequest) => void,
) {
  let told = new Map<string, StreamChannel>();
  let left = CHANGES_AT_ONCE;
  let cancelTimer = () => {};

  function tell(): void {
    const now = new Map(wanted().map((channel) => [keyOf(channel), channel]));
    const added = [...now].filter(([key]) => !told.has(key)).map(([, channel]) => channel);
    const removed = [...told].filter(([key]) => !now.has(key)).map(([, channel]) => channel);
    if (left === 0 || (added.length === 0 && removed.length === 0)) return;
    told = now;
    if (removed.length > 0) send({ type: 'unsubscribe', channels: removed });
    if (added.length > 0) send({ type: 'subscribe', channels: added });
    if (left === CHANGES_AT_ONCE) regain();
    left -= 1;
  }

  function regain(): void {
    cancelTimer = clock.after(CHANGE_MS, () => {
      left += 1;
      tell();
      if (left < CHANGES_AT_ONCE) regain();
    });
  }

  return {
    /** The wanted channels may have changed. */
    changed: tell,
    /** A new connection has no channels. */
    restart(): void {
      cancelTimer();
      left = CHANGES_AT_ONCE;
      told = new Map();
    },
  };
}

/** Tells the server which instruments are watched, and the watcher their prices. */
function createWatchSender(send: (request: StreamRequest) => void) {
  type Watcher = { symbols: readonly string[]; onPrices: (rows: readonly PriceRow[]) => void };
  let watcher: Watcher | null = null;
  return {
    add(symbols: Watcher['symbols'], onPrices: Watcher['onPrices']): () => void {
      const added = { symbols, onPrices };
      watcher = added;
      return () => {
        if (watcher === added) watcher = null;
      };
    },
    /** The watched instruments may have changed. */
    changed(): void {
      send({ type: 'watch', symbols: [...(watcher?.symbols ?? [])] });
    },
    /** A new connection watches nothing. */
    opened(): void {
      if (watcher) this.changed();
    },
    dispatch: (rows: readonly PriceRow[]) => watcher?.onPrices(rows),
  };
}

export type StreamClient = ReturnType<typeof createStreamClient>;

/** Creates the client of the live stream. It keeps trying to connect while there are subscriptions. */
export function createStreamClient(deps: ConnectionDeps) {
  const registry = createSubscriptionRegistry();
  const feedListeners = new Set<FeedListener>();
  const feedStates = new Map<string, boolean>();
  const alertListeners = new Set<() => void>();
  const recordListeners = {
    layout: new Set<RecordListener>(),
    watchlist: new Set<RecordListener>(),
  };
  const tellRecord = (
    kind: keyof typeof recordListeners,
    ...change: Parameters<RecordListener>
  ): void => {
    for (const listener of recordListeners[kind]) listener(...change);
  };
  const tellAlert = () => {
    for (const listener of alertListeners) listener();
  };
  const watches = createWatchSender((request) => connection.send(request));
  const rights = createRightsWatch();
  let cancelIdle = () => {};
  let wasOpen = false;

  const isOpen = () => connection.state.get().kind === 'open';
  const sender = createChannelSender(deps.clock, registry.channels, (request) =>
    connection.send(request),
  );
  const connection = createConnection(deps, {
    onOpen: () => {
      sender.restart();
      sender.changed();
      if (wasOpen) registry.notify('onRestored');
      watches.opened();
      tellRecord('layout', null, null);
      tellRecord('watchlist', null, null);
      tellAlert();
      wasOpen = true;
    },
    onLost: () => {
      feedStates.clear();
      registry.notify('onLost');
    },
    onMessage: (message) => {
      switch (message.type) {
        case 'feed':
          feedStates.set(message.exchange, message.isOffline);
          for (const listener of feedListeners) listener(message.exchange, message.isOffline);
          break;
        case 'layout':
        case 'watchlist':
          tellRecord(message.type, message.id, message.revision);
          break;
        case 'alert':
          tellAlert();
          break;
        case 'prices':
          watches.dispatch(message.rows);
          break;
        case 'rights':
          rights.named(message.version);
          break;
        case 'update':
        case 'refused':
          registry.dispatch(message);
          break;
        case 'heartbeat':
          break;
      }
    },
  });
  const disconnect = () => {
    wasOpen = false;
    feedStates.clear();
    connection.close();
  };

  return {
    state: connection.state,
    /** Subscribes to a channel; the connection opens with the first and closes soon after the last. */
    subscribe: (channel: StreamChannel, listener: SubscriptionListener): (() => void) => {
      cancelIdle();
      const isFirst = registry.isEmpty();
      if (registry.add(channel, listener) && isOpen()) sender.changed();
      const state = connection.state.get();
      if (isFirst && state.kind === 'down' && !state.isHeld) connection.connect();
      return () => {
        if (!registry.remove(channel, listener)) return;
        // The server reports no state of a feed without channels.
        const exchange = exchangeOf(channel);
        if (!registry.channels().some((left) => exchangeOf(left) === exchange)) {
          feedStates.delete(exchange);
        }
        if (isOpen()) sender.changed();
        if (registry.isEmpty()) cancelIdle = deps.clock.after(IDLE_MS, disconnect);
      };
    },
    /** Calls back when a feed goes offline or returns. */
    onFeed: (listener: FeedListener): (() => void) => {
      feedListeners.add(listener);
      return () => feedListeners.delete(listener);
    },
    /** Whether feeds are offline, by exchange, as far as the present connection has reported it. */
    feedStates: (): ReadonlyMap<string, boolean> => feedStates,
    /** Calls back when a layout of the user was saved or removed on any device. */
    onLayout: (listener: RecordListener): (() => void) => {
      recordListeners.layout.add(listener);
      return () => recordListeners.layout.delete(listener);
    },
    /** Calls back when a watchlist of the user was saved or removed on any device, or their order changed. */
    onWatchlist: (listener: RecordListener): (() => void) => {
      recordListeners.watchlist.add(listener);
      return () => recordListeners.watchlist.delete(listener);
    },
    /** Calls back with new prices of instruments while the stream of a chart is open; one part of the page watches at a time. */
    watch: (symbols: readonly string[], onPrices: (rows: readonly PriceRow[]) => void) => {
      const leave = watches.add(symbols, onPrices);
      if (isOpen()) watches.changed();
      return () => {
        leave();
        if (isOpen()) watches.changed();
      };
    },
    /** Calls back when an alert of the user has fired, and when a connection opens: some may have fired before. */
    onAlert: (listener: () => void): (() => void) => {
      alertListeners.add(listener);
      return () => alertListeners.delete(listener);
    },
    onRights: rights.add,
    /** Connects at once instead of after the present pause, as when the network is back, unless the server asked for it. */
    reconnectNow: () => {
      const state = connection.state.get();
      if (state.kind === 'down' && !state.isHeld && !registry.isEmpty()) connection.connect();
    },
    /** Connects anew for another user, where there are subscriptions. */
    restart: () => {
      cancelIdle();
      rights.forget();
      feedStates.clear();
      if (registry.isEmpty()) disconnect();
      else connection.connect();
    },
  };
}
