import { expect, type Page, test } from '@playwright/test';
import { listenForComplaints } from '../chart-page.ts';
import {
  approve,
  enterPassword,
  enterPhoneCode,
  makePerson,
  newPerson,
  PASSWORD,
  readMessage,
  signInByPage,
} from '../people.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const avatar = (page: Page) => page.getByRole('button', { name: /account menu/ });

test('a visitor is sent to the door without a word, and after the code stands before the chart', async ({
  page,
}) => {
  const complaints = listenForComplaints(page);
  const person = await makePerson(page.request);
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await signInByPage(page, person);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard\/live-chart/);
  expect(complaints).toEqual([]);
});

test('a person registers, waits for approval, and is let in', async ({ page }) => {
  const person = newPerson();
  await page.goto('/login');
  await page.getByRole('link', { name: "Don't have an account? Sign Up" }).click();
  const submit = page.getByRole('button', { name: 'Sign Up' });
  await page.getByRole('textbox', { name: 'First name' }).fill('Thandi');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Nkosi');
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: 'Date of birth' }).click();
  const calendar = page.getByRole('dialog', { name: 'Date of birth' });
  await calendar.getByRole('button', { name: '2000' }).click();
  await calendar.getByRole('button', { name: 'May' }).click();
  await calendar.getByRole('button', { name: '17 May 2000' }).click();
  await calendar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Date of birth' })).toHaveValue('17 May 2000');
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Retail', { exact: true }).click();
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
  await submit.click();
  await expect(
    page.getByText('Your account has been registered. You can now log in.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await readMessage(page.request, person.email, /awaiting approval/);
  await enterPassword(page, person);
  await expect(
    page.getByText(
      'Your account is still awaiting approval. You will receive an email once approved.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await approve(page.request, person);
  await readMessage(page.request, person.email, /account is approved/i);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await enterPhoneCode(page, person);
  await expect(avatar(page)).toBeVisible();
});

test('who has no phone at hand gets in with a code from the e-mail', async ({ page }) => {
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  await page
    .getByRole('button', { name: "Don't have access to your phone? Get a recovery code" })
    .click();
  await expect(page.getByText('Recovery code has been sent to you email.')).toBeVisible();
  const code = await readMessage(page.request, person.email, /^[A-Z0-9]{6}$/m);
  await page.getByRole('textbox', { name: 'Recovery code from your email' }).fill(code);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(avatar(page)).toBeVisible();
});

test('a forgotten password is replaced by a link that works once and leaves the address at once', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('button', { name: 'Request Reset' }).click();
  await expect(page.getByText('Reset Link Sent')).toBeVisible();
  const link = await readMessage(page.request, person.email, /http\S+reset-password\?token=\S+/);
  const address = link.slice(new URL(link).origin.length);
  const reset = { ...person, password: 'An0ther-Rock' };
  const setPassword = async () => {
    await page.goto(address);
    await expect(page).toHaveURL(/\/reset-password$/);
    await page.getByLabel('Password', { exact: true }).fill(reset.password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(reset.password);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
  };
  await setPassword();
  await expect(
    page.getByText(
      'Your Password has been reset successfully. You can now sign in with your new password.',
    ),
  ).toBeVisible();
  await setPassword();
  await expect(page.getByRole('alert')).toHaveText(
    'Reset token not found or not valid. Please request a new reset password link.',
  );
  await enterPassword(page, person);
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await signInByPage(page, reset);
});

test('a wrong password and a wrong code say so and lose nothing', async ({ page }) => {
  const person = await makePerson(page.request);
  await enterPassword(page, { ...person, password: 'Wrong-1234' });
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await enterPassword(page, person);
  await page.getByRole('textbox', { name: 'Code' }).fill('AAAAAA');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('The code is not correct or has expired.');
  await enterPhoneCode(page, person);
  await expect(avatar(page)).toBeVisible();
});

test('five wrong codes lead back to the password', async ({ page }) => {
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  const submit = page.getByRole('button', { name: 'Sign In' });
  for (const last of ['A', 'B', 'C', 'D', 'E']) {
    await page.getByRole('textbox', { name: 'Code' }).fill(`AAAAA${last}`);
    const answered = page.waitForResponse('**/api/auth/login');
    await submit.click();
    await answered;
  }
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please sign in again.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('signing out ends it in every tab, and nothing of the session is left in the browser', async ({
  page,
  context,
}) => {
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  const other = await context.newPage();
  await other.goto('/dashboard/live-chart');
  await expect(avatar(other)).toBeVisible();
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).not.toContain('accessToken');
  expect(kept).toContain('deviceId');
  await expect(async () => {
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain('rt');
  }).toPass();
});

test('a tab that slept over the end of its token goes on, also when the network comes back late', async ({
  page,
  context,
}) => {
  const person = await makePerson(page.request);
  await page.clock.install();
  await signInByPage(page, person);
  await context.setOffline(true);
  await page.clock.fastForward('30:00');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('You are offline. Stored data is shown.')).toBeVisible();
  await expect(avatar(page)).toBeVisible();
  const renewed = page.waitForResponse('**/api/auth/refresh');
  await context.setOffline(false);
  expect((await renewed).status()).toBe(200);
  await page.reload();
  await expect(avatar(page)).toBeVisible();
});

test('a session that was ended elsewhere ends here too, without a word', async ({
  page,
  browser,
}) => {
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const tab = await elsewhere.newPage();
  await enterPassword(tab, person);
  await tab.getByRole('button', { name: /Get a recovery code/ }).click();
  const code = await readMessage(page.request, person.email, /^[A-Z0-9]{6}$/m);
  await tab.getByRole('textbox', { name: 'Recovery code from your email' }).fill(code);
  await tab.getByRole('button', { name: 'Sign In' }).click();
  await avatar(tab).click();
  await tab.getByRole('menuitem', { name: 'Manage Account' }).click();
  await tab.getByRole('tab', { name: 'Privacy & Security' }).click();
  await tab.getByRole('button', { name: 'Active sessions' }).click();
  await tab.getByRole('button', { name: 'End all others' }).click();
  await expect(tab.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(avatar(tab)).toBeVisible();
  await elsewhere.close();
});

test('a person whose call is refused hears it once and is signed out once', async ({ page }) => {
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  await page.route('**/api/users/*/sessions', (route) => route.fulfill({ status: 401, json: {} }));
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  await page.getByRole('tab', { name: 'Privacy & Security' }).click();
  await page.getByRole('button', { name: 'Active sessions' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Unauthorized. Please log in.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(page.getByText('Unauthorized. Please log in.')).toHaveCount(0);
});

test('phone and password are changed over the chart, which stays where it is', async ({ page }) => {
  test.setTimeout(180_000);
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  await page.getByRole('button', { name: /Get a recovery code/ }).click();
  const recovery = await readMessage(page.request, person.email, /^[A-Z0-9]{6}$/m);
  await page.getByRole('textbox', { name: 'Recovery code from your email' }).fill(recovery);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const chart = await page.getByRole('application').elementHandle();
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  await expect(page).toHaveURL(/symbol=.*account=true/);
  await page.getByRole('tab', { name: 'Privacy & Security' }).click();
  await page.getByRole('button', { name: 'Password', exact: true }).click();
  await page.getByLabel('Existing Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByText('Password can not be the same as the existing one.')).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('An0ther-Rock');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('An0ther-Rock');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Account details updated.')).toBeVisible();
  await page.getByRole('button', { name: 'Contact Information' }).click();
  const next = newPerson();
  await page.getByRole('textbox', { name: 'Phone' }).fill(next.phone);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Enter the code we just sent to/)).toBeVisible();
  // An account is sent one code a minute, and signing in has taken this minute's.
  const again = page.getByRole('button', { name: 'Need another code?' });
  await expect(again).toBeEnabled({ timeout: 70_000 });
  await again.click();
  const code = await readMessage(page.request, next.phoneE164, /\b\d{6}\b/);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Account details updated.')).toBeVisible();
  await readMessage(page.request, person.phoneE164, /sent to another number/);
  await page.getByRole('button', { name: 'Close account' }).click();
  await expect(page).not.toHaveURL(/account=/);
  await expect(page).toHaveURL(/symbol=/);
  expect(await chart?.evaluate((element) => element.isConnected)).toBe(true);
});

test('a change long after the sign-in asks for the password, and is then made', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  let asked = 0;
  await page.route('**/api/users/*/updateUser', (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    const json = { code: 'REAUTH_REQUIRED', message: 'x', requestId: 'x' };
    return route.fulfill({ status: 403, json });
  });
  await page.goto('/dashboard/live-chart?account=true&tab=privacy');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await proof.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByRole('alert')).toHaveText('Incorrect email or password.');
  await proof.getByLabel('Password', { exact: true }).fill(person.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Account details updated.')).toBeVisible();
  await expect(proof).toHaveCount(0);
  expect(asked).toBe(2);
});
