import type { Tick } from '../feed.ts';
import type { LinkState } from '../live/link-state.ts';
import { createReconnectingSocket } from '../live/reconnecting-socket.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { TiingoService } from './map.ts';
import { createStreamTicks } from './stream-ticks.ts';
import { tiingoMessage, tiingoSubscription } from './stream-wire.ts';

/** Heartbeats come every 30 s. */
const SILENCE_MS = 60_000;
/** A refused key is not tried again every second. */
const REFUSED_REST_MS = 60_000;
const BAD_REQUEST = 400;

/**
 * How much a stream says, best first; a plan may refuse the first. Crypto 2: trades and quotes, 5: trades;
 * fx 5: top of book; iex 6: reference price, which needs no agreement with the exchange.
 */
const LEVELS: Record<TiingoService, readonly number[]> = { crypto: [2, 5], fx: [5], iex: [6] };

export type TiingoConnectionDeps = {
  environment: FeedEnvironment;
  /** Of the vendor, without the service. */
  streamUrl: string;
  token: string;
  links: LinkState;
  onTick: (tick: Tick) => void;
};

/** One WebSocket of one service and the tickers subscribed on it. */
export type TiingoConnection = {
  /** Replaces what is followed; sends only the difference. */
  follow: (codes: readonly string[]) => void;
  close: () => Promise<void>;
};

export function createTiingoConnection(
  { environment, streamUrl, token, links, onTick }: TiingoConnectionDeps,
  service: TiingoService,
): TiingoConnection {
  const ticksOf = createStreamTicks(service);
  let wanted = new Set<string>();
  /** Codes that the present subscription was asked for. */
  let asked = new Set<string>();
  let subscriptionId: number | string | null = null;
  let level = 0;

  function send(eventName: 'subscribe' | 'unsubscribe', eventData: Record<string, unknown>): void {
    socket.send({ eventName, authorization: token, eventData });
  }

  function subscribe(): void {
    subscriptionId = null;
    asked = new Set(wanted);
    const tickers = [...wanted].map((code) => code.toLowerCase());
    send('subscribe', { thresholdLevel: LEVELS[service][level], tickers });
  }

  /** Tells the vendor what has been added and removed since it was last told. */
  function tellDifference(): void {
    if (subscriptionId === null) return;
    const added = [...wanted].filter((code) => !asked.has(code));
    const removed = [...asked].filter((code) => !wanted.has(code));
    asked = new Set(wanted);
    const lower = (codes: string[]) => codes.map((code) => code.toLowerCase());
    if (added.length > 0) send('subscribe', { subscriptionId, tickers: lower(added) });
    if (removed.length > 0) send('unsubscribe', { subscriptionId, tickers: lower(removed) });
  }

  function onError(code: number, message: string): void {
    if (
      code === BAD_REQUEST &&
      /thresholdLevel/i.test(message) &&
      level + 1 < LEVELS[service].length
    ) {
      level += 1;
      subscribe();
      return;
    }
    socket.restart(new Error(`stream refused, ${code} ${message}`), REFUSED_REST_MS);
  }

  function onData(data: unknown): void {
    const ticks = ticksOf(data);
    if (ticks === null)
      environment.report('message not understood', { exchange: 'Tiingo', service });
    for (const tick of ticks ?? []) if (wanted.has(tick.code)) onTick(tick);
  }

  function onMessage(raw: unknown): void {
    const message = tiingoMessage.safeParse(raw).data;
    if (!message) {
      environment.report('message not understood', { exchange: 'Tiingo', service });
      return;
    }
    const { messageType, data, response } = message;
    if (messageType === 'E') {
      onError(response?.code ?? 0, response?.message ?? '');
      return;
    }
    links.isHeard(service);
    const subscription = tiingoSubscription.safeParse(data).data;
    if (messageType === 'I' && subscription) {
      subscriptionId = subscription.subscriptionId;
      tellDifference();
    }
    if (messageType === 'A' || messageType === 'U') onData(data);
  }

  links.joins(service);
  const socket = createReconnectingSocket(
    environment,
    {
      url: `${streamUrl.replace(/\/+$/, '')}/${service}`,
      name: `Tiingo ${service} stream`,
      silenceMs: SILENCE_MS,
    },
    { onOpen: subscribe, onMessage, onLost: (error) => links.isDown(service, error) },
  );

  return {
    follow: (codes) => {
      wanted = new Set(codes);
      tellDifference();
    },
    close: async () => {
      links.leaves(service);
      await socket.close();
    },
  };
}
