import { offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { expect, test } from 'vitest';
import { columnChoices, figureChoices, findChoices } from './figure-choices.ts';
import { columnNames, figureOf, figureText } from './figures.ts';

offerTechnicalStudies(TECHNICAL_STUDIES);

test('figures of studies are found by names and aliases, once each', () => {
  const first = (text: string) => findChoices(text, figureChoices())[0]?.value;
  expect(first('stoch rsi')).toBe('stochasticRsi-k');
  expect(first('macd signal')).toBe('macd-signal');
  expect(first('ema')).toBe('ema-average');
  expect(first('relative strength index')).toBe('rsi');
  const found = findChoices('ma', figureChoices()).map(({ value }) => value);
  expect(found).toContain('sma-average');
  const names = columnChoices().map(({ value }) => columnNames(value).name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('headings are short, titles tell the inputs, and values have the format of their output', () => {
  expect(figureOf('ema-average')).toMatchObject({
    head: 'EMA 20',
    title: 'Exponential moving average (20)',
  });
  expect(figureOf('macd-signal')).toMatchObject({
    head: 'MACD signal',
    title: 'Moving average convergence divergence (12, 26, 9): Signal',
    middle: 0,
  });
  expect(figureText('macd-signal', 0.12345, 100_000)).toBe('+0.12345');
  expect(figureText('ema-average', 101.234, 100)).toBe('101.23');
  expect(figureText('macd-macd', null, 100)).toBe('–');
});
