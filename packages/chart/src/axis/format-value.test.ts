import { expect, test } from 'vitest';
import { formatPrice, formatValue } from './format-value.ts';

test('prices have commas between thousands, a point and the decimals of the instrument', () => {
  expect(formatPrice(1_234_567.891, 2)).toBe('1,234,567.89');
  expect(formatPrice(1.08345, 5)).toBe('1.08345');
  expect(formatPrice(950, 0)).toBe('950');
});

test('minus is a minus sign, and nothing is minus zero', () => {
  expect(formatPrice(-1_234.5, 1)).toBe('\u22121,234.5');
  expect(formatPrice(-0.001, 2)).toBe('0.00');
});

test('studies are written in their own form', () => {
  expect(formatValue('percent', 4.2, 0)).toBe('4.20\u00a0%');
  expect(formatValue('signedPercent', 12.414, 0)).toBe('+12.41\u00a0%');
  expect(formatValue('signedPercent', 0.001, 0)).toBe('0.00\u00a0%');
  expect(formatValue('basisPoints', 12.34, 0)).toBe('12.3\u00a0bps');
  expect(formatValue('signedInteger', -1_412.4, 0)).toBe('\u22121,412');
});
