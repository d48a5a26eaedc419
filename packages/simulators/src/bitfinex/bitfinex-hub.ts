import type { WebSocket } from 'ws';
import type { Market } from '../market/market.ts';
import type { StreamHub } from '../server/provider.ts';
import { tickerRow } from './board.ts';
import { isTimeFrame } from './candles.ts';
import { type Channel, candleChannel, tickerChannel, tradeChannel } from './channels.ts';
import { CODES } from './errors.ts';
import type { BitfinexInstrument } from './listings.ts';

const MAX_CHANNELS = 25;
const HEARTBEAT_MS = 15_000;
const FLAG_TIMESTAMP = 32_768;
const FLAG_SEQUENCE = 65_536;

type Connection = {
  socket: WebSocket;
  channels: Map<number, Channel>;
  flags: number;
  sequence: number;
};

type Message = Readonly<Record<string, unknown>>;

function parseMessage(data: unknown): Message | null {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}

/** Bitfinex' WebSocket version 2: candles, ticker and trades with snapshot, updates and heartbeats. */
export function createBitfinexHub(deps: {
  market: Market;
  instruments: ReadonlyMap<string, BitfinexInstrument>;
}): StreamHub {
  const { market, instruments } = deps;
  const connections = new Set<Connection>();
  let lastChannelId = 300_000;
  let isUnderMaintenance = false;

  const say = (connection: Connection, message: unknown) =>
    connection.socket.send(JSON.stringify(message));
  const info = (code: number, msg: string) => {
    for (const connection of connections) say(connection, { event: 'info', code, msg });
  };

  /** Data of a channel, with sequence number and time where the connection asked for them. */
  const sayData = (connection: Connection, channelId: number, ...payload: unknown[]) => {
    const message: unknown[] = [channelId, ...payload];
    if (connection.flags & FLAG_SEQUENCE) {
      connection.sequence += 1;
      message.push(connection.sequence);
    }
    if (connection.flags & FLAG_TIMESTAMP) message.push(market.now());
    const channel = connection.channels.get(channelId);
    if (channel) channel.lastSentMs = market.now();
    say(connection, message);
  };

  const fail = (connection: Connection, message: Message, code: number, msg: string) =>
    say(connection, { ...message, event: 'error', msg, code });

  const makeChannel = (message: Message): Channel | { code: number; msg: string } => {
    if (message.channel === 'candles') {
      const key = String(message.key ?? '');
      const [kind, frame = '', ...rest] = key.split(':');
      const instrument = instruments.get(rest.join(':'));
      if (kind !== 'trade' || !isTimeFrame(frame) || !instrument) {
        return { code: CODES.subscribe, msg: 'key: invalid' };
      }
      return candleChannel(market, instrument, frame, key);
    }
    if (message.channel !== 'ticker' && message.channel !== 'trades') {
      return { code: CODES.unknownChannel, msg: 'channel: unknown' };
    }
    const instrument = instruments.get(String(message.symbol ?? ''));
    if (!instrument) return { code: CODES.subscribe, msg: 'symbol: invalid' };
    return message.channel === 'ticker'
      ? tickerChannel(market, instrument, () => tickerRow(market, instrument))
      : tradeChannel(market, instrument);
  };

  const subscribe = (connection: Connection, message: Message) => {
    if (connection.channels.size >= MAX_CHANNELS) {
      return fail(connection, message, CODES.channelLimit, 'channel limit: reached');
    }
    const channel = makeChannel(message);
    if ('code' in channel) return fail(connection, message, channel.code, channel.msg);
    const isDouble = [...connection.channels.values()].some(({ id }) => id === channel.id);
    if (isDouble) return fail(connection, message, CODES.alreadySubscribed, 'subscribe: dup');
    lastChannelId += 1;
    connection.channels.set(lastChannelId, channel);
    say(connection, { event: 'subscribed', ...channel.describe, chanId: lastChannelId });
    sayData(connection, lastChannelId, channel.snapshot());
  };

  const hear = (connection: Connection, message: Message | null) => {
    if (message?.event === 'ping') {
      return say(connection, { event: 'pong', ts: market.now(), cid: message.cid });
    }
    if (message?.event === 'conf') {
      connection.flags = Number(message.flags ?? 0);
      return say(connection, { event: 'conf', status: 'OK', flags: connection.flags });
    }
    if (message?.event === 'subscribe') return subscribe(connection, message);
    if (message?.event === 'unsubscribe') {
      const chanId = Number(message.chanId);
      if (connection.channels.delete(chanId)) {
        return say(connection, { event: 'unsubscribed', status: 'OK', chanId });
      }
      return fail(connection, message, CODES.unsubscribe, 'unsubscribe: invalid');
    }
    return fail(connection, message ?? {}, CODES.generic, 'event: invalid');
  };

  return {
    accept: (socket) => {
      const connection: Connection = { socket, channels: new Map(), flags: 0, sequence: 0 };
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
      socket.on('error', () => socket.terminate());
      socket.on('message', (data) => hear(connection, parseMessage(data)));
      const platform = { status: isUnderMaintenance ? 0 : 1 };
      say(connection, { event: 'info', version: 2, serverId: 'simulator', platform });
    },
    tick: () => {
      for (const connection of connections) {
        for (const [channelId, channel] of connection.channels) {
          for (const update of channel.updates()) sayData(connection, channelId, ...update);
          if (market.now() - channel.lastSentMs >= HEARTBEAT_MS)
            sayData(connection, channelId, 'hb');
        }
      }
    },
    maintain: (begins) => {
      isUnderMaintenance = begins;
      if (begins)
        info(CODES.maintenanceBegins, 'Entering in Maintenance mode. Please pause any activity.');
      else info(CODES.maintenanceEnds, 'Maintenance ended. Please resubscribe all channels.');
      // What was subscribed does not survive: clients are asked to subscribe again.
      for (const connection of connections) connection.channels.clear();
    },
    announceRestart: () => info(CODES.restart, 'Stopping. Please try to reconnect'),
  };
}
