import { SECOND_MS } from '@moneytrail/calendar';
import type { StreamChannel, StreamMessage, StreamRequest } from '@moneytrail/contract';
import type { ValueStore } from '../../lib/value-store.ts';
import { type ConnectionDeps, createConnection, type StreamState } from './connection.ts';

type Update = Extract<StreamMessage, { type: 'update' }>;
type Refusal = Extract<StreamMessage, { type: 'refused' }>;

/** What a subscriber of a channel is called for. */
export type SubscriptionListener = {
  onUpdate: (update: Update) => void;
  onRefused?: (refusal: Refusal) => void;
  /** The connection is lost: from here on something may be missed. */
  onLost?: () => void;
  /** The connection is back after it was lost: what came meanwhile has to be read from history. */
  onRestored?: () => void;
};
/** Without a revision the layout was removed; without an id some change may have been missed. */
type LayoutListener = (id: number | null, revision: number | null) => void;
type FeedListener = (exchange: string, isOffline: boolean) => void;

export type StreamClient = {
  state: ValueStore<StreamState>;
  /** Subscribes to a channel; the connection opens with the first and closes soon after the last. */
  subscribe: (channel: StreamChannel, listener: SubscriptionListener) => () => void;
  /** Called when a feed goes offline or comes back. */
  onFeed: (listener: FeedListener) => () => void;
  /** Which feeds are offline, by exchange, as far as the present connection has told. */
  feedStates: () => ReadonlyMap<string, boolean>;
  /** Called when a layout of the person was saved or removed on any device. */
  onLayout: (listener: LayoutListener) => () => void;
  /** Called when the person's rights are others than they were, also where that happened while nothing was connected. */
  onRights: (listener: () => void) => () => void;
  /** Connects at once where a pause is under way, as after the network is back. */
  reconnectNow: () => void;
  /** Connects anew for another user, where there are subscriptions. */
  restart: () => void;
};

/** A connection without subscriptions stays this long, so that another symbol need not make a new one. */
const IDLE_MS = 5 * SECOND_MS;

const exchangeOf = ({ symbol }: StreamChannel) => symbol.split(':', 1)[0] ?? '';
const keyOf = ({ symbol, resolution }: StreamChannel) => `${symbol}|${resolution}`;

/** The registry of subscriptions: channels, and who listens to each. */
function createSubscriptionRegistry() {
  const entries = new Map<
    string,
    { channel: StreamChannel; listeners: Set<SubscriptionListener> }
  >();
  return {
    isEmpty: () => entries.size === 0,
    channels: () => [...entries.values()].map(({ channel }) => channel),
    /** True where the channel had no listener before. */
    add(channel: StreamChannel, listener: SubscriptionListener): boolean {
      const entry = entries.get(keyOf(channel));
      entry?.listeners.add(listener);
      if (!entry) entries.set(keyOf(channel), { channel, listeners: new Set([listener]) });
      return !entry;
    },
    /** True where the channel has no listener any more. */
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
 * Tells when the rights that the server names are others than it named before, on whichever connection; also where that
 * happened before anybody listened, as the stream may be there before the page.
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
      isUntold ||= hasChanged && listeners.size === 0;
      if (hasChanged) for (const listener of listeners) listener();
    },
    forget() {
      known = null;
      isUntold = false;
    },
  };
}

/** Makes the client of the live stream. It keeps trying to connect while there are subscriptions. */
export function createStreamClient(deps: ConnectionDeps): StreamClient {
  const registry = createSubscriptionRegistry();
  const feedListeners = new Set<FeedListener>();
  const feedStates = new Map<string, boolean>();
  const layoutListeners = new Set<LayoutListener>();
  const rights = createRightsWatch();
  let cancelIdle = () => {};
  let wasOpen = false;

  const send = (request: StreamRequest) => connection.send(request);
  const connection = createConnection(deps, {
    onOpen: () => {
      send({ type: 'subscribe', channels: registry.channels() });
      if (wasOpen) registry.notify('onRestored');
      for (const listener of layoutListeners) listener(null, null);
      wasOpen = true;
    },
    onLost: () => {
      feedStates.clear();
      registry.notify('onLost');
    },
    onMessage: (message) => {
      if (message.type === 'feed') {
        feedStates.set(message.exchange, message.isOffline);
        for (const listener of feedListeners) listener(message.exchange, message.isOffline);
      } else if (message.type === 'layout') {
        for (const listener of layoutListeners) listener(message.id, message.revision);
      } else if (message.type === 'rights') rights.named(message.version);
      else if (message.type !== 'heartbeat') registry.dispatch(message);
    },
  });
  const disconnect = () => {
    wasOpen = false;
    feedStates.clear();
    connection.close();
  };

  return {
    state: connection.state,
    subscribe: (channel, listener) => {
      cancelIdle();
      const isFirst = registry.isEmpty();
      if (registry.add(channel, listener)) send({ type: 'subscribe', channels: [channel] });
      if (isFirst && connection.state.get().kind === 'down') connection.connect();
      return () => {
        if (!registry.remove(channel, listener)) return;
        // Of a feed without channels nothing more is told.
        const exchange = exchangeOf(channel);
        if (!registry.channels().some((left) => exchangeOf(left) === exchange)) {
          feedStates.delete(exchange);
        }
        send({ type: 'unsubscribe', channels: [channel] });
        if (registry.isEmpty()) cancelIdle = deps.clock.after(IDLE_MS, disconnect);
      };
    },
    onFeed: (listener) => {
      feedListeners.add(listener);
      return () => feedListeners.delete(listener);
    },
    feedStates: () => feedStates,
    onLayout: (listener) => {
      layoutListeners.add(listener);
      return () => layoutListeners.delete(listener);
    },
    onRights: rights.add,
    reconnectNow: () => {
      if (connection.state.get().kind === 'down' && !registry.isEmpty()) connection.connect();
    },
    restart: () => {
      cancelIdle();
      rights.forget();
      feedStates.clear();
      if (registry.isEmpty()) disconnect();
      else connection.connect();
    },
  };
}
