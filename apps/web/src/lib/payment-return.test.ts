import { expect, test } from 'vitest';
import {
  pendingPaymentReturn,
  readPaymentReturn,
  returnAddresses,
  withoutPaymentReturn,
} from './payment-return.ts';
import { parseSearch } from './search-params.ts';

const PAGE = 'https://app.example/dashboard/live-chart?symbol=FMP:AAPL&account=true';
const search = (address: string) => parseSearch(new URL(address).search);

test('a buyer returns to the page they left, with the outcome', () => {
  const { return_url, cancel_url } = returnAddresses(PAGE, 'paypal');
  expect(search(return_url)).toEqual({
    symbol: 'FMP:AAPL',
    account: 'true',
    paypalReturned: 'true',
  });
  expect(search(cancel_url)).toMatchObject({ symbol: 'FMP:AAPL', paypalCancelled: 'true' });
});

test("a former payment's parameters are removed from the address", () => {
  const former = `${PAGE}&paypalCancelled=true&subscription_id=I-1&ba_token=BA-1&token=T&paidBy=lemon`;
  const { return_url } = returnAddresses(former, 'paypal');
  expect(return_url).toBe(returnAddresses(PAGE, 'paypal').return_url);
});

test.each([
  [{}, null],
  [{ subscription_id: 'I-1' }, null],
  [{ paypalReturned: 'false' }, null],
  [
    { paypalReturned: 'true', subscription_id: 'I-1' },
    { outcome: 'returned', subscriptionId: 'I-1', provider: 'paypal' },
  ],
  [
    { paypalReturned: 'true', subscription_id: '' },
    { outcome: 'returned', subscriptionId: null, provider: 'paypal' },
  ],
  [
    { paypalCancelled: 'true', subscription_id: 'I-1' },
    { outcome: 'cancelled', subscriptionId: 'I-1', provider: 'paypal' },
  ],
])('an address states how a payment ended (%#)', (address, back) => {
  expect(readPaymentReturn(address)).toEqual(back);
});

test('a return from Lemon Squeezy, which has no id, is recognised by its address', () => {
  const { return_url } = returnAddresses(PAGE, 'lemon');
  const back = { outcome: 'returned', subscriptionId: null, provider: 'lemon' };
  expect(readPaymentReturn(search(return_url))).toEqual(back);
});

test("a return's own search is that of the page which the payment began on", () => {
  const { return_url } = returnAddresses(PAGE, 'lemon');
  const returned = `${return_url}&subscription_id=I-1&ba_token=BA-1&token=T`;
  expect(withoutPaymentReturn(search(returned))).toEqual(search(PAGE));
});

test('S28: a return is kept until it is taken, once', () => {
  pendingPaymentReturn.keep({ symbol: 'X', paypalReturned: 'true', subscription_id: 'I-1' });
  const back = { outcome: 'returned', subscriptionId: 'I-1', provider: 'paypal' };
  expect(pendingPaymentReturn.take()).toEqual(back);
  expect(pendingPaymentReturn.take()).toBeNull();
});
