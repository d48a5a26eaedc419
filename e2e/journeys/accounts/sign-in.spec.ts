import { expect, NOBODY, test } from '../../journey.ts';
import { PHONE_CODE, RECOVERY_CODE, readMessage } from '../../mailbox.ts';
import { avatar, enterPassword, makePerson, signInByPage } from '../../people.ts';

test.use({ storageState: NOBODY });

test('a visitor is sent to the sign-in page without a notice, and after the code to the chart', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await signInByPage(page, person);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard\/live-chart/);
});

test('the step that asks for a code leads to the mailbox of the demo, which shows it', async ({
  page,
  context,
}) => {
  const person = await makePerson(page.request);
  await page.goto('/login');
  await enterPassword(page, person);
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'demo mailbox' }).click();
  const mailbox = await opening;
  await expect(mailbox).toHaveURL('/outbox');
  await expect(mailbox.getByText(/^To \+27/)).toBeVisible();
});

test('a device that entered a code once is trusted: the password is enough from then on', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await enterPassword(page, person);
  await expect(avatar(page)).toBeVisible();
});

test('the password entered twice within a minute: the code of the first is still good, and said to be', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  await expect(page.getByText('Enter the code we just sent to your phone')).toBeVisible();
  const code = await readMessage(page.request, person.phoneE164, PHONE_CODE);
  await enterPassword(page, person);
  await expect(page.getByText('sent to your phone a moment ago. It is still good.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await expect(avatar(page)).toBeVisible();
});

test('who has no phone at hand gets in with a code from the e-mail', async ({ page }) => {
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  await page
    .getByRole('button', { name: "Don't have access to your phone? Get a recovery code" })
    .click();
  await expect(page.getByText('Recovery code has been sent to you email.')).toBeVisible();
  const code = await readMessage(page.request, person.email, RECOVERY_CODE);
  await page.getByRole('textbox', { name: 'Recovery code from your email' }).fill(code);
  await expect(avatar(page)).toBeVisible();
});

test('a wrong password and a wrong code say so and lose nothing', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/login');
  consoleGuard.expectAnswer(400, '/api/auth/login');
  const person = await makePerson(page.request);
  await enterPassword(page, { ...person, password: 'Wrong-1234' });
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await enterPassword(page, person);
  await page.getByRole('textbox', { name: 'Code' }).fill('AAAAAA');
  await expect(page.getByRole('alert')).toHaveText('The code is not correct or has expired.');
  // What is typed next takes its place.
  await page.keyboard.type(await readMessage(page.request, person.phoneE164, PHONE_CODE));
  await expect(avatar(page)).toBeVisible();
});

test('five wrong codes lead back to the password', async ({ page, consoleGuard }) => {
  consoleGuard.expectAnswer(400, '/api/auth/login');
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  const field = page.getByRole('textbox', { name: 'Code' });
  for (const last of ['A', 'B', 'C', 'D']) {
    const answered = page.waitForResponse('**/api/auth/login');
    await field.fill(`AAAAA${last}`);
    await answered;
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  }
  await field.fill('AAAAAE');
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please sign in again.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('a code is taken from the clipboard whole, whatever stands between its signs, and signs in', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  const code = await readMessage(page.request, person.phoneE164, PHONE_CODE);
  const copied = ` ${code.slice(0, 2)} ${code.slice(2, 4)}-${code.slice(4)} `;
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  await page.keyboard.press('Control+V');
  await expect(avatar(page)).toBeVisible();
});

test('without an answer the sign-in page names the network', async ({ page, consoleGuard }) => {
  consoleGuard.expectNoNetwork();
  await page.route('**/api/auth/login', (route) => route.abort());
  await enterPassword(page, await makePerson(page.request));
  await expect(page.getByRole('alert')).toHaveText('Network error: Please try again later.');
});
