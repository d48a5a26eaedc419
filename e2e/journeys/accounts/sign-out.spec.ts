import type { BrowserContext, Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { RECOVERY_CODE, readMessage } from '../../mailbox.ts';
import { OWN_ANSWER } from '../../origin.ts';
import { avatar, enterPassword, enterPhoneCode, makePerson, signInByPage } from '../../people.ts';
import { openPanel, openPrivacy } from '../../screens/account-screens.ts';

test.use({ storageState: NOBODY });

/** Two tabs of one person, both before the chart. */
async function openTwoTabs(page: Page, context: BrowserContext): Promise<Page> {
  await signInByPage(page, await makePerson(page.request));
  const other = await context.newPage();
  await other.goto('/dashboard/live-chart');
  await expect(avatar(other)).toBeVisible();
  return other;
}

async function logOut(page: Page): Promise<void> {
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** What a person left in the browser, by the names under which it is kept. */
async function expectNothingLeft(page: Page): Promise<void> {
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).not.toContain('accessToken');
  expect(kept).toContain('deviceId');
}

test('signing out ends it in every tab, and nothing of the session is left in the browser', async ({
  page,
  context,
}) => {
  const other = await openTwoTabs(page, context);
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await expectNothingLeft(page);
  await expect(async () => {
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain('rt');
  }).toPass();
});

test('a change that waited for the password is not made by whoever signs in next', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, /\/updateUser$/);
  const next = await makePerson(page.request);
  const other = await openTwoTabs(page, context);
  const asked: string[] = [];
  await page.route('**/api/users/*/updateUser', (route) => {
    asked.push(route.request().method());
    const json = { code: 'REAUTH_REQUIRED', message: 'Please confirm.', requestId: 'x' };
    return route.fulfill({ headers: OWN_ANSWER, status: 403, json });
  });
  await openPrivacy(page);
  await openPanel(page, 'contact');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await expect(proof).toBeVisible();
  await logOut(other);
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(next.email);
  await page.getByLabel('Password', { exact: true }).fill(next.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await enterPhoneCode(page, next);
  await expect(avatar(page)).toBeVisible();
  await expect(proof).toHaveCount(0);
  expect(asked).toHaveLength(1);
});

test('signing out without a network wipes every tab at once; the server is told later', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  const other = await openTwoTabs(page, context);
  await page.reload();
  await expect(avatar(page)).toBeVisible();
  await context.setOffline(true);
  await logOut(page);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
    await expectNothingLeft(tab);
  }
  // Whichever tab has its turn first tells it.
  const told = context.waitForEvent('response', (response) =>
    response.url().endsWith('/api/auth/logout'),
  );
  await context.setOffline(false);
  expect((await told).status()).toBe(204);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('rt');
});

test('a session that was ended elsewhere ends here too, without a word', async ({
  page,
  browser,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/refresh');
  consoleGuard.expectAnswer(401, '/api/stream/ticket');
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  const elsewhere = await browser.newContext({ storageState: NOBODY });
  consoleGuard.listenTo(elsewhere);
  const tab = await elsewhere.newPage();
  await enterPassword(tab, person);
  await tab.getByRole('button', { name: /Get a recovery code/ }).click();
  const code = await readMessage(page.request, person.email, RECOVERY_CODE);
  await tab.getByRole('textbox', { name: 'Recovery code from your email' }).fill(code);
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

test('a refused call shows one toast and signs out once', async ({ page, consoleGuard }) => {
  await signInByPage(page, await makePerson(page.request));
  const path = /\/api\/users\/[^/]+\/sessions$/;
  consoleGuard.expectAnswer(401, path);
  await page.route(path, (route) => route.fulfill({ headers: OWN_ANSWER, status: 401, json: {} }));
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  await page.getByRole('tab', { name: 'Privacy & Security' }).click();
  await page.getByRole('button', { name: 'Active sessions' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Unauthorized. Please log in.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect(page.getByText('Unauthorized. Please log in.')).toHaveCount(0);
});
