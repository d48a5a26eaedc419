import { type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultInstruments } from './default-instruments.ts';
import { type Instrument, instrumentOf } from './instrument.ts';
import { resolveSymbol } from './resolve-symbol.ts';

const instruments: Instrument[] = defaultInstruments(Date.parse('2026-05-04')).map((each, id) =>
  instrumentOf({
    id,
    isEnabled: true,
    base: each.base ?? null,
    quote: each.quote ?? null,
    startDate: each.startDate ?? null,
    endDate: each.endDate ?? null,
    importAccess: null,
    finestResolution: null,
    exchange: each.exchange,
    code: each.code,
    description: each.description,
    listedName: each.listedExchange.name,
    listedValue: each.listedExchange.value,
    type: each.type,
    marketHours: each.marketHours,
    priceScale: each.priceScale ?? 100,
  }),
);
const find = (exchange: ExchangeName, code: string) =>
  instruments.find((each) => each.exchange === exchange && each.code === code);
const resolve = (request: Parameters<typeof resolveSymbol>[1]) =>
  resolveSymbol(find, request).ticker;

const fullWidth = (text: string) =>
  [...text]
    .map((sign) =>
      /[A-Z0-9:]/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign,
    )
    .join('');

test('C41: every spelling of an instrument resolves to it alone', () => {
  const spelling = fc.record({
    instrument: fc.constantFrom(...instruments),
    notation: fc.constantFrom('colon', 'dot', 'pair'),
    shape: fc.constantFrom('upper', 'lower', 'full'),
    before: fc.constantFrom('', ' ', '\t'),
    after: fc.constantFrom('', '  '),
  });
  fc.assert(
    fc.property(spelling, ({ instrument, notation, shape, before, after }) => {
      const { exchange, code, base, quote } = instrument;
      const name = exchange.toUpperCase();
      const pair = base !== null && notation === 'pair' ? `${base}/${quote}` : code;
      const text = notation === 'dot' ? `${code}.${name}` : `${name}:${pair}`;
      const written =
        shape === 'lower' ? text.toLowerCase() : shape === 'full' ? fullWidth(text) : text;
      expect(resolve(before + written + after)).toBe(instrument.ticker);
    }),
  );
});

test.each([
  ['BTCUSD', 'FMP:BTC/USD'],
  ['BTC/USD', 'FMP:BTC/USD'],
  ['LTCUSD', 'Bitfinex:LTC/USD'],
  ['SPY', 'Tiingo:SPY'],
  ['AAPL', 'FMP:AAPL'],
])('without an exchange %s is looked for at FMP first', (text, ticker) => {
  expect(resolve(text)).toBe(ticker);
});

test('base and quote name the same instrument as the code', () => {
  expect(resolve({ e: 'Bitfinex', fsym: 'BTC', tsym: 'USD' })).toBe('Bitfinex:BTC/USD');
  expect(resolve({ e: 'bitfinex', fsym: 'BTCUSD' })).toBe('Bitfinex:BTC/USD');
});

test.each([
  ['', 'BAD_REQUEST', 'Ticker is empty'],
  ['   ', 'BAD_REQUEST', 'Ticker is empty'],
  ['A B', 'BAD_REQUEST', 'Error parsing symbol info'],
  ['NYSE:AAPL', 'BAD_REQUEST', 'Error parsing symbol info'],
  ['FMP:NOPE', 'NOT_FOUND', 'Cannot resolve symbol FMP:NOPE'],
])('%o is refused as %s', (text, code, message) => {
  expect(() => resolve(text)).toThrow(expect.objectContaining({ code, message }));
});

test('a symbol of another exchange than the requested one is refused', () => {
  expect(() => resolve({ e: 'FMP', fsym: 'Tiingo:AAPL' })).toThrow('is not a symbol of FMP');
});

test('the demonstration has at least eight instruments of every feed', () => {
  for (const exchange of FEED_EXCHANGES) {
    const own = instruments.filter((each) => each.exchange === exchange);
    expect(own.length).toBeGreaterThanOrEqual(8);
  }
  for (const ticker of ['FMP:BTC/USD', 'FMP:EURUSD', 'FMP:GCUSD', 'Bitfinex:ETH/USD']) {
    expect(instruments.map((each) => each.ticker)).toContain(ticker);
  }
});
