import { MINUTE_MS } from '@moneytrail/calendar';
import type { z } from 'zod';
import { backoffMs } from '../backoff.ts';
import type { InstrumentRef, LiveHandlers, LiveSource, Tick } from '../feed.ts';
import type { AdmissionControl } from '../http/admission.ts';
import { type ConnectionState, createConnectionState } from '../live/connection-state.ts';
import { decimalDifference } from '../live/decimal-arithmetic.ts';
import { createReconnectingSocket } from '../live/reconnecting-socket.ts';
import type { FeedEnvironment } from '../settings.ts';
import {
  type BitfinexCandle,
  type BitfinexEvent,
  type BitfinexTicker,
  bitfinexCandle,
  bitfinexData,
  bitfinexEvent,
  bitfinexTicker,
} from './wire.ts';

/** @see https://docs.bitfinex.com/docs/requirements-and-limitations#websocket-rate-limits */
const CONNECTION_LIMIT = {
  name: 'connections',
  calls: 20,
  perMs: MINUTE_MS,
  isStream: true,
} as const;
/** A connection has at most 25 channels, two a pair. */
const PAIRS_PER_CONNECTION = 12;
const SYMBOL_RETRY = { firstMs: 2_500, longestMs: 30_000 };
/** Heartbeats come every 15 s. */
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
/** Codes of `info` events. */
const INFO_CODES = { restart: 20_051, maintenance: 20_060, maintenanceOver: 20_061 };
const LAST_MS_OF_MINUTE = 59_999;

/** Follows minute candles and tickers, on as many connections as the pairs need. */
export function createBitfinexLive(
  deps: {
    environment: FeedEnvironment;
    streamUrl: string | undefined;
    symbolOf: (code: string) => Promise<string>;
    /** Shares the limit on connections with other processes. */
    admission: Pick<AdmissionControl, 'admit'>;
    onStream: (isUp: boolean | null) => void;
  },
  handlers: LiveHandlers,
): LiveSource {
  const { environment, streamUrl, symbolOf, admission, onStream } = deps;
  if (!streamUrl) throw new Error('Bitfinex: streamUrl is not set');
  const connectionDeps: ConnectionDeps = {
    environment,
    streamUrl,
    connectionState: createConnectionState({ now: environment.now, onStream }, handlers),
    onTick: handlers.onTick,
    waitMs: async () => {
      const admitted = await admission.admit(CONNECTION_LIMIT, 'reader');
      return admitted.kind === 'wait' ? admitted.ms : 0;
    },
  };
  const connections = new Map<string, Connection>();
  /** The connection of each code; null while its symbol is looked up. */
  const followed = new Map<string, Connection | null>();
  const retries = new Set<NodeJS.Timeout>();
  let isClosed = false;
  let made = 0;

  function connectionWithRoom(): Connection {
    for (const connection of connections.values()) {
      if (connection.size() < PAIRS_PER_CONNECTION) return connection;
    }
    made += 1;
    const id = `connection ${made}`;
    const connection = openConnection(connectionDeps, id);
    connections.set(id, connection);
    return connection;
  }

  async function add(code: string, attempt = 0): Promise<void> {
    followed.set(code, null);
    try {
      const symbol = await symbolOf(code);
      if (isClosed || followed.get(code) !== null) return;
      const connection = connectionWithRoom();
      followed.set(code, connection);
      connection.add(code, symbol);
    } catch (error) {
      environment.report('pair not followed', { exchange: 'Bitfinex', code, cause: `${error}` });
      const retryMs = backoffMs(environment, attempt, SYMBOL_RETRY);
      const timer = setTimeout(() => {
        retries.delete(timer);
        if (followed.get(code) === null) void add(code, attempt + 1);
      }, retryMs);
      retries.add(timer);
    }
  }

  function remove(code: string): void {
    const connection = followed.get(code);
    followed.delete(code);
    connection?.remove(code);
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      if (isClosed) return;
      const wanted = new Set(instruments.map(({ code }) => code));
      for (const code of [...followed.keys()]) if (!wanted.has(code)) remove(code);
      for (const code of wanted) if (!followed.has(code)) void add(code);
      for (const [id, connection] of connections) {
        if (connection.size() > 0) continue;
        connections.delete(id);
        void connection.close();
      }
    },
    close: async () => {
      isClosed = true;
      for (const timer of retries) clearTimeout(timer);
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      connections.clear();
    },
  };
}

type ConnectionDeps = {
  environment: FeedEnvironment;
  streamUrl: string;
  connectionState: ConnectionState;
  onTick: (tick: Tick) => void;
  /** The wait that the limit on connections imposes on the next one; 0 takes a token. */
  waitMs: () => Promise<number>;
};

type Connection = ReturnType<typeof openConnection>;

/** A WebSocket with the two channels, candles and ticker, of some pairs; it subscribes again after a reconnection. */
function openConnection(
  { environment, streamUrl, connectionState, onTick, waitMs }: ConnectionDeps,
  id: string,
) {
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
      // The pair may have been removed since the subscription was sent.
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
    add: (code: string, symbol: string): void => {
      subscriptions.add(code, symbol);
      subscribe(channelsOf(symbol));
    },
    remove: (code: string): void => subscriptions.remove(code).forEach(unsubscribe),
    /** The number of its pairs. */
    size: subscriptions.size,
    close: async (): Promise<void> => {
      connectionState.remove(id);
      await socket.close();
    },
  };
}

/** The parameters of a subscription, by which its acknowledgement names it too. */
type ChannelAddress = { channel: 'candles'; key: string } | { channel: 'ticker'; symbol: string };

type Channel = { code: string; kind: ChannelAddress['channel'] };

function candlesKey(symbol: string): string {
  return `trade:1m:${symbol}`;
}

/** The two channels of a pair: candles for price and volume, the ticker for bid, ask and change. */
function channelsOf(symbol: string): ChannelAddress[] {
  return [
    { channel: 'candles', key: candlesKey(symbol) },
    { channel: 'ticker', symbol },
  ];
}

/** The pairs of one connection, and the channel numbers that are valid on it alone. */
function createSubscriptions(environment: FeedEnvironment) {
  const pairs = new Map<string, { symbol: string; ticks: CandleTicks }>();
  const channels = new Map<number, Channel>();

  function parsed<Row>(schema: z.ZodType<Row>, payload: unknown, channel: Channel): Row | null {
    const result = schema.safeParse(payload);
    if (result.success) return result.data;
    environment.report('message not understood', { exchange: 'Bitfinex', ...channel });
    return null;
  }

  function candleTicks(ticks: CandleTicks, channel: Channel, payload: readonly unknown[]): Tick[] {
    if (payload.length === 0 || Array.isArray(payload[0])) {
      const rows = payload.map((row) => parsed(bitfinexCandle, row, channel));
      return ticks.snapshot(rows.filter((row) => row !== null));
    }
    const candle = parsed(bitfinexCandle, payload, channel);
    return candle ? ticks.update(candle) : [];
  }

  return {
    add: (code: string, symbol: string): void => {
      pairs.set(code, { symbol, ticks: createCandleTicks(environment, code) });
    },
    /** Answers the numbers of the channels to unsubscribe from. */
    remove: (code: string): number[] => {
      pairs.delete(code);
      const numbers = [...channels].filter(([, channel]) => channel.code === code);
      for (const [chanId] of numbers) channels.delete(chanId);
      return numbers.map(([chanId]) => chanId);
    },
    size: () => pairs.size,
    /** All wanted channels, for a new connection; their numbers are void. */
    startOver: (): ChannelAddress[] => {
      channels.clear();
      return [...pairs.values()].flatMap(({ symbol }) => channelsOf(symbol));
    },
    /** Stores the number of an acknowledged channel; false if the channel is no longer wanted. */
    open: (chanId: number, channel: string, keyOrSymbol: string | undefined): boolean => {
      const kind = channel === 'candles' ? 'candles' : 'ticker';
      for (const [code, { symbol }] of pairs) {
        if (keyOrSymbol !== (kind === 'candles' ? candlesKey(symbol) : symbol)) continue;
        channels.set(chanId, { code, kind });
        return true;
      }
      return false;
    },
    closed: (chanId: number): void => {
      channels.delete(chanId);
    },
    ticksOf: (chanId: number, payload: readonly unknown[]): Tick[] => {
      const channel = channels.get(chanId);
      const ticks = channel && pairs.get(channel.code)?.ticks;
      if (!ticks) return [];
      if (channel.kind === 'candles') return candleTicks(ticks, channel, payload);
      const ticker = parsed(bitfinexTicker, payload, channel);
      return ticker ? ticks.ticker(ticker) : [];
    },
  };
}

type CandleTicks = ReturnType<typeof createCandleTicks>;

/**
 * Turns successive states of a pair's minute, and of its ticker, into ticks. A tick's volume is the growth of the
 * minute's, its extremes are new ones of the minute. Corrections of older minutes make no ticks, as history is read again
 * anyway. A quote's tick stays within the last traded minute, so that it opens no bar.
 */
function createCandleTicks({ now }: { now: () => number }, code: string) {
  let minute: BitfinexCandle | null = null;
  let quote: Pick<Tick, 'bid' | 'ask'> = {};

  function priceTick(candle: BitfinexCandle): Tick {
    const [startMs, , price] = candle;
    const timeMs = Math.min(Math.max(now(), startMs), startMs + LAST_MS_OF_MINUTE);
    return { code, timeMs, price, ...quote };
  }

  function opening(candle: BitfinexCandle): Tick[] {
    const [startMs, open, , high, low, volume] = candle;
    const first: Tick = { code, timeMs: startMs, price: open };
    return [first, { ...priceTick(candle), high, low, volume }];
  }

  function change(candle: BitfinexCandle, before: BitfinexCandle): Tick {
    const [, , , high, low, volume] = candle;
    return {
      ...priceTick(candle),
      volume: Math.max(0, decimalDifference(volume, before[5])),
      ...(high > before[3] ? { high } : {}),
      ...(low < before[4] ? { low } : {}),
    };
  }

  return {
    /** The newest minutes, in any order, as sent after a subscription. */
    snapshot: (candles: readonly BitfinexCandle[]): Tick[] => {
      const newest = candles.reduce<BitfinexCandle | null>(
        (best, candle) => (best === null || candle[0] > best[0] ? candle : best),
        null,
      );
      if (newest === null) return [];
      minute = newest;
      return [priceTick(newest)];
    },
    /** A new state of a minute. */
    update: (candle: BitfinexCandle): Tick[] => {
      const before = minute;
      if (before !== null && candle[0] < before[0]) return [];
      minute = candle;
      return before?.[0] === candle[0] ? [change(candle, before)] : opening(candle);
    },
    ticker: ([bid, , ask]: BitfinexTicker): Tick[] => {
      const next = {
        ...(bid === null ? {} : { bid }),
        ...(ask === null ? {} : { ask }),
      };
      const isNew = next.bid !== quote.bid || next.ask !== quote.ask;
      quote = next;
      return isNew && minute !== null ? [priceTick(minute)] : [];
    },
  };
}
