import type { Market } from '../../market/market.ts';
import type { JsonObject } from '../../server/json-message.ts';
import { isTimeFrame } from '../candles.ts';
import { CODES } from '../errors.ts';
import type { BitfinexInstrument } from '../listings.ts';
import { type Channel, candleChannel, tickerChannel, tradeChannel } from './channels.ts';
import type { Connection } from './connection.ts';

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

/** Answers the messages of clients: ping, conf, subscribe, unsubscribe. */
export function createConversation(
  deps: Deps,
): (connection: Connection, request: JsonObject) => void {
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
