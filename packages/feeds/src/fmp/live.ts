import { FeedError, type LiveHandlers, type LiveSource } from '../feed.ts';
import type { CallLimit } from '../http/admission.ts';
import type { CallContext } from '../http/http-client.ts';
import { batchesOf, type PolledQuote, pollQuotes, type QuoteCall } from '../live/poll-quotes.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { FmpQuote } from './wire.ts';

/** For plans without batch quotes. */
const SINGLE_QUOTES_A_ROUND = 3;

/** An index without a volume of its own is sent with zero. */
function polledOf(quote: FmpQuote, indices: ReadonlySet<string>): PolledQuote {
  const code = quote.symbol.toUpperCase();
  return {
    code,
    price: quote.price,
    timeMs: quote.timestamp ? quote.timestamp * 1_000 : null,
    dayVolume: (indices.has(code) ? quote.volume || null : quote.volume) ?? null,
    dayHigh: quote.dayHigh ?? null,
    dayLow: quote.dayLow ?? null,
    bid: null,
    ask: null,
  };
}

type QuoteClient = {
  batchQuote: (symbols: readonly string[], context: CallContext) => Promise<FmpQuote[]>;
  quote: (symbol: string, context: CallContext) => Promise<FmpQuote[]>;
};

/** Polls quotes, as the vendor's stream is an extra of some plans and allows one connection per key. */
export function createFmpLive(
  deps: { environment: FeedEnvironment; client: QuoteClient; limit: CallLimit },
  handlers: LiveHandlers,
): LiveSource {
  const { environment, client, limit } = deps;
  let mayBatch = true;
  let next = 0;
  let indices: ReadonlySet<string> = new Set();
  const polled = (quotes: readonly FmpQuote[]) => quotes.map((quote) => polledOf(quote, indices));

  async function readSingly(code: string, signal: AbortSignal): Promise<PolledQuote[]> {
    const quotes = await client.quote(code, { signal, limit: 'quotes', instrument: code });
    return polled(quotes);
  }

  async function readBatch(codes: readonly string[], signal: AbortSignal): Promise<PolledQuote[]> {
    try {
      if (mayBatch) return polled(await client.batchQuote(codes, { signal, limit: 'quotes' }));
    } catch (error) {
      if (!(error instanceof FeedError) || error.kind !== 'plan') throw error;
      if (mayBatch) {
        environment.report('quotes are read singly', { exchange: 'FMP', cause: error.message });
      }
      mayBatch = false;
    }
    // One code stands for the batch in this round; from the next one on each code has its turn.
    return readSingly(codes[0] ?? '', signal);
  }

  /** The next few codes in turn. */
  function nextOf(codes: readonly string[]): string[] {
    const count = Math.min(SINGLE_QUOTES_A_ROUND, codes.length);
    const first = next;
    next = (first + count) % codes.length;
    return Array.from({ length: count }, (_, index) => codes[(first + index) % codes.length] ?? '');
  }

  function roundOf(codes: readonly string[]): QuoteCall[] {
    return mayBatch
      ? batchesOf(codes).map((batch) => (signal) => readBatch(batch, signal))
      : nextOf(codes).map((code) => (signal) => readSingly(code, signal));
  }

  const source = pollQuotes({ environment, limit, roundOf }, handlers);
  return {
    ...source,
    follow(instruments) {
      indices = new Set(instruments.flatMap(({ code, type }) => (type === 'index' ? code : [])));
      source.follow(instruments);
    },
  };
}
