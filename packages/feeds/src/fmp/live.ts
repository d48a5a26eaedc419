import { FeedError, type LiveHandlers, type LiveSource } from '../feed.ts';
import { pollQuotes } from '../live/poll-quotes.ts';
import type { PolledQuote } from '../live/quote-ticks.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { FmpClient } from './client.ts';
import type { FmpQuote } from './wire.ts';

/** Where the plan has no batches: with a round every 2 s it stays below the share of the smallest plan. */
const SINGLE_QUOTES_A_ROUND = 3;

function polledOf(quote: FmpQuote): PolledQuote {
  return {
    code: quote.symbol.toUpperCase(),
    price: quote.price,
    timeMs: quote.timestamp ? quote.timestamp * 1_000 : null,
    dayVolume: quote.volume ?? null,
    dayHigh: quote.dayHigh ?? null,
    dayLow: quote.dayLow ?? null,
    bid: null,
    ask: null,
    previousClose: quote.previousClose ?? null,
  };
}

/** Follows FMP's quotes; its stream is an extra of some plans and allows one connection per key. */
export function createFmpLive(
  { environment, client }: { environment: FeedEnvironment; client: FmpClient },
  handlers: LiveHandlers,
): LiveSource {
  let mayBatch = true;
  let next = 0;

  /** A few of the codes, each round the next ones. */
  async function readSingly(codes: readonly string[], signal: AbortSignal): Promise<FmpQuote[]> {
    const turn = Array.from(
      { length: Math.min(SINGLE_QUOTES_A_ROUND, codes.length) },
      (_, index) => codes[(next + index) % codes.length] ?? '',
    );
    next = (next + turn.length) % codes.length;
    const quotes = await Promise.all(
      turn.map((code) => client.quote(code, { signal, limit: 'quotes', instrument: code })),
    );
    return quotes.flat();
  }

  async function readQuotes(codes: readonly string[], signal: AbortSignal): Promise<PolledQuote[]> {
    if (!mayBatch) return (await readSingly(codes, signal)).map(polledOf);
    try {
      return (await client.batchQuote(codes, { signal, limit: 'quotes' })).map(polledOf);
    } catch (error) {
      if (!(error instanceof FeedError) || error.kind !== 'plan') throw error;
      mayBatch = false;
      environment.report('quotes are read singly', { exchange: 'FMP', cause: error.message });
      return readQuotes(codes, signal);
    }
  }

  return pollQuotes({ environment, readQuotes }, handlers);
}
