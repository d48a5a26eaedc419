import { MARKET_HOURS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import { quoteOf, symbolOf } from './present.ts';

const NOW = Date.UTC(2026, 6, 1);
const told = (instrument: ReturnType<typeof makeInstrument>, isSimulated = false) =>
  symbolOf(instrument, { isSimulated, nowMs: NOW });

test('a share tells its holidays and early closes, and volumes without decimals', () => {
  const share = makeInstrument({ code: 'AAPL', type: 'stock', hours: MARKET_HOURS['us-stocks'] });
  expect(told(share)).toMatchObject({
    session: '0930-1600',
    session_holidays: expect.stringMatching(/^20060102,.*20260703,.*20271224$/),
    corrections: expect.stringContaining('0930-1300:20261127;0930-1300:20261224'),
    visible_plots_set: 'ohlcv',
    volume_precision: 0,
    simulated: false,
  });
});

test('a currency pair of Tiingo has hours that the library knows, and no volume', () => {
  const pair = { exchange: 'Tiingo', code: 'EURUSD', type: 'forex' } as const;
  const forex = told(makeInstrument({ ...pair, hours: MARKET_HOURS.forex }));
  expect(forex).toMatchObject({ session: '1700-1700', visible_plots_set: 'ohlc' });
  expect(forex).not.toHaveProperty('session_holidays');
});

test('simulated prices are labelled where clients show a symbol', () => {
  const coin = makeInstrument({ description: 'Bitcoin / US Dollar' });
  expect(told(coin, true)).toMatchObject({
    description: 'Bitcoin / US Dollar (Simulated)',
    simulated: true,
    volume_precision: 8,
  });
  expect(told(coin)).toMatchObject({ description: 'Bitcoin / US Dollar' });
});

test('changes have no more decimals than prices', () => {
  const instrument = makeInstrument({ priceScale: 100 });
  const { exchange, code } = instrument;
  const quote = {
    exchange,
    code,
    price: 172.21,
    previousClose: 174.06,
    priceScale: 100,
    timeMs: NOW,
    pastDayMs: null,
    simulated: true,
  };
  expect(quoteOf('X', { instrument, quote, session: null, sparkline: [] })).toMatchObject({
    v: { ch: -1.85, chp: -1.0629, simulated: true },
  });
});
