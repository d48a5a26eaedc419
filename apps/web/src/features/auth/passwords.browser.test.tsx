import { forgotPassword, resetPassword } from '@moneytrail/contract';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { resetToken } from './link-token.ts';

const NEXT = 'An0ther-Rock';
const NO_LINK = 'Reset token not found or not valid. Please request a new reset password link.';

const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Password', { exact: true });
const confirmation = page.getByLabelText('Confirm Password', { exact: true });
const alert = page.getByRole('alert');

// All tests share the page, which keeps the token in memory.
beforeEach(() => resetToken.forget());

async function setPassword(): Promise<void> {
  await password.fill(NEXT);
  await confirmation.fill(NEXT);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
}

test('a reset link is requested for a valid address, and the dialog names it', async () => {
  const server = new FakeServer();
  const asked = server.on(forgotPassword, () => ({ message: 'Sent.' }));
  const { router } = await openPage('/forgot-password', server, null);
  await expect.element(email).toHaveFocus();
  await expectNoBarriers('forgot password');
  await email.fill('nobody');
  await userEvent.tab();
  await expect.element(page.getByText('Email must be valid')).toBeVisible();
  await expectNoBarriers('forgot password with an error');
  await email.fill('thandi@example.com');
  await page.getByRole('button', { name: 'Request Reset' }).click();
  const sent = page.getByRole('dialog', { name: 'Reset Link Sent' });
  await expect.element(sent).toMatchTextContent('thandi@example.com');
  await expect.element(sent).toMatchTextContent('spam or junk folder');
  expect(asked.map(({ body }) => body.email)).toEqual(['thandi@example.com']);
  await expectNoBarriers('reset link sent');
  await sent.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/login');
});

test('without a link the reset page is disabled and offers a new link, which can be declined', async () => {
  const { router } = await openPage('/reset-password', new FakeServer(), null);
  await expect.element(alert).toMatchTextContent(NO_LINK);
  await expect.element(password).toBeDisabled();
  await expectNoBarriers('reset without a link');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Forgot Your Password?' }))
    .toBeVisible();
  await email.fill('nobody@example.com');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/login');
});

test('a link sets a new password, typed twice', async () => {
  const server = new FakeServer();
  const asked = server.on(resetPassword, () => ({ message: 'Reset.' }));
  const { router } = await openPage('/reset-password?token=a-token', server, null);
  await expect.element(password).toBeEnabled();
  expect(router.state.location.href).toBe('/reset-password');
  await expectNoBarriers('reset password');
  await password.fill('An0');
  await confirmation.fill('An');
  await userEvent.tab();
  await expect.element(page.getByText('Passwords do not match')).toBeVisible();
  await expectNoBarriers('reset password with errors');
  await setPassword();
  const done = page.getByRole('dialog', { name: 'Password Reset' });
  await expect
    .element(done)
    .toMatchTextContent(
      'Your Password has been reset successfully. You can now sign in with your new password.',
    );
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'a-token', newPassword: NEXT }]);
  await expectNoBarriers('password reset');
});

test('a used link is refused and leads to a new one', async () => {
  const server = new FakeServer();
  server.refuse(resetPassword, 'RESET_TOKEN_INVALID', NO_LINK);
  await openPage('/reset-password?token=a-token', server, null);
  await setPassword();
  await expect.element(alert).toMatchTextContent(NO_LINK);
  await expect.element(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  await expectNoBarriers('reset link used twice');
});
