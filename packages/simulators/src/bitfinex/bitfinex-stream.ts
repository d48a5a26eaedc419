import type { WebSocket } from 'ws';
import type { Market } from '../market/market.ts';
import { type JsonObject, parseMessage } from '../server/json-message.ts';
import type { StreamHub } from '../server/provider.ts';
import { CODES } from './errors.ts';
import type { BitfinexInstrument } from './listings.ts';
import {
  type CandleRow,
  candleHistory,
  candleRows,
  isTimeFrame,
  tickerRow,
  tradeRow,
} from './rows.ts';

const SNAPSHOT_CANDLES = 240;
const SNAPSHOT_TRADES = 30;

/** One subscription of one connection. */
type Channel = {
  /** Equal for equal subscriptions. */
  id: string;
  /** The fields that the confirmation repeats. */
  describe: Readonly<Record<string, string>>;
  snapshot: () => unknown;
  /** Payloads of the messages to send, in order. */
  updates: () => unknown[][];
  lastSentMs: number;
};

function isSameRow(one: readonly number[] | undefined, other: readonly number[]): boolean {
  return one?.every((value, index) => value === other[index]) ?? false;
}

/** Candles: every state of the newest one, and the last state of the previous one when a new one begins. */
function candleChannel(
  market: Market,
  instrument: BitfinexInstrument,
  frame: string,
  key: string,
): Channel {
  let last: CandleRow | undefined;
  return {
    id: `candles ${key}`,
    describe: { channel: 'candles', key },
    lastSentMs: market.now(),
    snapshot: () => {
      const query = {
        frame,
        startMs: 0,
        endMs: market.now(),
        limit: SNAPSHOT_CANDLES,
        isAscending: false,
      };
      const rows = candleHistory(market, instrument, query);
      last = rows[0];
      return rows;
    },
    updates: () => {
      const fromMs = last?.[0] ?? market.now();
      const rows = candleRows(market, instrument, frame, { fromMs, toMs: market.now() + 1 });
      const changed = rows.filter((row) => !isSameRow(last, row));
      last = rows.at(-1) ?? last;
      return changed.map((row) => [row]);
    },
  };
}

/** The ticker, if it differs from the last one sent. */
function tickerChannel(market: Market, instrument: BitfinexInstrument): Channel {
  let last: number[] | undefined;
  const { symbol, pair } = instrument;
  return {
    id: `ticker ${symbol}`,
    describe: { channel: 'ticker', symbol, pair },
    lastSentMs: market.now(),
    snapshot: () => {
      last = tickerRow(market, instrument);
      return last;
    },
    updates: () => {
      const next = tickerRow(market, instrument);
      const isNew = !isSameRow(last, next);
      last = next;
      return isNew ? [[next]] : [];
    },
  };
}

/** Trades: each is sent twice, as executed (`te`) and as booked (`tu`). */
function tradeChannel(market: Market, instrument: BitfinexInstrument): Channel {
  const { symbol, pair } = instrument;
  let sentUntilMs = market.now();
  return {
    id: `trades ${symbol}`,
    describe: { channel: 'trades', symbol, pair },
    lastSentMs: market.now(),
    snapshot: () => {
      sentUntilMs = market.now();
      const range = { fromMs: sentUntilMs - 60 * 60_000, toMs: sentUntilMs };
      return market
        .trades(instrument.market, range)
        .slice(-SNAPSHOT_TRADES)
        .reverse()
        .map(tradeRow);
    },
    updates: () => {
      const range = { fromMs: sentUntilMs + 1, toMs: market.now() };
      sentUntilMs = Math.max(sentUntilMs, market.now());
      return market.trades(instrument.market, range).flatMap((trade) => [
        ['te', tradeRow(trade)],
        ['tu', tradeRow(trade)],
      ]);
    },
  };
}

const FLAG_TIMESTAMP = 32_768;
const FLAG_SEQUENCE = 65_536;

/** One client of the stream with its channels by id. */
function createConnection({ now }: { now: () => number }, socket: WebSocket) {
  const channels = new Map<number, Channel>();
  let flags = 0;
  let sequence = 0;
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  return {
    channels,
    setFlags: (wanted: number) => {
      flags = wanted;
    },
    send,
    /** Sends data of a channel, with sequence number and time if the client has set these flags. */
    sendData: (channelId: number, ...payload: unknown[]) => {
      const message: unknown[] = [channelId, ...payload];
      if (flags & FLAG_SEQUENCE) {
        sequence += 1;
        message.push(sequence);
      }
      if (flags & FLAG_TIMESTAMP) message.push(now());
      const channel = channels.get(channelId);
      if (channel) channel.lastSentMs = now();
      send(message);
    },
    /** Sends an error that repeats the request. */
    fail: (request: JsonObject, code: number, msg: string) =>
      send({ ...request, event: 'error', msg, code }),
  };
}
type Connection = ReturnType<typeof createConnection>;

const MAX_CHANNELS = 25;
const FIRST_CHANNEL_ID = 300_001;

type Deps = { market: Market; instruments: ReadonlyMap<string, BitfinexInstrument> };
type Refusal = { code: number; msg: string };

function openChannel({ market, instruments }: Deps, request: JsonObject): Channel | Refusal {
  if (request.channel === 'candles') {
    const key = String(request.key ?? '');
    const [kind, frame = '', ...rest] = key.split(':');
    const instrument = instruments.get(rest.join(':'));
    if (kind !== 'trade' || !isTimeFrame(frame) || !instrument) {
      return { code: CODES.subscribe, msg: 'key: invalid' };
    }
    return candleChannel(market, instrument, frame, key);
  }
  if (request.channel !== 'ticker' && request.channel !== 'trades') {
    return { code: CODES.unknownChannel, msg: 'channel: unknown' };
  }
  const instrument = instruments.get(String(request.symbol ?? ''));
  if (!instrument) return { code: CODES.subscribe, msg: 'symbol: invalid' };
  const open = request.channel === 'ticker' ? tickerChannel : tradeChannel;
  return open(market, instrument);
}

/** Handles the messages of clients: ping, conf, subscribe, unsubscribe. */
function createConversation(deps: Deps): (connection: Connection, request: JsonObject) => void {
  let nextChannelId = FIRST_CHANNEL_ID;

  const subscribe = (connection: Connection, request: JsonObject) => {
    const { channels, fail } = connection;
    if (channels.size >= MAX_CHANNELS) {
      return fail(request, CODES.channelLimit, 'channel limit: reached');
    }
    const channel = openChannel(deps, request);
    if ('code' in channel) return fail(request, channel.code, channel.msg);
    if ([...channels.values()].some(({ id }) => id === channel.id)) {
      return fail(request, CODES.alreadySubscribed, 'subscribe: dup');
    }
    const chanId = nextChannelId;
    nextChannelId += 1;
    channels.set(chanId, channel);
    connection.send({ event: 'subscribed', ...channel.describe, chanId });
    return connection.sendData(chanId, channel.snapshot());
  };

  const unsubscribe = (connection: Connection, request: JsonObject) => {
    const chanId = Number(request.chanId);
    if (!connection.channels.delete(chanId)) {
      return connection.fail(request, CODES.unsubscribe, 'unsubscribe: invalid');
    }
    return connection.send({ event: 'unsubscribed', status: 'OK', chanId });
  };

  return (connection, request) => {
    switch (request.event) {
      case 'ping':
        return connection.send({ event: 'pong', ts: deps.market.now(), cid: request.cid });
      case 'conf': {
        const flags = Number(request.flags ?? 0);
        connection.setFlags(flags);
        return connection.send({ event: 'conf', status: 'OK', flags });
      }
      case 'subscribe':
        return subscribe(connection, request);
      case 'unsubscribe':
        return unsubscribe(connection, request);
      default:
        return connection.fail(request, CODES.generic, 'event: invalid');
    }
  };
}

const HEARTBEAT_MS = 15_000;

/** Bitfinex's WebSocket version 2: candles, ticker and trades with snapshot, updates and heartbeats. */
export function createBitfinexHub(deps: {
  market: Market;
  instruments: ReadonlyMap<string, BitfinexInstrument>;
}): StreamHub {
  const { market } = deps;
  const connections = new Set<Connection>();
  const receive = createConversation(deps);
  let isUnderMaintenance = false;

  const broadcast = (code: number, msg: string) => {
    for (const connection of connections) connection.send({ event: 'info', code, msg });
  };

  return {
    accept: (socket) => {
      const connection = createConnection(market, socket);
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => receive(connection, parseMessage(data)));
      const platform = { status: isUnderMaintenance ? 0 : 1 };
      connection.send({ event: 'info', version: 2, serverId: 'simulator', platform });
    },
    tick: () => {
      for (const { channels, sendData } of connections) {
        for (const [channelId, channel] of channels) {
          for (const update of channel.updates()) sendData(channelId, ...update);
          if (market.now() - channel.lastSentMs >= HEARTBEAT_MS) sendData(channelId, 'hb');
        }
      }
    },
    maintain: (begins) => {
      isUnderMaintenance = begins;
      if (begins) broadcast(CODES.maintenanceBegins, 'Entering in Maintenance mode.');
      else broadcast(CODES.maintenanceEnds, 'Maintenance ended. Please resubscribe all channels.');
      // Subscriptions end: clients are asked to subscribe again.
      for (const { channels } of connections) channels.clear();
    },
    announceRestart: () => broadcast(CODES.restart, 'Stopping. Please try to reconnect'),
  };
}
