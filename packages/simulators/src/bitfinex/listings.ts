import type { OutrightInstrument } from '../market/market-instrument.ts';
import type { UnderlyingId } from '../market/underlyings.ts';
import { outrightOf } from '../market/underlyings.ts';

/** A pair as Bitfinex lists it. Decimals keep its prices at about five significant digits. */
export type BitfinexListing = {
  /** Without the leading `t`: `BTCUSD`, `AVAX:USD`. */
  pair: string;
  base: string;
  quote: string;
  underlying: UnderlyingId;
  decimals: number;
};

function pairOf(
  base: string,
  quote: string,
  underlying: UnderlyingId,
  decimals: number,
): BitfinexListing {
  const isShort = base.length === 3 && quote.length === 3;
  return { pair: isShort ? base + quote : `${base}:${quote}`, base, quote, underlying, decimals };
}

/** All exchange pairs; the last is a paper pair, which clients must hide. */
export const BITFINEX_LISTINGS: readonly BitfinexListing[] = [
  pairOf('BTC', 'USD', 'BTCUSD', 0),
  pairOf('ETH', 'USD', 'ETHUSD', 2),
  pairOf('LTC', 'USD', 'LTCUSD', 3),
  pairOf('XRP', 'USD', 'XRPUSD', 5),
  pairOf('SOL', 'USD', 'SOLUSD', 2),
  pairOf('ADA', 'USD', 'ADAUSD', 5),
  pairOf('DOT', 'USD', 'DOTUSD', 4),
  pairOf('AVAX', 'USD', 'AVAXUSD', 3),
  pairOf('LINK', 'USD', 'LINKUSD', 3),
  pairOf('DOGE', 'USD', 'DOGEUSD', 5),
  pairOf('UNI', 'USD', 'UNIUSD', 4),
  pairOf('BTC', 'UST', 'BTCUSD', 0),
  pairOf('ETH', 'UST', 'ETHUSD', 2),
  pairOf('TESTBTC', 'TESTUSD', 'BTCUSD', 0),
];

/** Names of the currencies in the label map. */
export const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  ADA: 'Cardano',
  AVAX: 'Avalanche',
  BTC: 'Bitcoin',
  DOGE: 'Dogecoin',
  DOT: 'Polkadot',
  ETH: 'Ethereum',
  LINK: 'Chainlink',
  LTC: 'Litecoin',
  SOL: 'Solana',
  TESTBTC: 'Bitcoin (Test)',
  TESTUSD: 'US Dollar (Test)',
  UNI: 'Uniswap',
  USD: 'US Dollar',
  UST: 'Tether USDt',
  XRP: 'XRP',
};

export type BitfinexInstrument = BitfinexListing & { symbol: string; market: OutrightInstrument };

/** Bitfinex has about a tenth of the volume of all exchanges. */
const VOLUME_SHARE = 0.1;

/** The pairs with their prices, by trading symbol: `tBTCUSD`. */
export function bitfinexInstruments(anchorMs: number): ReadonlyMap<string, BitfinexInstrument> {
  return new Map(
    BITFINEX_LISTINGS.map((listing) => {
      const symbol = `t${listing.pair}`;
      const { decimals } = listing;
      const market = outrightOf(
        listing.underlying,
        { decimals, volumeFactor: VOLUME_SHARE },
        anchorMs,
      );
      return [symbol, { ...listing, symbol, market }];
    }),
  );
}
