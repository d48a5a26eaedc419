import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratioOf, tradeOf } from './trade.ts';

const prices = (entry: number, target: number, stop: number) =>
  [entry, target, stop].map((price) => ({ price }));

it.each([
  [prices(100, 130, 90), { size: 10_000, riskPercent: 1 }, '10', '100.00', '300.00'],
  [prices(1.2, 1.3, 1.1), { size: 10_000, riskPercent: 1 }, '1,000', '100.00', '100.00'],
  [
    prices(64_210.5, 70_000, 62_000),
    { size: 5_000, riskPercent: 2 },
    '0.045238',
    '100.00',
    '261.91',
  ],
  [prices(3, 1, 4), { size: 100, riskPercent: 1.5 }, '1.5', '1.50', '3.00'],
])('the quantity of %j for %j is %s', (points, account, quantity, risk, reward) => {
  const trade = tradeOf(points, account);
  expect([trade?.quantityText, trade?.riskText, trade?.rewardText]).toEqual([
    quantity,
    risk,
    reward,
  ]);
});

it('a stop at the entry has neither a quantity nor a ratio', () => {
  expect(tradeOf(prices(100, 130, 100), { size: 100, riskPercent: 1 })).toBeNull();
  expect(ratioOf(prices(100, 130, 100))).toBeNull();
  expect(ratioOf(prices(100, 130, 90))).toBe(3);
});

it('the stop never costs more than the chosen share of the account', () => {
  const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const size = fc.double({ min: 1, max: 1e9, noNaN: true });
  const riskPercent = fc.double({ min: 0.01, max: 100, noNaN: true });
  fc.assert(
    fc.property(price, price, price, size, riskPercent, (entry, target, stop, account, percent) => {
      fc.pre(entry !== stop);
      const trade = tradeOf(prices(entry, target, stop), { size: account, riskPercent: percent });
      const most = (account * percent) / 100;
      expect(trade?.risk).toBeLessThanOrEqual(most * (1 + 1e-9));
    }),
  );
});
