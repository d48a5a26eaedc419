import { expect, test } from 'vitest';
import { TECHNICAL_STUDIES } from './index.ts';
import { searchStudies } from './search.ts';

const found = (text: string) => searchStudies(text, TECHNICAL_STUDIES).map(({ id }) => id);

test.each([
  ['sma', 'sma'],
  ['RSI', 'rsi'],
  ['stoch rsi', 'stochasticRsi'],
  ['rsi stoch', 'stochasticRsi'],
  ['stochrsi', 'stochasticRsi'],
  ['vwap', 'vwap'],
  ['bollinger', 'bollingerBands'],
  ['bands bollinger', 'bollingerBands'],
  ['BB', 'bollingerBands'],
  ['super trend', 'supertrend'],
  ['parabolic sar', 'psar'],
  ['on balance', 'obv'],
  ['moving average convergence', 'macd'],
  ['average true range', 'atr'],
  ['obv ', 'obv'],
  ["kaufman's", 'kama'],
  ['smma', 'rma'],
  ['t3', 'tillson'],
  ['%k', 'stochastic'],
  ['stochastic', 'stochastic'],
  ['stoch', 'stochastic'],
  ['+di', 'adx'],
  ['mac', 'macd'],
  ['vpvr', 'volumeProfile'],
  ['volume profile', 'volumeProfile'],
  ['session volume profile', 'sessionVolumeProfile'],
  ['chikou', 'ichimoku'],
  ['fractal', 'fractals'],
  ['zig zag', 'zigzag'],
  ['zigzag', 'zigzag'],
  ['bolinger', 'bollingerBands'],
  ['bollinger bnads', 'bollingerBands'],
  ['suprtrend', 'supertrend'],
  ['ichimuko', 'ichimoku'],
  ['simple moving avg', 'sma'],
])('"%s" finds %s first', (text, id) => {
  expect(found(text)[0]).toBe(id);
});

test('"ma" finds the moving averages first', () => {
  const averages = TECHNICAL_STUDIES.filter(({ group }) => group === 'Moving averages');
  expect(found('ma').slice(0, averages.length)).toEqual(averages.map(({ id }) => id));
});

test('every study is found first by its name, and by its short name', () => {
  for (const { id, name, shortName } of TECHNICAL_STUDIES) {
    expect(found(name)[0]).toBe(id);
    expect(found(shortName.toUpperCase())[0]).toBe(id);
  }
});

test('misspelled words count only where nothing else is found', () => {
  expect(found('moving avg')).toContain('ema');
  expect(found('stochastic')).not.toContain('rsi');
  const spelled = found('average');
  expect(spelled.length).toBeGreaterThan(0);
  expect(found('averaeg')).toEqual(expect.arrayContaining(spelled));
  expect(found('avg')).not.toContain('sma');
});

test('no word keeps all in their order, and an unknown word finds none', () => {
  expect(found(' ')).toEqual(TECHNICAL_STUDIES.map(({ id }) => id));
  expect(found('sma zzz')).toEqual([]);
});
