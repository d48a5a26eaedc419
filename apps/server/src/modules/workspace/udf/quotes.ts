import type { SymbolQuote } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';

/** What a symbol is answered whose price is unknown, or that the caller may not see. */
export const unknownQuote = (asked: string) => ({ s: 'error', n: asked, v: {} });

/** One symbol of `/quotes`, by the name that it was asked by; the change is left out where it is not known for certain. */
export function quoteOf(asked: string, instrument: Instrument, quote: SymbolQuote): object {
  const { price, previousClose } = quote;
  const change =
    previousClose === null
      ? {}
      : {
          ch: price - previousClose,
          chp: previousClose === 0 ? 0 : (100 * (price - previousClose)) / previousClose,
          prev_close_price: previousClose,
        };
  return {
    s: 'ok',
    n: asked,
    v: {
      ...change,
      lp: price,
      short_name: instrument.code,
      exchange: instrument.exchange,
      description: instrument.description,
    },
  };
}
