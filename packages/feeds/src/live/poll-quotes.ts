import { sleep } from '../backoff.ts';
import { FeedError, type InstrumentRef, type LiveHandlers, type LiveSource } from '../feed.ts';
import { type CallLimit, paceMsOf } from '../http/admission.ts';
import type { FeedEnvironment } from '../settings.ts';
import { createPolledConnection } from './polled-connection.ts';
import { createQuoteTicks, type PolledQuote } from './quote-ticks.ts';

const POLL_EVERY_MS = 2_000;
/** Codes in one request: longer lists make addresses that servers refuse. */
const CODES_AT_ONCE = 100;

/** One call to the vendor: the newest quotes of some codes; a code the vendor does not know is left out. */
export type QuoteCall = (signal: AbortSignal) => Promise<PolledQuote[]>;

export type PollingDeps = {
  environment: FeedEnvironment;
  /** What the calls fall under, and nothing else does. */
  limit: CallLimit;
  /** The calls of the next round, at least one; one of them is one call under the limit. */
  roundOf: (codes: readonly string[]) => QuoteCall[];
};

/** The codes in lists that one request can carry. */
export function batchesOf(codes: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < codes.length; start += CODES_AT_ONCE) {
    batches.push(codes.slice(start, start + CODES_AT_ONCE));
  }
  return batches;
}

/**
 * Asks once our own limit allows it: a call that it holds back keeps its turn. What the limit says of its wait may be
 * overtaken, so that it is asked again before that.
 */
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
 * A live source made of quotes asked for in rounds of 2 s, or of as long as the limit needs for the calls of a round.
 * The calls are spread evenly over their round: none waits for the limit, and an outage is met by the next of them. A
 * round never begins before the last has ended.
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
