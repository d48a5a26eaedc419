import type { Bar, ExchangeName } from '@moneytrail/contract';
import {
  type Feed,
  FeedError,
  type FeedHealth,
  type HistoryRequest,
  type InstrumentRef,
  type LiveHandlers,
  type Tick,
} from '@moneytrail/feeds';

/** A feed that a test controls. */
export type ScriptedFeed = Feed & {
  /** Emits a live price. */
  tick: (tick: Tick) => void;
  setOffline: (isOffline: boolean) => void;
  /** The live source is connected again. */
  reconnect: (sinceMs: number | null) => void;
  /** Bars of history by `CODE resolution`. */
  bars: Map<string, readonly Bar[]>;
  /** Selects the history requests that fail; none by default. */
  isFailing: (request: HistoryRequest) => boolean;
  /** Every history request so far. */
  requests: HistoryRequest[];
  /** The signals of these requests. */
  signals: AbortSignal[];
  /** While set, every history request is answered after this. */
  wait: Promise<unknown> | null;
  /** The followed instruments; null while closed. */
  followed: () => readonly InstrumentRef[] | null;
};

export function createScriptedFeed(exchange: ExchangeName): ScriptedFeed {
  let health: FeedHealth = { isOffline: false, lastError: null, lastSuccessMs: null };
  let handlers: LiveHandlers | null = null;
  let followed: readonly InstrumentRef[] | null = null;
  const listeners = new Set<(health: FeedHealth) => void>();
  const bars = new Map<string, readonly Bar[]>();
  const requests: HistoryRequest[] = [];
  const feed: ScriptedFeed = {
    exchange,
    isSimulated: true,
    list: async () => [],
    search: async () => [],
    async history(request, signal) {
      requests.push(request);
      if (signal) feed.signals.push(signal);
      if (feed.wait) await feed.wait;
      if (feed.isFailing(request)) {
        throw new FeedError({ exchange, kind: 'upstream', cause: 'HTTP 503' });
      }
      const all = bars.get(`${request.instrument.code} ${request.resolution}`) ?? [];
      return all.filter(({ time }) => time >= request.fromMs && time < request.toMs);
    },
    live(given) {
      handlers = given;
      followed = [];
      return {
        follow(instruments) {
          followed = instruments;
        },
        async close() {
          handlers = null;
          followed = null;
        },
      };
    },
    clockLeadMs: () => 0,
    health: () => health,
    onHealthChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tick: (tick) => handlers?.onTick(tick),
    setOffline(isOffline) {
      health = { ...health, isOffline };
      for (const listener of listeners) listener(health);
    },
    reconnect: (sinceMs) => handlers?.onConnected(sinceMs),
    bars,
    isFailing: () => false,
    requests,
    signals: [],
    wait: null,
    followed: () => followed,
  };
  return feed;
}

/** One scripted feed for each exchange. */
export function createScriptedFeeds(): Record<ExchangeName, ScriptedFeed> {
  return {
    BVG: createScriptedFeed('BVG'),
    FMP: createScriptedFeed('FMP'),
    Bitfinex: createScriptedFeed('Bitfinex'),
    Tiingo: createScriptedFeed('Tiingo'),
    Imported: createScriptedFeed('Imported'),
  };
}
