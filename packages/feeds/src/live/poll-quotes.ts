import { sleep } from '../backoff.ts';
import {
  FeedError,
  type InstrumentRef,
  type LiveHandlers,
  type LiveSource,
  type Tick,
} from '../feed.ts';
import { type CallLimit, paceMsOf } from '../http/admission.ts';
import type { FeedEnvironment } from '../settings.ts';
import { decimalDifference } from './decimal-arithmetic.ts';

const POLL_EVERY_MS = 2_000;
/** Codes per request: servers refuse longer URLs. */
const CODES_AT_ONCE = 100;

/** One call to the vendor for the newest quotes of some codes; unknown codes are left out. */
export type QuoteCall = (signal: AbortSignal) => Promise<PolledQuote[]>;

type PollingDeps = {
  environment: FeedEnvironment;
  /** A limit for these calls alone. */
  limit: CallLimit;
  /** The calls of the next round, at least one; each takes one token of the limit. */
  roundOf: (codes: readonly string[]) => QuoteCall[];
};

/** Splits codes into lists that fit one request. */
export function batchesOf(codes: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < codes.length; start += CODES_AT_ONCE) {
    batches.push(codes.slice(start, start + CODES_AT_ONCE));
  }
  return batches;
}

/** Makes a call as soon as our own limit allows it, polling the limit, whose announced wait may become shorter. */
async function askWhenFree(call: QuoteCall, signal: AbortSignal): Promise<PolledQuote[]> {
  for (;;) {
    try {
      return await call(signal);
    } catch (error) {
      const waitMs = error instanceof FeedError && error.isHeldBack ? error.retryAfterMs : null;
      if (waitMs === null) throw error;
      await sleep(Math.min(waitMs, POLL_EVERY_MS), signal);
    }
  }
}

/**
 * A live source that polls quotes in rounds of 2 s, or longer if the limit requires it. The calls of a round are spread
 * evenly, so that none waits for the limit and an outage shows soon. A round never begins before the last one has ended.
 */
export function pollQuotes(deps: PollingDeps, handlers: LiveHandlers): LiveSource {
  const { environment, limit, roundOf } = deps;
  const ticks = createQuoteTicks(environment);
  const connection = createPolledConnection(environment, handlers);
  const end = new AbortController();
  let followed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  async function ask(call: QuoteCall, waitMs: number): Promise<void> {
    if (waitMs > 0) await sleep(waitMs, end.signal);
    const quotes = await askWhenFree(call, end.signal);
    if (end.signal.aborted) return;
    for (const tick of ticks.update(quotes.filter(({ code }) => followed.has(code)))) {
      handlers.onTick(tick);
    }
  }

  async function poll(calls: readonly QuoteCall[], pauseMs: number): Promise<void> {
    const startedMs = environment.now();
    const asked = calls.map((call, index) => ask(call, index * pauseMs));
    const results = await Promise.allSettled(asked);
    if (!end.signal.aborted) connection.noteRound(startedMs, results);
  }

  function schedule(waitMs: number): void {
    timer = setTimeout(async () => {
      const startedMs = environment.now();
      const calls = followed.size > 0 ? roundOf([...followed]) : [];
      const pauseMs = Math.ceil(Math.max(POLL_EVERY_MS / calls.length, paceMsOf(limit)));
      round = calls.length > 0 ? poll(calls, pauseMs) : null;
      await round;
      round = null;
      if (followed.size === 0 || end.signal.aborted) timer = undefined;
      else schedule(Math.max(0, calls.length * pauseMs - (environment.now() - startedMs)));
    }, waitMs);
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      followed = new Set(instruments.map(({ code }) => code));
      ticks.keepOnly([...followed]);
      if (followed.size > 0 && timer === undefined && !end.signal.aborted) schedule(0);
    },
    close: async () => {
      end.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

/** Failures for less than this time are no interruption. */
const LOST_AFTER_MS = 5_000;

function isHeldBack(error: unknown): boolean {
  return error instanceof FeedError && error.isHeldBack;
}

/**
 * Treats rounds of calls as a connection: up after a round whose calls were all answered, down when rounds have failed,
 * even partly, for 5 s. A round in which calls were only held back by our limit changes nothing.
 */
function createPolledConnection(
  { now }: { now: () => number },
  { onConnected, onDisconnected }: Pick<LiveHandlers, 'onConnected' | 'onDisconnected'>,
) {
  let isConnected = false;
  /** Begin of the last complete round: prices since then may have been missed. */
  let lastWholeMs: number | null = null;
  let firstFailureMs: number | null = null;

  function received(startedMs: number): void {
    firstFailureMs = null;
    const sinceMs = lastWholeMs;
    lastWholeMs = startedMs;
    if (isConnected) return;
    isConnected = true;
    onConnected(sinceMs);
  }

  function failed(startedMs: number, error: unknown): void {
    firstFailureMs ??= startedMs;
    if (!isConnected || now() - firstFailureMs < LOST_AFTER_MS) return;
    isConnected = false;
    onDisconnected(error instanceof Error ? error : new Error(String(error)));
  }

  return {
    /** Records the results of a round that began at `startedMs`. */
    noteRound: (startedMs: number, results: readonly PromiseSettledResult<void>[]): void => {
      const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      const failures = errors.filter((error) => !isHeldBack(error));
      if (failures.length > 0) failed(startedMs, failures[0]);
      else if (errors.length === 0) received(startedMs);
    },
  };
}

export type PolledQuote = {
  code: string;
  price: number;
  /** The time of the price; null if the vendor sends none. */
  timeMs: number | null;
  /** Volume, high and low of the day so far. */
  dayVolume: number | null;
  dayHigh: number | null;
  dayLow: number | null;
  bid: number | null;
  ask: number | null;
};

/** A quote and when it was last answered; it may have been some seconds old then. */
type SeenQuote = PolledQuote & { seenMs: number };

function isSame(a: PolledQuote, b: PolledQuote): boolean {
  return (
    a.price === b.price &&
    a.timeMs === b.timeMs &&
    a.dayVolume === b.dayVolume &&
    a.bid === b.bid &&
    a.ask === b.ask
  );
}

function givenFields(quote: PolledQuote): Partial<Tick> {
  return {
    ...(quote.bid === null ? {} : { bid: quote.bid }),
    ...(quote.ask === null ? {} : { ask: quote.ask }),
  };
}

/**
 * The changes since the last quote: the growth of the day's volume, and new extremes of the day. A smaller volume belongs
 * to a new day and is ignored.
 */
function sinceLast(quote: PolledQuote, last: SeenQuote): Partial<Tick> {
  const { dayVolume, dayHigh, dayLow } = quote;
  const grewBy =
    dayVolume === null || last.dayVolume === null
      ? null
      : decimalDifference(dayVolume, last.dayVolume);
  const isHigher = dayHigh !== null && last.dayHigh !== null && dayHigh > last.dayHigh;
  const isLower = dayLow !== null && last.dayLow !== null && dayLow < last.dayLow;
  const changes = {
    ...(grewBy === null || grewBy < 0 ? {} : { volume: grewBy }),
    ...(isHigher && (grewBy ?? 0) >= 0 ? { high: Math.max(dayHigh, quote.price) } : {}),
    ...(isLower && (grewBy ?? 0) >= 0 ? { low: Math.min(dayLow, quote.price) } : {}),
  };
  const sinceMs = Math.max(last.timeMs ?? 0, last.seenMs - POLL_EVERY_MS);
  return Object.keys(changes).length === 0 ? changes : { ...changes, sinceMs };
}

/** Turns successive quotes into ticks with the changes in between; the first quote of a code gives a price alone. */
export function createQuoteTicks(deps: { now: () => number }) {
  const lastByCode = new Map<string, SeenQuote>();
  return {
    update: (quotes: readonly PolledQuote[]): Tick[] =>
      quotes.flatMap((quote) => {
        const last = lastByCode.get(quote.code);
        const seenMs = deps.now();
        if (last && isSame(quote, last)) {
          last.seenMs = seenMs;
          return [];
        }
        if (last && quote.timeMs !== null && last.timeMs !== null && quote.timeMs < last.timeMs) {
          return [];
        }
        lastByCode.set(quote.code, { ...quote, seenMs });
        const { code, price } = quote;
        const timeMs = quote.timeMs ?? seenMs;
        return [
          { code, price, timeMs, ...givenFields(quote), ...(last ? sinceLast(quote, last) : {}) },
        ];
      }),
    /** Forgets all other codes. */
    keepOnly: (codes: readonly string[]): void => {
      const kept = new Set(codes);
      for (const code of lastByCode.keys()) if (!kept.has(code)) lastByCode.delete(code);
    },
  };
}
