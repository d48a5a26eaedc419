import type { Page } from '@playwright/test';
import { signInElsewhere } from '../../elsewhere.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { ORIGIN } from '../../origin.ts';
import { avatar, enterPassword, makePerson, signInByPage } from '../../people.ts';
import { openPanel, openPrivacy } from '../../screens/account-screens.ts';
import { expectTitle } from '../../screens/look.ts';
import { readResetAddress } from '../../screens/password-screens.ts';
import { listenForSecret } from '../../secret-requests.ts';

test.use({ storageState: NOBODY });

const NEXT = 'An0ther-Rock';

async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expectTitle(page, 'Forgot Your Password?');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Request Reset' }).click();
  const sent = page.getByRole('dialog', { name: 'Reset Link Sent' });
  await expect(sent).toContainText(email);
  await expect(sent).toContainText('spam or junk folder');
  await sent.getByRole('button', { name: 'OK' }).click();
  return readResetAddress(page, email);
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(NEXT);
  await page.getByLabel('Confirm Password', { exact: true }).fill(NEXT);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
}

test('a forgotten password is replaced by a link that works once', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, '/api/auth/resetPassword');
  consoleGuard.expectAnswer(401, '/api/auth/login');
  const person = await makePerson(page.request);
  const address = await askForLink(page, person.email);
  await page.goto(address);
  await setPassword(page);
  await expect(
    page.getByText(
      'Your Password has been reset successfully. You can now sign in with your new password.',
    ),
  ).toBeVisible();
  await page.goto(address);
  await setPassword(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Reset token not found or not valid. Please request a new reset password link.',
  );
  await enterPassword(page, person);
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await signInByPage(page, { ...person, password: NEXT });
});

test('the token of a link is sent to nobody but once to us: not by the address, not as a referrer', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  const address = await askForLink(page, person.email);
  const token = new URL(address, ORIGIN).searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  const requests = listenForSecret(page, token);
  page.on('request', (request) => expect(new URL(request.url()).origin).toBe(ORIGIN));
  const answer = await page.goto(address);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page).toHaveURL(/\/reset-password$/);
  await setPassword(page);
  await expect(page.getByRole('dialog', { name: 'Password Reset' })).toBeVisible();
  const asked = (await requests()).map((request) => [request.method(), request.url()]);
  expect(asked).toEqual([
    ['GET', `${ORIGIN}${address}`],
    ['POST', `${ORIGIN}/api/auth/resetPassword`],
  ]);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.goBack();
  expect(page.url()).not.toContain(token);
});

test('without a link there is nothing to reset, and the way to a new one', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toHaveText(
    'Reset token not found or not valid. Please request a new reset password link.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expectTitle(page, 'Forgot Your Password?');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a password is changed by the existing one, and the other devices are signed out', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  const elsewhere = await signInElsewhere(person);
  await signInByPage(page, person);
  await openPrivacy(page);
  await openPanel(page, 'password');
  const enter = async (password: string) => {
    await page.getByLabel('Existing Password', { exact: true }).fill(person.password);
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(password);
  };
  const save = page.getByRole('button', { name: 'Reset Password' });
  await enter(person.password);
  await expect(page.getByText('Password can not be the same as the existing one.')).toBeVisible();
  await expect(save).toBeDisabled();
  await enter(NEXT);
  await save.click();
  await expect(page.getByText('Account details updated.')).toBeVisible();
  await expect(page.getByLabel('Existing Password', { exact: true })).toHaveValue('');
  expect(await elsewhere.renew()).toBe(401);
  await expect(avatar(page)).toBeVisible();
});
