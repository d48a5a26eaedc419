import type { z } from 'zod';
import type { Tick } from '../feed.ts';
import type { LinkState } from '../live/link-state.ts';
import { createReconnectingSocket } from '../live/reconnecting-socket.ts';
import type { FeedEnvironment } from '../settings.ts';
import { type CandleTicks, createCandleTicks } from './candle-ticks.ts';
import { type BitfinexEvent, bitfinexData, bitfinexEvent, INFO_CODES } from './stream-wire.ts';
import { bitfinexCandle, bitfinexTicker } from './wire.ts';

/** Without even a heartbeat, which comes every 15 s. */
const SILENCE_MS = 30_000;

export type BitfinexConnectionDeps = {
  environment: FeedEnvironment;
  streamUrl: string;
  links: LinkState;
  onTick: (tick: Tick) => void;
  /** Wait that the limit on connections asks for. */
  turnMs: () => number;
};

/** One WebSocket with the two channels, candles and ticker, of some pairs. */
export type BitfinexConnection = {
  add: (code: string, symbol: string) => void;
  remove: (code: string) => void;
  size: () => number;
  close: () => Promise<void>;
};

type Channel = { code: string; kind: 'candles' | 'ticker' };
type Pair = { symbol: string; ticks: CandleTicks };

function candlesKey(symbol: string): string {
  return `trade:1m:${symbol}`;
}

export function createBitfinexConnection(
  { environment, streamUrl, links, onTick, turnMs }: BitfinexConnectionDeps,
  id: string,
): BitfinexConnection {
  const pairs = new Map<string, Pair>();
  /** By the number that this connection, and no other, gave the channel. */
  const channels = new Map<number, Channel>();
  let isPaused = false;

  function subscribe(symbol: string): void {
    socket.send({ event: 'subscribe', channel: 'candles', key: candlesKey(symbol) });
    socket.send({ event: 'subscribe', channel: 'ticker', symbol });
  }

  function subscribeAll(): void {
    channels.clear();
    for (const { symbol } of pairs.values()) subscribe(symbol);
  }

  function openChannel(event: BitfinexEvent & { event: 'subscribed' }): void {
    const kind = event.channel === 'candles' ? 'candles' : 'ticker';
    const entry = [...pairs].find(([, { symbol }]) =>
      kind === 'candles' ? candlesKey(symbol) === event.key : symbol === event.symbol,
    );
    // Removed while the subscription was on its way.
    if (entry) channels.set(event.chanId, { code: entry[0], kind });
    else socket.send({ event: 'unsubscribe', chanId: event.chanId });
  }

  function onInfo({ code, platform }: BitfinexEvent & { event: 'info' }): void {
    if (code === INFO_CODES.restart) {
      socket.restart(new Error('the vendor restarts its stream'));
      return;
    }
    if (code === INFO_CODES.maintenanceOver) {
      isPaused = false;
      subscribeAll();
    }
    if (code === INFO_CODES.maintenance || platform?.status === 0) isPaused = true;
    if (isPaused) links.isDown(id, new Error('Bitfinex is in maintenance'));
    else links.isHeard(id);
  }

  function onEvent(event: BitfinexEvent): void {
    if (event.event === 'info') onInfo(event);
    else if (event.event === 'subscribed') openChannel(event);
    else if (event.event === 'unsubscribed') channels.delete(event.chanId);
    else if (event.event === 'error') {
      const { code, msg, key, symbol } = event;
      environment.report('subscription refused', { exchange: 'Bitfinex', code, msg, key, symbol });
    }
  }

  function parsed<Row>(schema: z.ZodType<Row>, payload: unknown, channel: Channel): Row | null {
    const result = schema.safeParse(payload);
    if (result.success) return result.data;
    environment.report('message not understood', { exchange: 'Bitfinex', ...channel });
    return null;
  }

  function ticksOf(channel: Channel, payload: readonly unknown[]): Tick[] {
    const ticks = pairs.get(channel.code)?.ticks;
    if (!ticks) return [];
    if (channel.kind === 'ticker') {
      const ticker = parsed(bitfinexTicker, payload, channel);
      return ticker ? ticks.ticker(ticker) : [];
    }
    if (payload.length === 0 || Array.isArray(payload[0])) {
      const rows = payload.map((row) => parsed(bitfinexCandle, row, channel));
      return ticks.snapshot(rows.filter((row) => row !== null));
    }
    const candle = parsed(bitfinexCandle, payload, channel);
    return candle ? ticks.update(candle) : [];
  }

  function onMessage(message: unknown): void {
    if (!Array.isArray(message)) {
      const event = bitfinexEvent.safeParse(message);
      if (event.success) onEvent(event.data);
      else environment.report('event not understood', { exchange: 'Bitfinex' });
      return;
    }
    if (!isPaused) links.isHeard(id);
    const data = bitfinexData.safeParse(message);
    const channel = data.success ? channels.get(data.data[0]) : undefined;
    if (!channel || !Array.isArray(message[1])) return;
    for (const tick of ticksOf(channel, message[1])) onTick(tick);
  }

  links.joins(id);
  const socket = createReconnectingSocket(
    environment,
    { url: streamUrl, name: 'Bitfinex stream', silenceMs: SILENCE_MS, turnMs },
    {
      onOpen: () => {
        isPaused = false;
        subscribeAll();
      },
      onMessage,
      onLost: (error) => links.isDown(id, error),
    },
  );

  return {
    add: (code, symbol) => {
      pairs.set(code, { symbol, ticks: createCandleTicks(environment, code) });
      subscribe(symbol);
    },
    remove: (code) => {
      pairs.delete(code);
      for (const [chanId, channel] of channels) {
        if (channel.code !== code) continue;
        channels.delete(chanId);
        socket.send({ event: 'unsubscribe', chanId });
      }
    },
    size: () => pairs.size,
    close: async () => {
      links.leaves(id);
      await socket.close();
    },
  };
}
