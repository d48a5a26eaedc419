import type { KnownQuote } from '../../live/index.ts';

/** What a symbol is answered whose price is unknown, or that the caller may not see. */
export const unknownQuote = (asked: string) => ({ s: 'error', n: asked, v: {} });

function changeOf({ price, previousClose }: KnownQuote['quote']): object {
  if (previousClose === null) return {};
  return {
    ch: price - previousClose,
    chp: previousClose === 0 ? 0 : (100 * (price - previousClose)) / previousClose,
    prev_close_price: previousClose,
  };
}

function figuresOf(session: KnownQuote['session']): object {
  if (!session) return {};
  const { open, high, low, volume } = session;
  return {
    open_price: open,
    ...(high !== null && low !== null && { high_price: high, low_price: low }),
    ...(volume !== null && { volume }),
  };
}

/**
 * One symbol of `/quotes`, by the name that it was asked by: its price and the session that this belongs to. What is not
 * known of it for certain is left out.
 */
export function quoteOf(asked: string, { instrument, quote, session }: KnownQuote): object {
  const { code, exchange, description } = instrument;
  const names = { short_name: code, exchange, description };
  return {
    s: 'ok',
    n: asked,
    v: { ...names, lp: quote.price, ...changeOf(quote), ...figuresOf(session) },
  };
}
