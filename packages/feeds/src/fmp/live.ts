import type { LiveHandlers, LiveSource } from '../feed.ts';
import { pollQuotes } from '../live/poll-quotes.ts';
import type { PolledQuote } from '../live/quote-ticks.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { FmpClient } from './client.ts';
import type { FmpQuote } from './wire.ts';

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
  const readQuotes = async (codes: readonly string[], signal: AbortSignal) =>
    (await client.batchQuote(codes, { signal })).map(polledOf);
  return pollQuotes({ environment, readQuotes }, handlers);
}
