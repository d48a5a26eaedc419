import type { Tick } from '../../feed.ts';
import type { ConnectionState } from '../../live/connection-state.ts';
import { createReconnectingSocket } from '../../live/reconnecting-socket.ts';
import type { FeedEnvironment } from '../../settings.ts';
import { type ChannelAddress, channelsOf, createSubscriptions } from './subscriptions.ts';
import { type BitfinexEvent, bitfinexData, bitfinexEvent, INFO_CODES } from './wire.ts';

/** Without even a heartbeat, which comes every 15 s. */
const SILENCE_MS = 30_000;
/** @see https://docs.bitfinex.com/docs/ws-general#ping-pong */
const PING = {
  message: { event: 'ping', cid: 1 },
  isAnswer: (message: unknown) =>
    typeof message === 'object' &&
    message !== null &&
    'event' in message &&
    message.event === 'pong',
};

export type BitfinexConnectionDeps = {
  environment: FeedEnvironment;
  streamUrl: string;
  connectionState: ConnectionState;
  onTick: (tick: Tick) => void;
  /** How long the limit on connections makes the next one wait; 0 takes a token. */
  waitMs: () => Promise<number>;
};

/** One WebSocket with the two channels, candles and ticker, of some pairs. */
export type BitfinexConnection = {
  add: (code: string, symbol: string) => void;
  remove: (code: string) => void;
  /** Pairs on it. */
  size: () => number;
  close: () => Promise<void>;
};

/** Opens a connection that asks for its channels again whenever it had to be made anew. */
export function createBitfinexConnection(
  { environment, streamUrl, connectionState, onTick, waitMs }: BitfinexConnectionDeps,
  id: string,
): BitfinexConnection {
  const subscriptions = createSubscriptions(environment);
  let isPaused = false;

  function subscribe(channels: readonly ChannelAddress[]): void {
    for (const channel of channels) socket.send({ event: 'subscribe', ...channel });
  }

  function unsubscribe(chanId: number): void {
    socket.send({ event: 'unsubscribe', chanId });
  }

  function onInfo({ code, platform }: BitfinexEvent & { event: 'info' }): void {
    if (code === INFO_CODES.restart) {
      socket.reconnect(new Error('the vendor restarts its stream'));
      return;
    }
    if (code === INFO_CODES.maintenanceOver) {
      isPaused = false;
      subscribe(subscriptions.startOver());
    }
    if (code === INFO_CODES.maintenance || platform?.status === 0) isPaused = true;
    if (isPaused) connectionState.down(id, new Error('Bitfinex is in maintenance'));
    else connectionState.up(id);
  }

  function onEvent(event: BitfinexEvent): void {
    if (event.event === 'info') {
      onInfo(event);
    } else if (event.event === 'subscribed') {
      // Not wanted where the pair was removed while the subscription was on its way.
      const isWanted = subscriptions.open(event.chanId, event.channel, event.key ?? event.symbol);
      if (!isWanted) unsubscribe(event.chanId);
    } else if (event.event === 'unsubscribed') {
      subscriptions.closed(event.chanId);
    } else if (event.event === 'error') {
      environment.report('request refused by the stream', { exchange: 'Bitfinex', ...event });
    }
  }

  function onMessage(message: unknown): void {
    const data = bitfinexData.safeParse(message).data;
    if (data) {
      if (!isPaused) connectionState.up(id);
      const [chanId, payload] = data;
      if (!Array.isArray(payload)) return;
      for (const tick of subscriptions.ticksOf(chanId, payload)) onTick(tick);
      return;
    }
    const event = bitfinexEvent.safeParse(message).data;
    if (event) onEvent(event);
    else environment.report('message not understood', { exchange: 'Bitfinex' });
  }

  connectionState.opening(id);
  const onOpen = () => {
    isPaused = false;
    subscribe(subscriptions.startOver());
  };
  const socket = createReconnectingSocket(
    environment,
    {
      url: streamUrl,
      name: 'Bitfinex stream',
      silenceMs: SILENCE_MS,
      ping: PING,
      isData: Array.isArray,
      waitMs,
    },
    { onOpen, onMessage, onLost: (error) => connectionState.down(id, error) },
  );

  return {
    add: (code, symbol) => {
      subscriptions.add(code, symbol);
      subscribe(channelsOf(symbol));
    },
    remove: (code) => subscriptions.remove(code).forEach(unsubscribe),
    size: subscriptions.size,
    close: async () => {
      connectionState.remove(id);
      await socket.close();
    },
  };
}
