import { zoneOffsetMs } from '@moneytrail/calendar';
import type { Market, Trade } from '../market/market.ts';
import { type JsonObject, jsonObject, parseMessage } from '../server/json-message.ts';
import type { StreamHub } from '../server/provider.ts';
import { offsetStamp, quoteAround } from './boards.ts';
import type { TiingoInstruments, TiingoPair, TiingoStock } from './listings.ts';

const ZONE = 'America/New_York';
const EXCHANGE = 'gdax';

/** IEX's time format: nanoseconds and New York's offset. */
function newYorkStamp(timeMs: number): string {
  const offsetMs = zoneOffsetMs(ZONE, timeMs);
  const wall = new Date(timeMs + offsetMs).toISOString().replace('Z', '000000');
  return `${wall}-${String(-offsetMs / 3_600_000).padStart(2, '0')}:00`;
}

/** `["T", ticker, date, exchange, lastSize, lastPrice]` */
function cryptoTrade(pair: TiingoPair, { timeMs, volume, price }: Trade): unknown[] {
  return ['T', pair.ticker, offsetStamp(timeMs), EXCHANGE, volume, price];
}

/** `["Q", ticker, date, exchange, bidSize, bidPrice, mid, askSize, askPrice]` */
function cryptoQuote(pair: TiingoPair, { timeMs, price }: Trade): unknown[] {
  const { bid, ask, mid } = quoteAround(pair, price);
  return ['Q', pair.ticker, offsetStamp(timeMs), EXCHANGE, 0.25, bid, mid, 0.2, ask];
}

/** `["Q", ticker, date, bidSize, bidPrice, mid, askSize, askPrice]` */
function forexQuote(pair: TiingoPair, { timeMs, price }: Trade): unknown[] {
  const { bid, ask, mid } = quoteAround(pair, price);
  return ['Q', pair.ticker, offsetStamp(timeMs), 1_000_000, bid, mid, 1_000_000, ask];
}

/** `[date, ticker, referencePrice]` */
function referencePrice(stock: TiingoStock, { timeMs, price }: Trade): unknown[] {
  return [newYorkStamp(timeMs), stock.ticker.toLowerCase(), price];
}

/** One service of the stream; `levels` are the accepted threshold levels, instruments have lower-case keys. */
function serviceOf<Instrument extends TiingoPair | TiingoStock>(
  market: Market,
  service: {
    name: string;
    levels: readonly number[];
    instruments: ReadonlyMap<string, Instrument>;
    rows: (instrument: Instrument, trade: Trade, level: number) => unknown[][];
  },
) {
  const { name, levels, instruments, rows } = service;
  return {
    name,
    levels,
    tickers: [...instruments.keys()],
    /** `data` arrays of the trades in `[fromMs, toMs]`; empty for an unknown ticker. */
    rowsOf: (ticker: string, level: number, range: { fromMs: number; toMs: number }) => {
      const instrument = instruments.get(ticker);
      if (!instrument) return [];
      return market
        .trades(instrument.market, range)
        .flatMap((trade) => rows(instrument, trade, level));
    },
  };
}
type StreamService = ReturnType<typeof serviceOf>;

/** The services by path. IEX has reference prices only: its other levels require an agreement with the exchange. */
function createStreamServices(
  market: Market,
  { crypto, forex, stocks }: TiingoInstruments,
): ReadonlyMap<string, StreamService> {
  const stocksByTicker = new Map(
    [...stocks].map(([ticker, stock]) => [ticker.toLowerCase(), stock] as const),
  );
  return new Map([
    [
      '/crypto',
      serviceOf(market, {
        name: 'crypto_data',
        levels: [2, 5],
        instruments: crypto,
        rows: (pair, trade, level) =>
          level === 2
            ? [cryptoTrade(pair, trade), cryptoQuote(pair, trade)]
            : [cryptoTrade(pair, trade)],
      }),
    ],
    [
      '/fx',
      serviceOf(market, {
        name: 'fx',
        levels: [5],
        instruments: forex,
        rows: (pair, trade) => [forexQuote(pair, trade)],
      }),
    ],
    [
      '/iex',
      serviceOf(market, {
        name: 'iex',
        levels: [6],
        instruments: stocksByTicker,
        rows: (stock, trade) => [referencePrice(stock, trade)],
      }),
    ],
  ]);
}

const HEARTBEAT_MS = 30_000;
/** The longest span that is sent after the clock has jumped. */
const MAX_BACKLOG_MS = 60_000;

type Subscription = {
  id: number;
  level: number;
  tickers: Set<string>;
  sentUntilMs: number;
  lastHeartbeatMs: number;
};

/** One connection to one service, with at most one subscription, which is changed by its id. */
function createSubscriber(
  deps: {
    now: () => number;
    token: string;
    nextSubscriptionId: () => number;
    service: StreamService;
  },
  send: (message: JsonObject) => void,
) {
  const { now, token, service } = deps;
  let subscription: Subscription | null = null;

  const fail = (code: number, message: string) =>
    send({ messageType: 'E', response: { code, message } });
  const confirm = (data: JsonObject) =>
    send({ response: { code: 200, message: 'Success' }, data, messageType: 'I' });
  const sendHeartbeat = (open: Subscription) => {
    open.lastHeartbeatMs = now();
    send({ response: { code: 200, message: 'HeartBeat' }, messageType: 'H' });
  };
  const tickersOf = (value: unknown): string[] => {
    const asked = Array.isArray(value) ? value.map((ticker) => String(ticker).toLowerCase()) : [];
    return asked.includes('*') ? [...service.tickers] : asked;
  };

  const open = (eventData: JsonObject) => {
    const level = Number(eventData.thresholdLevel);
    if (!service.levels.includes(level)) {
      return fail(400, 'thresholdLevel not valid for your subscription tier');
    }
    const id = deps.nextSubscriptionId();
    const tickers = new Set(tickersOf(eventData.tickers));
    subscription = { id, level, tickers, sentUntilMs: now(), lastHeartbeatMs: now() };
    confirm({ subscriptionId: id });
    return sendHeartbeat(subscription);
  };

  const change = ({ tickers, level }: Subscription, isRemoval: boolean, eventData: JsonObject) => {
    for (const ticker of tickersOf(eventData.tickers)) {
      if (isRemoval) tickers.delete(ticker);
      else tickers.add(ticker);
    }
    confirm({ tickers: [...tickers], thresholdLevel: String(level) });
  };

  return {
    receive: ({ eventName, authorization, eventData }: JsonObject & { eventData: JsonObject }) => {
      if (eventName !== 'subscribe' && eventName !== 'unsubscribe') {
        return fail(400, 'Invalid message');
      }
      if (authorization !== token) return fail(401, 'Invalid token');
      const isRemoval = eventName === 'unsubscribe';
      if (subscription && eventData.subscriptionId === subscription.id) {
        return change(subscription, isRemoval, eventData);
      }
      return isRemoval ? fail(400, 'Unknown subscriptionId') : open(eventData);
    },
    /** Sends the trades since the last tick, and a heartbeat every 30 seconds. */
    tick: () => {
      if (!subscription) return;
      const toMs = now();
      const fromMs = Math.max(subscription.sentUntilMs + 1, toMs - MAX_BACKLOG_MS);
      subscription.sentUntilMs = Math.max(subscription.sentUntilMs, toMs);
      for (const ticker of subscription.tickers) {
        for (const data of service.rowsOf(ticker, subscription.level, { fromMs, toMs })) {
          send({ service: service.name, messageType: 'A', data });
        }
      }
      if (toMs - subscription.lastHeartbeatMs >= HEARTBEAT_MS) sendHeartbeat(subscription);
    },
  };
}

/** Tiingo's WebSocket: ticks of crypto, forex and IEX reference prices; no bars. */
export function createTiingoHub(deps: {
  market: Market;
  instruments: TiingoInstruments;
  token: string;
}): StreamHub & { paths: ReadonlySet<string> } {
  const { market, token } = deps;
  const services = createStreamServices(market, deps.instruments);
  const subscribers = new Set<ReturnType<typeof createSubscriber>>();
  let lastSubscriptionId = 13_000;
  const nextSubscriptionId = () => {
    lastSubscriptionId += 1;
    return lastSubscriptionId;
  };

  return {
    paths: new Set(services.keys()),
    accept: (socket, path) => {
      const service = services.get(path);
      if (!service) return socket.close();
      const subscriber = createSubscriber(
        { now: market.now, token, nextSubscriptionId, service },
        (message) => socket.send(JSON.stringify(message)),
      );
      subscribers.add(subscriber);
      socket.on('close', () => subscribers.delete(subscriber));
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => {
        const message = parseMessage(data);
        subscriber.receive({ ...message, eventData: jsonObject(message.eventData) });
      });
    },
    tick: () => {
      for (const subscriber of subscribers) subscriber.tick();
    },
    // Tiingo announces neither maintenance nor a restart: connections just end.
    maintain: () => {},
    announceRestart: () => {},
  };
}
