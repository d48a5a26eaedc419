import type { Page } from '@playwright/test';
import { signInElsewhere } from '../../elsewhere.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { ORIGIN, OWN_PAGE } from '../../origin.ts';
import { avatar, enterPhoneCode, makePerson, typePassword, userIdOf } from '../../people.ts';
import { openPanel, openPrivacy } from '../../screens/account-screens.ts';
import { expectTitle } from '../../screens/look.ts';
import { readResetAddress } from '../../screens/password-screens.ts';
import { listenForSecret } from '../../secret-requests.ts';
import { administratorToken, signedIn } from '../../session.ts';
import { noteForeignRequests } from '../../visitor.ts';

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
  await sent.getByRole('button', { name: 'OK' }).click();
  return readResetAddress(page, email);
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(NEXT);
  await page.getByLabel('Confirm Password', { exact: true }).fill(NEXT);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
}

test('a forgotten password is replaced with a link that works once, and its token is sent once to us and to nobody else', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, '/api/auth/resetPassword');
  consoleGuard.expectAnswer(401, '/api/auth/login');
  const person = await makePerson(page.request);
  const address = await askForLink(page, person.email);
  const token = new URL(address, ORIGIN).searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  const requests = listenForSecret(page, token);
  const foreign = noteForeignRequests(page);
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
  expect(foreign).toEqual([]);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  expect(page.url()).not.toContain(token);

  await page.goto(address);
  await setPassword(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Reset token not found or not valid. Please request a new reset password link.',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await typePassword(page, person);
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await typePassword(page, { ...person, password: NEXT });
  await enterPhoneCode(page, person);
  await expect(avatar(page)).toBeVisible();
});

test('a password that is changed signs the other devices out, and a session that is ended elsewhere ends here without a notice', async ({
  browser,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/refresh');
  consoleGuard.expectAnswer(401, '/api/stream/ticket');
  const person = await makePerson(request);
  const elsewhere = await signInElsewhere(person);
  const context = await browser.newContext({ storageState: await signedIn(person.email) });
  consoleGuard.listenTo(context);
  const page = await context.newPage();
  await page.goto('/dashboard/live-chart');
  await openPrivacy(page);
  await openPanel(page, 'sessions');
  await expect(page.getByText('Safari 26 on iPad')).toBeVisible();
  await openPanel(page, 'password');
  await page.getByLabel('Existing Password', { exact: true }).fill(person.password);
  await page.getByLabel('New Password', { exact: true }).fill(NEXT);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEXT);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Account details updated.')).toBeVisible();
  await expect(page.getByLabel('Existing Password', { exact: true })).toHaveValue('');
  expect(await elsewhere.renew()).toBe(401);
  await expect(avatar(page)).toBeVisible();

  const sessions = `${ORIGIN}/api/users/${await userIdOf(request, person)}/sessions`;
  const headers = { ...OWN_PAGE, authorization: `Bearer ${await administratorToken()}` };
  expect((await request.delete(sessions, { headers })).status()).toBe(200);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
