import type { StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { FeedInstrument } from '../feed.ts';
import type { BitfinexCandle, BitfinexConf } from './wire.ts';

export const BITFINEX_TIMEFRAMES: Record<StoredResolution, string> = {
  '1': '1m',
  '15': '15m',
  '60': '1h',
  '1D': '1D',
};

/** An instrument and the symbol that the vendor knows it by. */
export type BitfinexInstrument = { instrument: FeedInstrument; symbol: string };

/** A pair's two sides: at the colon, else three letters each; null where it is neither. */
export function sidesOf(pair: string): { base: string; quote: string } | null {
  const [left = '', right = '', ...more] = pair.split(':');
  if (pair.includes(':')) {
    return left && right && more.length === 0 ? { base: left, quote: right } : null;
  }
  return pair.length === 6 ? { base: pair.slice(0, 3), quote: pair.slice(3) } : null;
}

/** Paper pairs and perpetual contracts are not for the list. */
function isHidden(pair: string): boolean {
  return pair.includes('TEST') || /F0(:|$)/.test(pair);
}

/** The exchange's pairs as instruments; a pair that cannot be split is left out. */
export function instrumentsOf([pairs, labels]: BitfinexConf): BitfinexInstrument[] {
  const names = new Map(labels.map(([code, name]) => [code, name]));
  return pairs.flatMap((pair) => {
    const sides = isHidden(pair) ? null : sidesOf(pair);
    if (!sides) return [];
    const { base, quote } = sides;
    const instrument: FeedInstrument = {
      code: `${base}${quote}`.toUpperCase(),
      description: `${names.get(base) ?? base} / ${names.get(quote) ?? quote}`,
      type: 'crypto',
      marketHours: 'crypto',
      listedExchange: { name: 'Bitfinex', value: 'BITFINEX' },
      base,
      quote,
    };
    return [{ instrument, symbol: `t${pair}` }];
  });
}

/** A candle as a bar; day candles start at 00:00 UTC already. */
export function barOfCandle([time, open, close, high, low, volume]: BitfinexCandle): Bar {
  return { time, open, high, low, close, volume };
}
