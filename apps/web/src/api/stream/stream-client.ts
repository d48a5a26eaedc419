import type { StreamChannel, StreamMessage, StreamRequest } from '@moneytrail/contract';
import type { ValueStore } from '../../lib/value-store.ts';
import { type ChannelListener, createChannelBook } from './channel-book.ts';
import { type ConnectionDeps, createConnection, type StreamState } from './connection.ts';

type FeedListener = (exchange: string, isOffline: boolean) => void;

export type StreamClient = {
  state: ValueStore<StreamState>;
  /** Watches a channel; the connection opens with the first and closes soon after the last. */
  watch: (channel: StreamChannel, listener: ChannelListener) => () => void;
  /** Told when a feed goes offline or comes back. */
  onFeed: (listener: FeedListener) => () => void;
  /** Connects at once where a wait is under way, as after the network is back. */
  hurry: () => void;
  /** Connects anew for somebody else, where anything is watched. */
  renew: () => void;
};

/** A connection without watchers stays this long, so that another symbol need not make a new one. */
const IDLE_MS = 5_000;

/** Makes the client of the live stream. It keeps trying while anything is watched. */
export function createStreamClient(deps: ConnectionDeps): StreamClient {
  const book = createChannelBook();
  const feedListeners = new Set<FeedListener>();
  let cancelIdle = () => {};
  let wasOpen = false;

  const hear = (message: StreamMessage) => {
    if (message.type === 'feed') {
      for (const listener of feedListeners) listener(message.exchange, message.isOffline);
    } else if (message.type !== 'heartbeat') book.tell(message);
  };
  const opened = () => {
    say({ type: 'subscribe', channels: book.channels() });
    if (wasOpen) book.tellRestored();
    wasOpen = true;
  };
  const connection = createConnection(deps, { onOpen: opened, onMessage: hear });
  const say = (request: StreamRequest) => connection.send(request);
  const rest = () => {
    wasOpen = false;
    connection.stop();
  };
  const isWatched = () => book.channels().length > 0;

  return {
    state: connection.state,
    watch: (channel, listener) => {
      cancelIdle();
      const isFirst = !isWatched();
      if (book.add(channel, listener)) say({ type: 'subscribe', channels: [channel] });
      if (isFirst && connection.state.get().kind === 'down') connection.connect();
      return () => {
        if (!book.remove(channel, listener)) return;
        say({ type: 'unsubscribe', channels: [channel] });
        if (!isWatched()) cancelIdle = deps.clock.after(IDLE_MS, rest);
      };
    },
    onFeed: (listener) => {
      feedListeners.add(listener);
      return () => feedListeners.delete(listener);
    },
    hurry: () => {
      if (connection.state.get().kind === 'down' && isWatched()) connection.connect();
    },
    renew: () => {
      cancelIdle();
      if (isWatched()) connection.connect();
      else rest();
    },
  };
}
