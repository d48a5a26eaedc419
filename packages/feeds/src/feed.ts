import type { MarketHoursId, StoredResolution } from '@moneytrail/calendar';
import { type Bar, type ExchangeName, type InstrumentType, storable } from '@moneytrail/contract';
import type { CallPriority } from './http/admission.ts';

/** An instrument as its feed lists it, in the product's terms. */
export type FeedInstrument = {
  /** The code that users see and requests carry, upper case: `BTCUSD`, `AAPL`, `WMAZ-2026-12`. */
  code: string;
  description: string;
  type: InstrumentType;
  marketHours: MarketHoursId;
  /** Where the instrument is listed: `NASDAQ`, `CRYPTO`, `SAFEX`. */
  listedExchange: { name: string; value: string };
  base?: string;
  quote?: string;
  /** Contract life as `YYYY-MM-DD`, futures only. */
  startDate?: string;
  endDate?: string;
  /** 10 to the number of decimals, where the vendor tells. */
  priceScale?: number;
};

export type InstrumentRef = Pick<FeedInstrument, 'code' | 'type' | 'marketHours'>;

export type HistoryRequest = {
  instrument: InstrumentRef;
  resolution: StoredResolution;
  /** Whether somebody waits for it: background work leaves part of the vendor's limit to readers. */
  priority?: CallPriority;
  /** Inclusive; for 1D 00:00 UTC of the first trading date. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
};

/** One message of a live source about an instrument: a trade, a quote, or a new state of the minute. */
export type Tick = {
  code: string;
  timeMs: number;
  price: number;
  /** Extremes since the last tick of the instrument, where the source tells more than its price. */
  high?: number;
  low?: number;
  /** Volume since the last tick; absent where the source has none. */
  volume?: number;
  bid?: number;
  ask?: number;
  previousClose?: number;
};

export type LiveHandlers = {
  onTick: (tick: Tick) => void;
  /** The source is up; prices since `sinceMs` were missed and are to be read from history. */
  onConnected: (sinceMs: number | null) => void;
  onDisconnected: (error: Error) => void;
};

/** A running live source. */
export type LiveSource = {
  /** Replaces the set of instruments that are followed. */
  follow: (instruments: readonly InstrumentRef[]) => void;
  /** Ends it; no handler is called after. */
  close: () => Promise<void>;
};

/** What the breaker and the live source know of a feed. */
export type FeedHealth = {
  isOffline: boolean;
  /** Message of the last failure, null after a success. */
  lastError: string | null;
  lastSuccessMs: number | null;
};

/** A market-data provider in neutral form. Every failure is a `FeedError`; an error is never an empty answer. */
export type Feed = {
  exchange: ExchangeName;
  /** Whether the base URL is a simulator's: every price is labelled then. */
  isSimulated: boolean;
  /** The vendor's instruments, whole where it has a list of bearable size, else its best known part. */
  list: (signal?: AbortSignal) => Promise<FeedInstrument[]>;
  /** Instruments matching a text, at most 50. */
  search: (query: string, signal?: AbortSignal) => Promise<FeedInstrument[]>;
  /** All bars in `[fromMs, toMs)`, paged inside the vendor's limits, ascending, unique; the forming bar may be last. */
  history: (request: HistoryRequest, signal?: AbortSignal) => Promise<Bar[]>;
  /** Follows live prices until closed. */
  live: (handlers: LiveHandlers) => LiveSource;
  /** By how much our clock is ahead of the vendor's, as its last answer told; 0 where it is not. */
  clockLeadMs: () => number;
  health: () => FeedHealth;
  /** Calls the listener at every change of `isOffline`; returns what ends it. */
  onHealthChange: (listener: (health: FeedHealth) => void) => () => void;
};

/** `overloaded`: too many calls wait already, so that this one was not made. */
export type FeedErrorKind =
  | 'auth'
  | 'plan'
  | 'rateLimit'
  | 'notFound'
  | 'badRequest'
  | 'overloaded'
  | 'upstream';

/** A vendor's failure: names the feed, the instrument where there is one, and the cause, in words that can be stored. */
export class FeedError extends Error {
  readonly exchange: ExchangeName;
  readonly kind: FeedErrorKind;
  readonly instrument: string | null;
  /** Milliseconds to wait, where the vendor or its limits tell. */
  readonly retryAfterMs: number | null;
  /** Whether the call was not made, for reasons of our own: our share of the limit is used up, or too many wait. */
  readonly isHeldBack: boolean;
  constructor(
    failure: {
      exchange: ExchangeName;
      kind: FeedErrorKind;
      cause: string;
      instrument?: string;
      retryAfterMs?: number;
      isHeldBack?: boolean;
    },
    options?: ErrorOptions,
  ) {
    const subject = failure.instrument
      ? `${failure.exchange} ${failure.instrument}`
      : failure.exchange;
    super(storable(`${subject}: ${failure.cause}`), options);
    this.name = 'FeedError';
    this.exchange = failure.exchange;
    this.kind = failure.kind;
    this.instrument = failure.instrument ?? null;
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.isHeldBack = failure.isHeldBack ?? false;
  }
}
