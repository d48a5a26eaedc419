import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_TICKER, parseSymbol, UNPARSEABLE_SYMBOL } from '../index.ts';

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

  test('a suffix that is no exchange of ours belongs to the symbol', () => {
    expect(parsed('BRK.B')).toEqual({ code: 'BRK.B' });
    expect(parsed('FMP:NPN.JO')).toEqual({ exchange: 'FMP', code: 'NPN.JO' });
  });

  test('a Safex calendar spread keeps its slash: it is one code', () => {
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

test('every spelling of one instrument is the same instrument', () => {
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

test('any text either parses to an upper-case code or is refused, and is never thrown at', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      const symbol = parsed(text);
      if (typeof symbol !== 'string') expect(symbol.code).toBe(symbol.code.toUpperCase());
    }),
    { numRuns: 1_000, seed: 4 },
  );
});
