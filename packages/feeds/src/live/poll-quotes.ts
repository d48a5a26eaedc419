import type { InstrumentRef, LiveHandlers, LiveSource, Tick } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';
import { createQuoteTicks, type PolledQuote } from './quote-ticks.ts';

const POLL_EVERY_MS = 2_000;
/** Codes in one request: longer lists make addresses that servers refuse. */
const CODES_AT_ONCE = 100;
/** One late answer is no interruption. */
const LOST_AFTER_MS = 5_000;

export type PollingDeps = {
  environment: FeedEnvironment;
  /** The newest quotes of some codes; a code the vendor does not know is left out. */
  readQuotes: (codes: readonly string[], signal: AbortSignal) => Promise<PolledQuote[]>;
};

function chunksOf(codes: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let start = 0; start < codes.length; start += CODES_AT_ONCE) {
    chunks.push(codes.slice(start, start + CODES_AT_ONCE));
  }
  return chunks;
}

/** A live source made of quotes asked for every 2 s; the next round never begins before the last has ended. */
export function pollQuotes(deps: PollingDeps, handlers: LiveHandlers): LiveSource {
  const { environment, readQuotes } = deps;
  const ticks = createQuoteTicks(environment);
  const end = new AbortController();
  let codes: string[] = [];
  let isConnected = false;
  let lastMessageMs: number | null = null;
  let firstFailureMs: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  function received(found: Tick[]): void {
    firstFailureMs = null;
    const sinceMs = lastMessageMs;
    lastMessageMs = environment.now();
    if (!isConnected) {
      isConnected = true;
      handlers.onConnected(sinceMs);
    }
    for (const tick of found) handlers.onTick(tick);
  }

  function failed(error: unknown): void {
    firstFailureMs ??= environment.now();
    if (!isConnected || environment.now() - firstFailureMs < LOST_AFTER_MS) return;
    isConnected = false;
    handlers.onDisconnected(error instanceof Error ? error : new Error(String(error)));
  }

  async function poll(): Promise<void> {
    const asked = chunksOf(codes);
    try {
      const quotes = await Promise.all(asked.map((chunk) => readQuotes(chunk, end.signal)));
      if (!end.signal.aborted) received(ticks.update(quotes.flat()));
    } catch (error) {
      if (!end.signal.aborted) failed(error);
    }
  }

  function schedule(waitMs: number): void {
    timer = setTimeout(async () => {
      const startedMs = environment.now();
      round = codes.length > 0 ? poll() : null;
      await round;
      round = null;
      if (codes.length === 0 || end.signal.aborted) timer = undefined;
      else schedule(Math.max(0, POLL_EVERY_MS - (environment.now() - startedMs)));
    }, waitMs);
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      codes = [...new Set(instruments.map(({ code }) => code))];
      ticks.keepOnly(codes);
      if (codes.length > 0 && timer === undefined && !end.signal.aborted) schedule(0);
    },
    close: async () => {
      end.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
