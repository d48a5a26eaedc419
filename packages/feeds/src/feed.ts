import type { MarketHoursId, StoredResolution } from '@moneytrail/calendar';
import { type Bar, type ExchangeName, type InstrumentType, storable } from '@moneytrail/contract';
import type { CallPriority } from './http/admission.ts';

/** An instrument of a feed, in the product's terms. */
export type FeedInstrument = {
  /** The code that users see and requests carry, upper case: `BTCUSD`, `AAPL`, `WMAZ-2026-12`. */
  code: string;
  description: string;
  type: InstrumentType;
  marketHours: MarketHoursId;
  /** The exchange of the listing: `NASDAQ`, `CRYPTO`, `SAFEX`. */
  listedExchange: { name: string; value: string };
  base?: string;
  quote?: string;
  /** Contract life as `YYYY-MM-DD`, futures only. */
  startDate?: string;
  endDate?: string;
  /** 10 to the number of decimals, if the vendor states it. */
  priceScale?: number;
};

export type InstrumentRef = Pick<FeedInstrument, 'code' | 'type' | 'marketHours'>;

export type HistoryRequest = {
  instrument: InstrumentRef;
  resolution: StoredResolution;
  /** Background work leaves part of the vendor's limit to readers. */
  priority?: CallPriority;
  /** Inclusive; for 1D 00:00 UTC of the first trading date. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
};

/** A message of a live source: a trade, a quote, or a new state of the minute. */
export type Tick = {
  code: string;
  timeMs: number;
  price: number;
  /** Time of the last tick, if extremes and volume may be of trades since then; absent if they are of this moment. */
  sinceMs?: number;
  /** Extremes since the last tick of the instrument, if the source sends them. */
  high?: number;
  low?: number;
  /** Volume since the last tick, if the source sends it. */
  volume?: number;
  bid?: number;
  ask?: number;
};

export type LiveHandlers = {
  onTick: (tick: Tick) => void;
  /** The source is up; prices since `sinceMs` were missed and must be read from history. */
  onConnected: (sinceMs: number | null) => void;
  onDisconnected: (error: Error) => void;
};

export type LiveSource = {
  /** Replaces the set of followed instruments. */
  follow: (instruments: readonly InstrumentRef[]) => void;
  /** No handler is called afterwards. */
  close: () => Promise<void>;
};

export type FeedHealth = {
  isOffline: boolean;
  /** Message of the last failure, null after a success. */
  lastError: string | null;
  lastSuccessMs: number | null;
};

/** A market-data provider in neutral form. Every failure is a `FeedError`; an error is never answered as an empty list. */
export type Feed = {
  exchange: ExchangeName;
  /** Whether prices come from a simulator, and are labelled so. */
  isSimulated: boolean;
  /** The vendor's instruments: all if its list has a reasonable size, else the best known. */
  list: (signal?: AbortSignal) => Promise<FeedInstrument[]>;
  /** At most 50 instruments that match a text. */
  search: (query: string, signal?: AbortSignal) => Promise<FeedInstrument[]>;
  /** All bars in `[fromMs, toMs)`, ascending and unique; the forming bar may be last. */
  history: (request: HistoryRequest, signal?: AbortSignal) => Promise<Bar[]>;
  /** Follows live prices until closed. */
  live: (handlers: LiveHandlers) => LiveSource;
  /** Lead of our clock over the vendor's by its last answer; 0 if it is not ahead. */
  clockLeadMs: () => number;
  health: () => FeedHealth;
  /** Calls the listener at every change of `isOffline`; the returned function removes it. */
  onHealthChange: (listener: (health: FeedHealth) => void) => () => void;
};

/** `overloaded`: the call was not made, as too many calls wait. */
export type FeedErrorKind =
  | 'auth'
  | 'plan'
  | 'rateLimit'
  | 'notFound'
  | 'badRequest'
  | 'overloaded'
  | 'upstream';

/** A failure of a feed. Its message names the feed, the instrument if any, and the cause, and may be stored. */
export class FeedError extends Error {
  readonly exchange: ExchangeName;
  readonly kind: FeedErrorKind;
  readonly instrument: string | null;
  /** Milliseconds to wait, if the vendor or its limits determine them. */
  readonly retryAfterMs: number | null;
  /** Whether we did not make the call: our share of the limit is used up, or too many calls wait. */
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

/** Whether an error, or a cause of it, is a call that we did not make. */
export function isHeldBack(error: unknown): boolean {
  if (error instanceof FeedError) return error.isHeldBack;
  return error instanceof Error && error.cause !== undefined && isHeldBack(error.cause);
}
