import type { LiveHandlers, LiveSource } from '../feed.ts';
import { pollQuotes } from '../live/poll-quotes.ts';
import type { FeedEnvironment } from '../settings.ts';
import { polledQuoteOf } from './assumed-contract.ts';
import type { BvgClient } from './client.ts';

/** Follows BVG's quotes. */
export function createBvgLive(
  { environment, client }: { environment: FeedEnvironment; client: BvgClient },
  handlers: LiveHandlers,
): LiveSource {
  const readQuotes = async (codes: readonly string[], signal: AbortSignal) =>
    (await client.quotes(codes, { signal, limit: 'quotes' })).map(polledQuoteOf);
  return pollQuotes({ environment, readQuotes }, handlers);
}
