import { describe, expect, it } from 'vitest';
import {
  decimalsOf,
  formatBasisPoints,
  formatChange,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
  formatSignedPoints,
  formatVolume,
} from './format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('market numbers', () => {
  it("have the tick's decimals and thousands commas", () => {
    expect(formatPrice(1234.5, 2)).toBe('1,234.50');
    expect(formatPrice(1.08345, 5)).toBe('1.08345');
    expect(formatPrice(-1_234_567.891, 2)).toBe('−1,234,567.89');
    expect(formatPrice(1234.5678, 4)).toBe('1,234.5678');
  });

  it('are an en dash if unknown', () => {
    expect([null, undefined, Number.NaN].map((value) => formatPrice(value, 2))).toEqual([
      '–',
      '–',
      '–',
    ]);
  });

  it('have a true minus sign, and none if they round to zero', () => {
    expect(formatSignedInteger(-412.4)).toBe('−412');
    expect(formatSignedInteger(412)).toBe('+412');
    expect(formatSignedPercent(-0.0001).trim()).toMatch(/^0\.00/);
  });

  it('have a no-break space before the unit', () => {
    expect(formatSignedPercent(12.41)).toBe('+12.41\u00a0%');
    expect(plain(formatPercent(4.2))).toBe('4.20 %');
    expect(plain(formatSignedPoints(1.2))).toBe('+1.20 pp');
    expect(plain(formatBasisPoints(12.345))).toBe('12.3 bps');
  });

  it('show a change with arrow, sign and percentage', () => {
    expect(plain(formatChange(104.7, 103.9, 2))).toBe('▲ +0.80 (+0.77 %)');
    expect(plain(formatChange(385.9, 387.1, 2))).toBe('▼ −1.20 (−0.31 %)');
    expect(plain(formatChange(5, 5, 2))).toBe('0.00 (0.00 %)');
    expect(plain(formatChange(-3, -5, 2))).toBe('▲ +2.00 (+40.00 %)');
    expect(plain(formatChange(-6, -5, 2))).toBe('▼ −1.00 (−20.00 %)');
    expect(formatChange(2, 0, 2)).toBe('▲ +2.00');
  });

  it.each([
    [1_240_000, '1.24 M'],
    [999, '999'],
    [999_999, '1.00 M'],
    [12_345, '12.3 K'],
    [0.5, '0.50'],
    [7_800_000_000, '7.80 B'],
  ])('show the volume %d as %s', (volume, text) => {
    expect(plain(formatVolume(volume))).toBe(text);
  });

  it('derive decimals from the price scale', () => {
    expect([1, 100, 100_000].map(decimalsOf)).toEqual([0, 2, 5]);
  });
});
