import type { Tick } from '../../feed.ts';
import type { ConnectionState } from '../../live/connection-state.ts';
import { createReconnectingSocket } from '../../live/reconnecting-socket.ts';
import type { FeedEnvironment } from '../../settings.ts';
import type { TiingoService } from '../map.ts';
import { createTiingoSubscription, type TiingoRequest } from './subscription.ts';
import { createStreamTicks } from './ticks.ts';
import { type TiingoMessage, tiingoMessage, tiingoSubscribed } from './wire.ts';

/** Heartbeats come every 30 s. */
const SILENCE_MS = 45_000;
/** A refused key is not tried again every second. */
const REFUSED_WAIT_MS = 60_000;

export type TiingoConnectionDeps = {
  environment: FeedEnvironment;
  /** Of the vendor, without the service. */
  streamUrl: string;
  token: string;
  connectionState: ConnectionState;
  onTick: (tick: Tick) => void;
};

/** One WebSocket of one service and the tickers subscribed on it. */
export type TiingoConnection = {
  /** Replaces what is followed; sends only the difference. */
  follow: (codes: readonly string[]) => void;
  close: () => Promise<void>;
};

/** Opens a connection that subscribes again whenever it had to be made anew. */
export function createTiingoConnection(
  { environment, streamUrl, token, connectionState, onTick }: TiingoConnectionDeps,
  service: TiingoService,
): TiingoConnection {
  const ticksOf = createStreamTicks(service);
  const subscription = createTiingoSubscription(service, token);

  function sendAll(requests: readonly TiingoRequest[]): void {
    for (const request of requests) socket.send(request);
  }

  function misunderstood(): void {
    environment.report('message not understood', { exchange: 'Tiingo', service });
  }

  function onRefusal({ response }: TiingoMessage): void {
    const { code = 0, message = '' } = response ?? {};
    if (/thresholdLevel/i.test(message) && subscription.lower()) {
      socket.send(subscription.begin());
      return;
    }
    const cause = message.replaceAll(token || '\0', '***');
    socket.reconnect(new Error(`Tiingo: stream refused, ${code} ${cause}`), REFUSED_WAIT_MS);
  }

  function onData(data: unknown): void {
    const ticks = ticksOf(data);
    if (ticks === null) misunderstood();
    for (const tick of ticks ?? []) if (subscription.follows(tick.code)) onTick(tick);
  }

  function onMessage(raw: unknown): void {
    const message = tiingoMessage.safeParse(raw).data;
    if (!message) {
      misunderstood();
      return;
    }
    const { messageType, data } = message;
    if (messageType === 'E') {
      onRefusal(message);
      return;
    }
    connectionState.up(service);
    const subscribed = messageType === 'I' ? tiingoSubscribed.safeParse(data).data : undefined;
    if (subscribed) sendAll(subscription.confirm(subscribed.subscriptionId));
    if (messageType === 'A' || messageType === 'U') onData(data);
  }

  connectionState.opening(service);
  const url = `${streamUrl.replace(/\/+$/, '')}/${service}`;
  const socket = createReconnectingSocket(
    environment,
    { url, name: `Tiingo ${service} stream`, silenceMs: SILENCE_MS },
    {
      onOpen: () => socket.send(subscription.begin()),
      onMessage,
      onLost: (error) => connectionState.down(service, error),
    },
  );

  return {
    follow: (codes) => sendAll(subscription.follow(codes)),
    close: async () => {
      connectionState.remove(service);
      await socket.close();
    },
  };
}
