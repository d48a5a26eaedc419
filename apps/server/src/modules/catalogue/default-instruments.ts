import type { ExchangeName } from '@moneytrail/contract';
import type { NewInstrument } from './instrument.ts';
import { safexInstruments } from './safex-contracts.ts';

type Kind = Pick<NewInstrument, 'type' | 'marketHours' | 'listedExchange'>;

const kind = (
  type: Kind['type'],
  marketHours: Kind['marketHours'],
  name: string,
  value = name.toUpperCase(),
): Kind => ({ type, marketHours, listedExchange: { name, value } });

const CRYPTO = kind('crypto', 'crypto', 'Crypto');
const FOREX = kind('forex', 'forex', 'Forex');
const COMMODITY = kind('commodity', 'metals', 'Commodity');
const STOCK = kind('stock', 'us-stocks', 'NASDAQ Global Select', 'NASDAQ');
const INDEX = kind('index', 'us-stocks', 'Index');
const BITFINEX = kind('crypto', 'crypto', 'Bitfinex');

function pair(
  exchange: ExchangeName,
  kind: Kind,
  base: string,
  quote: string,
  description: string,
  priceScale = 100,
): NewInstrument {
  return { exchange, ...kind, code: base + quote, base, quote, description, priceScale };
}

function single(
  exchange: ExchangeName,
  kind: Kind,
  code: string,
  description: string,
): NewInstrument {
  return { exchange, ...kind, code, description };
}

/** The free instrument, which the first chart shows. */
export const FIRST_INSTRUMENT = pair('FMP', CRYPTO, 'BTC', 'USD', 'Bitcoin USD');

const FMP: readonly NewInstrument[] = [
  FIRST_INSTRUMENT,
  pair('FMP', CRYPTO, 'ETH', 'USD', 'Ethereum USD'),
  single('FMP', STOCK, 'AAPL', 'Apple Inc.'),
  single('FMP', STOCK, 'TSLA', 'Tesla, Inc.'),
  single('FMP', STOCK, 'GOOGL', 'Alphabet Inc.'),
  single('FMP', STOCK, 'COKE', 'Coca-Cola Consolidated, Inc.'),
  pair('FMP', FOREX, 'EUR', 'USD', 'EUR/USD', 100_000),
  pair('FMP', FOREX, 'GBP', 'USD', 'GBP/USD', 100_000),
  pair('FMP', FOREX, 'USD', 'ZAR', 'USD/ZAR', 10_000),
  single('FMP', COMMODITY, 'GCUSD', 'Gold Futures'),
  single('FMP', INDEX, '^VIX', 'CBOE Volatility Index'),
];

const BITFINEX_PAIRS: readonly NewInstrument[] = [
  pair('Bitfinex', BITFINEX, 'BTC', 'USD', 'Bitcoin / US Dollar'),
  pair('Bitfinex', BITFINEX, 'ETH', 'USD', 'Ethereum / US Dollar'),
  pair('Bitfinex', BITFINEX, 'LTC', 'USD', 'Litecoin / US Dollar', 1_000),
  pair('Bitfinex', BITFINEX, 'XRP', 'USD', 'XRP / US Dollar', 100_000),
  pair('Bitfinex', BITFINEX, 'SOL', 'USD', 'Solana / US Dollar'),
  pair('Bitfinex', BITFINEX, 'ADA', 'USD', 'Cardano / US Dollar', 100_000),
  pair('Bitfinex', BITFINEX, 'LINK', 'USD', 'Chainlink / US Dollar', 1_000),
  pair('Bitfinex', BITFINEX, 'AVAX', 'USD', 'Avalanche / US Dollar', 1_000),
  pair('Bitfinex', BITFINEX, 'DOGE', 'USD', 'Dogecoin / US Dollar', 100_000),
];

const TIINGO: readonly NewInstrument[] = [
  pair('Tiingo', CRYPTO, 'BTC', 'USD', 'Bitcoin / US Dollar'),
  pair('Tiingo', CRYPTO, 'ETH', 'USD', 'Ethereum / US Dollar'),
  pair('Tiingo', CRYPTO, 'SOL', 'USD', 'Solana / US Dollar'),
  pair('Tiingo', FOREX, 'EUR', 'USD', 'Euro / US Dollar', 100_000),
  pair('Tiingo', FOREX, 'GBP', 'USD', 'British Pound / US Dollar', 100_000),
  pair('Tiingo', FOREX, 'USD', 'JPY', 'US Dollar / Japanese Yen', 1_000),
  single('Tiingo', STOCK, 'AAPL', 'Apple Inc'),
  single('Tiingo', STOCK, 'MSFT', 'Microsoft Corporation'),
  single('Tiingo', STOCK, 'SPY', 'SPDR S&P 500 ETF Trust'),
];

/** The initially enabled instruments: some of every feed, and the current contracts of Safex. */
export function defaultInstruments(nowMs: number): NewInstrument[] {
  return [...FMP, ...BITFINEX_PAIRS, ...TIINGO, ...safexInstruments(nowMs)];
}
