import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_TICKER, parseSymbol, UNPARSEABLE_SYMBOL } from '../index.ts';
import { exchangeSuffixOf, rankedBy } from './symbol.ts';

function parsed(text: string) {
  const result = parseSymbol(text);
  return result.ok ? result.symbol : result.message;
}

describe('the four notations', () => {
  test('EXCHANGE:BASE/QUOTE names a pair', () => {
    expect(parsed('Bitfinex:BTC/USD')).toEqual({
      exchange: 'Bitfinex',
      code: 'BTCUSD',
      base: 'BTC',
      quote: 'USD',
    });
  });

  test('EXCHANGE:CODE', () =>
    expect(parsed('fmp:btcusd')).toEqual({ exchange: 'FMP', code: 'BTCUSD' }));
  test('CODE.EXCHANGE', () =>
    expect(parsed('BTCUSD.FMP')).toEqual({ exchange: 'FMP', code: 'BTCUSD' }));
  test('CODE', () => expect(parsed('aapl')).toEqual({ code: 'AAPL' }));

  test('a suffix that is not one of our exchanges belongs to the symbol', () => {
    expect(parsed('BRK.B')).toEqual({ code: 'BRK.B' });
    expect(parsed('FMP:NPN.JO')).toEqual({ exchange: 'FMP', code: 'NPN.JO' });
  });

  test('a Safex calendar spread keeps its slash as part of its code', () => {
    expect(parsed('BVG:WMAZ-2026-07/WMAZ-2026-12')).toEqual({
      exchange: 'BVG',
      code: 'WMAZ-2026-07/WMAZ-2026-12',
    });
  });
});

test.each(['', '   ', '\t'])('blank text %j is an empty ticker', (text) => {
  expect(parsed(text)).toBe(EMPTY_TICKER);
});

test.each([
  'NYSE:AAPL',
  'FMP:',
  'FMP:BTC/USD/EUR',
  'FMP:/USD',
  'A B',
  '<script>',
  'FMP:BTC USD',
  'x'.repeat(81),
])('%j cannot be parsed', (text) => expect(parsed(text)).toBe(UNPARSEABLE_SYMBOL));

test('all spellings of an instrument parse alike', () => {
  const exchanges = fc.constantFrom('FMP', 'fmp', 'Fmp', 'ＦＭＰ');
  const codes = fc.constantFrom('BTCUSD', 'btcusd', 'BTC/USD', 'ＢＴＣＵＳＤ');
  const space = fc.constantFrom('', ' ', '\t');
  fc.assert(
    fc.property(exchanges, codes, space, space, (exchange, code, before, after) => {
      const symbol = parsed(`${before}${exchange}:${code}${after}`);
      expect(symbol).toMatchObject({ exchange: 'FMP', code: 'BTCUSD' });
    }),
    { numRuns: 300, seed: 3 },
  );
});

test('any text either parses to an upper-case code or is refused without an exception', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      const symbol = parsed(text);
      if (typeof symbol !== 'string') expect(symbol.code).toBe(symbol.code.toUpperCase());
    }),
    { numRuns: 1_000, seed: 4 },
  );
});

test.each([
  ['NPN.JO', 'JNB', 'JO'],
  ['VOD.L', 'LSE', 'L'],
  ['MC.PA', 'EURONEXT', 'PA'],
  ['9988.HK', 'HKSE', 'HK'],
  ['7203.T', 'JPX', 'T'],
  ['npn.jo', 'jnb', 'JO'],
])('%s listed at %s carries the exchange suffix %s', (code, listedExchange, suffix) => {
  expect(exchangeSuffixOf(code, listedExchange)).toBe(suffix);
});

test.each([
  ['BRK.B', 'NYSE'],
  ['BRK-B', 'NYSE'],
  ['AAPL', 'NASDAQ'],
  ['.JO', ''],
  ['NPN.', 'JNB'],
  ['X.CONSTRUCTOR', ''],
])('%s listed at %s carries none', (code, listedExchange) => {
  expect(exchangeSuffixOf(code, listedExchange)).toBeNull();
});

test('a share class on a home exchange is not a suffix', () => {
  expect(exchangeSuffixOf('BF.T', 'NYSE')).toBeNull();
  expect(exchangeSuffixOf('BF.T', 'JPX')).toBe('T');
});

test('an exchange with an unknown name counts as foreign', () => {
  expect(exchangeSuffixOf('NPN.JO', '')).toBe('JO');
  expect(exchangeSuffixOf('NPN.JO', 'Johannesburg Stock Exchange')).toBe('JO');
});

const SYMBOLS = [
  { source: 'FMP', code: 'AAPL', description: 'Apple Inc.' },
  { source: 'FMP', code: 'EURO', description: 'Eurotech' },
  { source: 'FMP', code: 'EURUSD', description: 'EUR/USD', assets: ['Euro', 'US Dollar'] },
  { source: 'Tiingo', code: 'EURUSD', description: 'Euro / US Dollar' },
  { source: 'Bitfinex', code: 'ETHUSD', description: 'Ethereum / US Dollar' },
  { source: 'FMP', code: 'MAZ', description: 'Something of maize' },
  { source: 'BVG', code: 'WMAZ-2026-12', description: 'White maize · Dec 2026' },
];
const found = (text: string) =>
  rankedBy(SYMBOLS, text, {
    sourceOf: ({ source }) => source,
    assetsOf: ({ assets = [] }) => assets,
  }).map(({ source, code }) => `${source}:${code}`);

test('finds by code or words in any case, best match first', () => {
  expect(found('maz')).toEqual(['FMP:MAZ', 'BVG:WMAZ-2026-12']);
  expect(found('APPLE')).toEqual(['FMP:AAPL']);
  expect(found('fmp:aapl')).toEqual(['FMP:AAPL']);
  expect(found('white maize')).toEqual(['BVG:WMAZ-2026-12']);
  expect(found('dec26 wmaz')).toEqual(['BVG:WMAZ-2026-12']);
});

test.each(['EUR/USD', 'eur usd', 'eurusd', 'Eur-Usd'])(
  '%s finds the pair of every feed',
  (text) => {
    expect(found(text)).toEqual(['FMP:EURUSD', 'Tiingo:EURUSD']);
  },
);

test('finds a pair by its assets, ranked after codes and before descriptions', () => {
  expect(found('euro')).toEqual(['FMP:EURO', 'FMP:EURUSD', 'Tiingo:EURUSD']);
  expect(found('Euro dollar')).toEqual(['FMP:EURUSD', 'Tiingo:EURUSD']);
});

test('single letters inside other words count only if nothing else matches', () => {
  const symbols = [
    { code: 'BTCUSD', description: 'Bitcoin USD, spot' },
    { code: 'SPY', description: 'SPDR S&P 500 ETF' },
    { code: '^GSPC', description: 'S&P 500' },
  ];
  const codes = (some: typeof symbols) => rankedBy(some, 's&p').map(({ code }) => code);
  expect(codes(symbols)).toEqual(['SPY', '^GSPC']);
  expect(codes(symbols.slice(0, 1))).toEqual(['BTCUSD']);
});

test('finds nothing for a text without letters and digits', () => {
  expect(found(' / ')).toEqual([]);
});
