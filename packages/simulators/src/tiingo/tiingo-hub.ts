import type { WebSocket } from 'ws';
import type { Market } from '../market/market.ts';
import type { Trade } from '../market/trades.ts';
import type { StreamHub } from '../server/provider.ts';
import type { TiingoInstruments, TiingoPair, TiingoStock } from './listings.ts';
import { cryptoService, forexService, iexService, type StreamService } from './stream-rows.ts';

const HEARTBEAT_MS = 30_000;
/** After a pause of the clock no more than this is told. */
const MAX_BACKLOG_MS = 60_000;

/** Paths of the stream. */
export const TIINGO_STREAMS = { '/crypto': cryptoService, '/fx': forexService, '/iex': iexService };

/** A service with its instruments looked up by ticker. */
type Service = {
  name: string;
  levels: readonly number[];
  tickers: readonly string[];
  say: (ticker: string, level: number, range: { fromMs: number; toMs: number }) => unknown[][];
};

type Subscription = {
  id: number;
  level: number;
  tickers: Set<string>;
  saidUntilMs: number;
  lastBeatMs: number;
};

type Connection = { socket: WebSocket; service: Service; subscription: Subscription | null };

function makeService<Instrument extends TiingoPair | TiingoStock>(
  market: Market,
  { service, levels, instruments, rows }: StreamService<Instrument>,
): Service {
  return {
    name: service,
    levels,
    tickers: [...instruments.keys()],
    say: (ticker, level, range) => {
      const instrument = instruments.get(ticker);
      if (!instrument) return [];
      return market
        .trades(instrument.market, range)
        .flatMap((trade: Trade) => rows(instrument, trade, level));
    },
  };
}

type Message = {
  eventName: unknown;
  authorization: unknown;
  eventData: Readonly<Record<string, unknown>>;
};

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parseMessage(data: unknown): Message | null {
  try {
    const { eventName, authorization, eventData } = objectOf(JSON.parse(String(data)));
    return { eventName, authorization, eventData: objectOf(eventData) };
  } catch {
    return null;
  }
}

/** Tiingo's WebSocket: ticks of crypto, forex and IEX reference prices; no bars. */
export function createTiingoHub(deps: {
  market: Market;
  instruments: TiingoInstruments;
  token: string;
}): StreamHub {
  const { market, instruments, token } = deps;
  const services = new Map<string, Service>([
    ['/crypto', makeService(market, cryptoService(instruments))],
    ['/fx', makeService(market, forexService(instruments))],
    ['/iex', makeService(market, iexService(instruments))],
  ]);
  const connections = new Set<Connection>();
  let lastSubscriptionId = 13_000;

  const say = ({ socket }: Connection, message: unknown) => socket.send(JSON.stringify(message));
  const fail = (connection: Connection, code: number, message: string) =>
    say(connection, { messageType: 'E', response: { code, message } });
  const beat = (connection: Connection, subscription: Subscription) => {
    subscription.lastBeatMs = market.now();
    say(connection, { response: { code: 200, message: 'HeartBeat' }, messageType: 'H' });
  };
  const confirm = (connection: Connection, data: unknown) =>
    say(connection, { response: { code: 200, message: 'Success' }, data, messageType: 'I' });

  const tickersOf = (connection: Connection, value: unknown): string[] => {
    const asked = Array.isArray(value) ? value.map((ticker) => String(ticker).toLowerCase()) : [];
    return asked.includes('*') ? [...connection.service.tickers] : asked;
  };

  const change = (connection: Connection, subscription: Subscription, message: Message) => {
    for (const ticker of tickersOf(connection, message.eventData.tickers)) {
      if (message.eventName === 'unsubscribe') subscription.tickers.delete(ticker);
      else subscription.tickers.add(ticker);
    }
    const { tickers, level } = subscription;
    confirm(connection, { tickers: [...tickers], thresholdLevel: String(level) });
  };

  const hear = (connection: Connection, message: Message | null) => {
    if (message?.eventName !== 'subscribe' && message?.eventName !== 'unsubscribe') {
      return fail(connection, 400, 'Invalid message');
    }
    if (message.authorization !== token) return fail(connection, 401, 'Invalid token');
    const { subscription, service } = connection;
    const { subscriptionId, thresholdLevel, tickers } = message.eventData;
    if (subscription && subscriptionId === subscription.id)
      return change(connection, subscription, message);
    if (message.eventName === 'unsubscribe') return fail(connection, 400, 'Unknown subscriptionId');
    const level = Number(thresholdLevel);
    if (!service.levels.includes(level)) {
      return fail(connection, 400, 'thresholdLevel not valid for your subscription tier');
    }
    lastSubscriptionId += 1;
    const opened: Subscription = {
      id: lastSubscriptionId,
      level,
      tickers: new Set(tickersOf(connection, tickers)),
      saidUntilMs: market.now(),
      lastBeatMs: market.now(),
    };
    connection.subscription = opened;
    confirm(connection, { subscriptionId: opened.id });
    return beat(connection, opened);
  };

  return {
    accept: (socket, request) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const service = services.get(path);
      if (!service) return socket.close();
      const connection: Connection = { socket, service, subscription: null };
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => hear(connection, parseMessage(data)));
    },
    tick: () => {
      const nowMs = market.now();
      for (const connection of connections) {
        const { subscription, service } = connection;
        if (!subscription) continue;
        const range = {
          fromMs: Math.max(subscription.saidUntilMs + 1, nowMs - MAX_BACKLOG_MS),
          toMs: nowMs,
        };
        subscription.saidUntilMs = Math.max(subscription.saidUntilMs, nowMs);
        for (const ticker of subscription.tickers) {
          for (const data of service.say(ticker, subscription.level, range)) {
            say(connection, { service: service.name, messageType: 'A', data });
          }
        }
        if (nowMs - subscription.lastBeatMs >= HEARTBEAT_MS) beat(connection, subscription);
      }
    },
    maintain: () => {},
    announceRestart: () => {},
  };
}
