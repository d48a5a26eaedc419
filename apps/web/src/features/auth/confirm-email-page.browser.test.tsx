import { confirmEmail } from '@moneytrail/contract';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { confirmationToken } from './link-token.ts';

// All tests share the page, which keeps the token in memory.
beforeEach(() => confirmationToken.forget());

test('an invalid link says so and leads to sign-in', async () => {
  const server = new FakeServer();
  server.refuse(confirmEmail, 'CONFIRM_TOKEN_INVALID', 'The link is not valid.');
  const { router } = await openPage('/confirm-email?token=made-up', server, null);
  await expect.element(page.getByRole('alert')).toMatchTextContent('This link is not valid');
  await expectNoBarriers('a link that is not valid');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/login');
});

test('a failed confirmation can be retried', async () => {
  const server = new FakeServer();
  server.refuse(confirmEmail, 'INTERNAL', 'Please try again.');
  await openPage('/confirm-email?token=a-token', server, null);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  const asked = server.on(confirmEmail, () => ({ message: 'Confirmed.', isApproved: false }));
  await again.click();
  await expect.element(page.getByText('Your email address is confirmed.')).toBeVisible();
  await expect.element(page.getByText(/^Your account is awaiting approval\./)).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ token: 'a-token' });
  await expectNoBarriers('an address that is confirmed');
});

test('a confirmed address of an approved account leads to sign-in', async () => {
  const server = new FakeServer();
  server.on(confirmEmail, () => ({ message: 'Confirmed.', isApproved: true }));
  await openPage('/confirm-email?token=a-token', server, null);
  await expect.element(page.getByText('Your account is approved. You can sign in.')).toBeVisible();
  expect(page.getByText(/awaiting approval/).elements()).toEqual([]);
});
