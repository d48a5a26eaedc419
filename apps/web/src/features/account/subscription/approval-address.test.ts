import { expect, test } from 'vitest';
import { approvalAddress } from './approval-address.ts';

const PAGE = 'https://app.example/dashboard/live-chart';
const DEMO = 'http://localhost:3000/dashboard/live-chart';

test.each([
  ['https://www.paypal.com/webapps/billing?ba_token=1', PAGE],
  ['https://store.lemonsqueezy.com/checkout/1', DEMO],
  ['http://127.0.0.1:4100/webapps/billing?ba_token=1', DEMO],
])('a browser is sent to %s from %s', (approve, page) => {
  expect(approvalAddress(approve, page)).toBe(approve);
});

test.each([
  ['http://www.paypal.com/', PAGE],
  ['http://127.0.0.1:4100/', PAGE],
  ['http://10.0.0.1/', DEMO],
  ['javascript:alert(1)', DEMO],
  ['//paypal.com', PAGE],
  ['', PAGE],
])('a browser is not sent to %j from %s', (approve, page) => {
  expect(() => approvalAddress(approve, page)).toThrow('not safe');
});
