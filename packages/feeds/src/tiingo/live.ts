import type { InstrumentRef, LiveHandlers, LiveSource, Tick } from '../feed.ts';
import { type ConnectionState, createConnectionState } from '../live/connection-state.ts';
import { createReconnectingSocket } from '../live/reconnecting-socket.ts';
import type { FeedEnvironment } from '../settings.ts';
import { type TiingoService, tiingoServiceOf } from './instruments.ts';
import * as wire from './wire.ts';

const SERVICES: readonly TiingoService[] = ['crypto', 'fx', 'iex'];
/** Heartbeats come every 30 s. */
const SILENCE_MS = 45_000;
/** Pause after the stream has refused the key. */
const REFUSED_WAIT_MS = 60_000;
/**
 * Levels of detail, best first; a plan may refuse the first. Crypto 2: trades and quotes, 5: trades; fx 5: top of book;
 * iex 6: reference price, which needs no agreement with the exchange.
 */
const LEVELS: Record<TiingoService, readonly number[]> = { crypto: [2, 5], fx: [5], iex: [6] };

/** Follows ticks on one connection per service, which is open only while the service has followed instruments. */
export function createTiingoLive(
  deps: {
    environment: FeedEnvironment;
    /** Without the service. */
    streamUrl: string | undefined;
    token: string;
    onStream: (isUp: boolean | null) => void;
  },
  handlers: LiveHandlers,
): LiveSource {
  const { environment, streamUrl, token, onStream } = deps;
  if (!streamUrl) throw new Error('Tiingo: streamUrl is not set');
  const connectionDeps: ConnectionDeps = {
    environment,
    streamUrl,
    token,
    connectionState: createConnectionState({ now: environment.now, onStream }, handlers),
    onTick: handlers.onTick,
  };
  const connections = new Map<TiingoService, Connection>();
  let isClosed = false;

  function followService(service: TiingoService, codes: readonly string[]): void {
    const open = connections.get(service);
    if (codes.length === 0) {
      connections.delete(service);
      void open?.close();
      return;
    }
    const connection = open ?? openConnection(connectionDeps, service);
    connections.set(service, connection);
    connection.follow(codes);
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      if (isClosed) return;
      for (const service of SERVICES) {
        const codes = instruments
          .filter(({ type }) => tiingoServiceOf(type) === service)
          .map(({ code }) => code);
        followService(service, codes);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      connections.clear();
    },
  };
}

type ConnectionDeps = {
  environment: FeedEnvironment;
  streamUrl: string;
  token: string;
  connectionState: ConnectionState;
  onTick: (tick: Tick) => void;
};

type Connection = ReturnType<typeof openConnection>;

/** A WebSocket of one service; it subscribes again after a reconnection. */
function openConnection(
  { environment, streamUrl, token, connectionState, onTick }: ConnectionDeps,
  service: TiingoService,
) {
  const ticksOf = createTicks(service);
  const subscription = createSubscription(service, token);

  function sendAll(requests: readonly TiingoRequest[]): void {
    for (const request of requests) socket.send(request);
  }

  function misunderstood(): void {
    environment.report('message not understood', { exchange: 'Tiingo', service });
  }

  function onRefusal({ response }: wire.TiingoMessage): void {
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
    const message = wire.tiingoMessage.safeParse(raw).data;
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
    const subscribed = messageType === 'I' ? wire.tiingoSubscribed.safeParse(data).data : undefined;
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
    /** Replaces the followed codes; sends only the difference. */
    follow: (codes: readonly string[]): void => sendAll(subscription.follow(codes)),
    close: async (): Promise<void> => {
      connectionState.remove(service);
      await socket.close();
    },
  };
}

type TiingoRequest = {
  eventName: 'subscribe' | 'unsubscribe';
  authorization: string;
  eventData: Record<string, unknown>;
};

function tickersOf(codes: Iterable<string>): string[] {
  return [...codes].map((code) => code.toLowerCase());
}

/** The followed codes of a connection, and the requests that bring the vendor up to date. */
function createSubscription(service: TiingoService, token: string) {
  let wanted = new Set<string>();
  let sent = new Set<string>();
  let subscriptionId: number | string | null = null;
  let level = 0;

  function request(
    eventName: TiingoRequest['eventName'],
    eventData: Record<string, unknown>,
  ): TiingoRequest {
    return { eventName, authorization: token, eventData };
  }

  function difference(): TiingoRequest[] {
    if (subscriptionId === null) return [];
    const added = tickersOf([...wanted].filter((code) => !sent.has(code)));
    const removed = tickersOf([...sent].filter((code) => !wanted.has(code)));
    sent = new Set(wanted);
    return [
      ...(added.length > 0 ? [request('subscribe', { subscriptionId, tickers: added })] : []),
      ...(removed.length > 0 ? [request('unsubscribe', { subscriptionId, tickers: removed })] : []),
    ];
  }

  return {
    /** Replaces the followed codes; answers the requests for the difference. */
    follow: (codes: readonly string[]): TiingoRequest[] => {
      wanted = new Set(codes);
      return difference();
    },
    follows: (code: string): boolean => wanted.has(code),
    /** The request for all codes, on a new connection. */
    begin: (): TiingoRequest => {
      subscriptionId = null;
      sent = new Set(wanted);
      const thresholdLevel = LEVELS[service][level];
      return request('subscribe', { thresholdLevel, tickers: tickersOf(wanted) });
    },
    /** Stores the id from the vendor's acknowledgement; answers the requests for changes since `begin`. */
    confirm: (id: number | string): TiingoRequest[] => {
      subscriptionId = id;
      return difference();
    },
    /** Switches `begin` to the next lower level; false if there is none. */
    lower: (): boolean => {
      if (level + 1 >= LEVELS[service].length) return false;
      level += 1;
      return true;
    },
  };
}

/** Turns data of a stream into ticks; null for data that is not understood. */
type StreamTicks = (data: unknown) => Tick[] | null;

/** Each connection has its own, as crypto ticks depend on the trades before. */
function createTicks(service: TiingoService): StreamTicks {
  if (service === 'crypto') return createCryptoTicks();
  return service === 'fx' ? fxTicks : iexTicks;
}

/** The vendor's times have up to nine decimals and an offset. */
function timeMsOf(date: string): number {
  return Math.floor(Date.parse(date));
}

function bidAndAsk(bid: number | null, ask: number | null): Pick<Tick, 'bid' | 'ask'> {
  return { ...(bid === null ? {} : { bid }), ...(ask === null ? {} : { ask }) };
}

/** Trades set the price. Quotes, which are far more frequent, only refresh bid and ask at the last trade's price and time. */
function createCryptoTicks(): StreamTicks {
  const lastTrades = new Map<string, Pick<Tick, 'price' | 'timeMs'>>();
  return (data) => {
    const trade = wire.tiingoCryptoTrade.safeParse(data).data;
    if (trade) {
      const [, ticker, date, , size, price] = trade;
      const code = ticker.toUpperCase();
      const last = { price, timeMs: timeMsOf(date) };
      lastTrades.set(code, last);
      return [{ code, ...last, ...(size === null ? {} : { volume: size }) }];
    }
    const quote = wire.tiingoCryptoQuote.safeParse(data).data;
    if (!quote) return null;
    const [, ticker, , , , bid, , , ask] = quote;
    const code = ticker.toUpperCase();
    const last = lastTrades.get(code);
    return last ? [{ code, ...last, ...bidAndAsk(bid, ask) }] : [];
  };
}

/** The price of a currency pair is the mid price of its quote; there are no trades and no volume. */
const fxTicks: StreamTicks = (data) => {
  const quote = wire.tiingoFxQuote.safeParse(data).data;
  if (!quote) return null;
  const [, ticker, date, , bid, mid, , ask] = quote;
  return [
    { code: ticker.toUpperCase(), timeMs: timeMsOf(date), price: mid, ...bidAndAsk(bid, ask) },
  ];
};

const iexTicks: StreamTicks = (data) => {
  const reference = wire.tiingoIexPrice.safeParse(data).data;
  if (!reference) return null;
  const [date, ticker, price] = reference;
  return [{ code: ticker.toUpperCase(), timeMs: timeMsOf(date), price }];
};
