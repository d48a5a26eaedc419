import type { BrowserContext, Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { OWN_ANSWER } from '../../origin.ts';
import { avatar, enterPhoneCode, makePerson, typePassword } from '../../people.ts';
import { openPanel } from '../../screens/account-screens.ts';
import { signedIn } from '../../session.ts';

test.use({ storageState: NOBODY });

/** A page that holds a session like the chart, but draws nothing. */
const QUIET = '/dashboard/profile';

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await expect(avatar(tab)).toBeVisible();
  return tab;
}

async function logOut(page: Page): Promise<void> {
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

const keptBy = (page: Page) => page.evaluate(() => Object.keys(localStorage));

/** The tab shows the sign-in page, and nothing of the session is left in the browser. */
async function expectSignedOut(tab: Page): Promise<void> {
  await expect(tab).toHaveURL(/\/login$/);
  await expect(tab.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  const kept = await keptBy(tab);
  expect(kept).not.toContain('accessToken');
  expect(kept).toContain('deviceId');
}

const cookieNames = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name);

test('signing out ends the session in every tab, and a change that waited for the password is not made by the next person', async ({
  browser,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, /\/updateUser$/);
  const person = await makePerson(request);
  const next = await makePerson(request);
  const context = await browser.newContext({ storageState: await signedIn(person.email) });
  consoleGuard.listenTo(context);
  const page = await openTab(context, `${QUIET}?account=true&tab=privacy`);
  const other = await openTab(context, QUIET);
  const asked: string[] = [];
  await page.route('**/api/users/*/updateUser', (route) => {
    asked.push(route.request().method());
    const json = { code: 'REAUTH_REQUIRED', message: 'Please confirm.', requestId: 'x' };
    return route.fulfill({ headers: OWN_ANSWER, status: 403, json });
  });
  await openPanel(page, 'contact');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await expect(proof).toBeVisible();
  await logOut(other);
  for (const tab of [page, other]) await expectSignedOut(tab);
  await expect.poll(() => cookieNames(context)).not.toContain('rt');

  await typePassword(page, next);
  await enterPhoneCode(page, next);
  await expect(avatar(page)).toBeVisible();
  await expect(proof).toHaveCount(0);
  expect(asked).toHaveLength(1);
});

test('signing out without the server wipes every tab at once, and the server is told after a reload, from another tab', async ({
  browser,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  const { email } = await makePerson(request);
  const context = await browser.newContext({ storageState: await signedIn(email) });
  consoleGuard.listenTo(context);
  const page = await openTab(context, QUIET);
  const other = await openTab(context, QUIET);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  let isDown = true;
  await context.route('**/api/**', (route) => (isDown ? route.abort() : route.continue()));
  await logOut(page);
  for (const tab of [page, other]) await expectSignedOut(tab);
  await page.reload();
  await expectSignedOut(page);
  expect(await keptBy(page)).toContain('signedOutSession');
  await page.close();
  isDown = false;
  await other.reload();
  await expect.poll(() => keptBy(other)).not.toContain('signedOutSession');
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.get('/api/users', { headers })).status()).toBe(401);
  expect(await cookieNames(context)).not.toContain('rt');
});
