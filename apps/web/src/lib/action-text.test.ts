import { expect, test } from 'vitest';
import { actionText, fieldText } from './action-text.ts';

test('actions and fields read as words', () => {
  expect(actionText('account.payment-noted')).toBe('Account: payment noted');
  expect(actionText('sign-in.done')).toBe('Sign in: done');
  expect(actionText('sign-out')).toBe('Sign out');
  expect(fieldText('timeMs')).toBe('Time');
  expect(fieldText('paymentValidUntil')).toBe('Payment valid until');
});
