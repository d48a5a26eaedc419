import type { z } from 'zod';
import type { Tick } from '../../feed.ts';
import type { FeedEnvironment } from '../../settings.ts';
import { bitfinexCandle, bitfinexTicker } from '../wire.ts';
import { type CandleTicks, createCandleTicks } from './candle-ticks.ts';

/** What to ask for a channel with, and what its acknowledgement names it by. */
export type ChannelAddress =
  | { channel: 'candles'; key: string }
  | { channel: 'ticker'; symbol: string };

/** The pairs of one connection and the numbers that this connection, and no other, gave their channels. */
export type Subscriptions = {
  add: (code: string, symbol: string) => void;
  /** The numbers of the channels that are not wanted any more. */
  remove: (code: string) => number[];
  size: () => number;
  /** Every channel that is wanted; their numbers are forgotten. */
  startOver: () => ChannelAddress[];
  /** Notes an acknowledged channel; false where it is not wanted any more. */
  open: (chanId: number, channel: string, keyOrSymbol: string | undefined) => boolean;
  closed: (chanId: number) => void;
  /** What a channel's payload means for its pair. */
  ticksOf: (chanId: number, payload: readonly unknown[]) => Tick[];
};

type Channel = { code: string; kind: ChannelAddress['channel'] };

function candlesKey(symbol: string): string {
  return `trade:1m:${symbol}`;
}

/** The two channels that a pair needs: candles for price and volume, the ticker for bid, ask and change. */
export function channelsOf(symbol: string): ChannelAddress[] {
  return [
    { channel: 'candles', key: candlesKey(symbol) },
    { channel: 'ticker', symbol },
  ];
}

export function createSubscriptions(environment: FeedEnvironment): Subscriptions {
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
    add: (code, symbol) => {
      pairs.set(code, { symbol, ticks: createCandleTicks(environment, code) });
    },
    remove: (code) => {
      pairs.delete(code);
      const numbers = [...channels].filter(([, channel]) => channel.code === code);
      for (const [chanId] of numbers) channels.delete(chanId);
      return numbers.map(([chanId]) => chanId);
    },
    size: () => pairs.size,
    startOver: () => {
      channels.clear();
      return [...pairs.values()].flatMap(({ symbol }) => channelsOf(symbol));
    },
    open: (chanId, channel, keyOrSymbol) => {
      const kind = channel === 'candles' ? 'candles' : 'ticker';
      for (const [code, { symbol }] of pairs) {
        if (keyOrSymbol !== (kind === 'candles' ? candlesKey(symbol) : symbol)) continue;
        channels.set(chanId, { code, kind });
        return true;
      }
      return false;
    },
    closed: (chanId) => {
      channels.delete(chanId);
    },
    ticksOf: (chanId, payload) => {
      const channel = channels.get(chanId);
      const ticks = channel && pairs.get(channel.code)?.ticks;
      if (!ticks) return [];
      if (channel.kind === 'candles') return candleTicks(ticks, channel, payload);
      const ticker = parsed(bitfinexTicker, payload, channel);
      return ticker ? ticks.ticker(ticker) : [];
    },
  };
}
