import type { Browser, Page, Route } from '@playwright/test';
import { openChart } from '../../chart-page.ts';
import { keepAnswers } from '../../hold-back.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import { ORIGIN, OWN_ANSWER } from '../../origin.ts';
import { pageOf, paywallOf } from '../../paywall.ts';
import {
  enterPassword,
  makeRestricted,
  registerPerson,
  setColumns,
  signInByPage,
} from '../../people.ts';
import { judgeBarriers } from '../../screens/barriers.ts';
import { SIZES } from '../../screens/look.ts';
import { chooseAction, openUser, openUsers, walkUsers } from '../../screens/users-screens.ts';
import { signedIn } from '../../session.ts';

/** How soon a change of rights has to reach an open page. */
const TOLD_WITHIN_MS = 10_000;
const ADMIN = 'admin@demo.test';
/** The account that a dialog shows, and its parts. */
const ONE_USER = /\/api\/users\/(?!all)[^?]+$/;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  storageState: async ({}, use) => use(await signedIn(ADMIN)),
});

async function visitorOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: NOBODY, baseURL: ORIGIN });
  return context.newPage();
}

test('somebody who waits is approved, told by mail, and signs in', async ({
  page,
  browser,
  request,
}) => {
  const person = await registerPerson(request);
  await openUsers(page, person);
  await chooseAction(page, 'Approve');
  await expect(page.getByText('User Approved.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Approved' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for/ })).toBeFocused();
  await readMessage(request, person.email, /approved/i);
  const own = await visitorOf(browser);
  await signInByPage(own, person);
  await own.context().close();
});

test('a payment that is noted opens what was locked on an open chart, without a reload', async ({
  page,
  browser,
  request,
}) => {
  const person = await makeRestricted(request);
  await setColumns(request, person, { user_type: 'commercial' });
  const chart = await pageOf(browser, person);
  await openChart(chart);
  await chart.keyboard.type('aapl');
  await chart.getByRole('option', { name: /AAPL.*FMP/ }).click();
  await expect(paywallOf(chart)).toContainText('Source locked: FMP:AAPL');
  await openUsers(page, person);
  const dialog = await openUser(page);
  const update = dialog.getByRole('button', { name: 'Update' });
  await dialog.getByRole('switch', { name: 'Has paid' }).press('Space');
  await dialog.getByRole('textbox', { name: 'Payment details' }).fill('Invoice 17');
  await expect(update).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Paid until' }).fill('10 Apr 2090');
  await dialog.getByRole('textbox', { name: 'Payment details' }).click();
  await expect(dialog.getByText('Valid through 12 Apr 2090')).toBeVisible();
  await update.click();
  await expect(page.getByText('User Payment Detail Updated.')).toBeVisible();
  await expect(paywallOf(chart)).toHaveCount(0, { timeout: TOLD_WITHIN_MS });
  await expect(chart).toHaveURL(/symbol=FMP:AAPL/);
  await chart.context().close();
  // What is opened again shows the day that was picked.
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Paid until' })).toHaveValue('10 Apr 2090');
});

test('who is revoked is signed out and told why; who is restored comes in again', async ({
  page,
  browser,
  request,
}) => {
  const person = await makeRestricted(request);
  const own = await pageOf(browser, person);
  await openChart(own);
  await openUsers(page, person);
  await chooseAction(page, 'Revoke access');
  const revoke = page.getByRole('button', { name: 'Revoke access' });
  await expect(revoke).toBeDisabled();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Shared the account');
  await revoke.click();
  await expect(page.getByText('User Access Revoked.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Revoked' })).toBeVisible();
  await expect(own).toHaveURL(/\/login/, { timeout: TOLD_WITHIN_MS });
  await enterPassword(own, person);
  await expect(own.getByText('Your access has been revoked. Please contact us.')).toBeVisible();
  await chooseAction(page, 'Restore access');
  await expect(page.getByText('User Access Restored.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Approved' })).toBeVisible();
  await own.context().close();
});

test('a right that is given while the account is still being read stays given', async ({
  page,
  request,
}) => {
  const person = await makeRestricted(request);
  await openUsers(page, person);
  const account = await keepAnswers(page, ONE_USER);
  const dialog = await openUser(page);
  await account.read;
  const suffix = dialog.getByRole('switch', { name: 'Access to Suffix' });
  await expect(suffix).not.toBeChecked();
  await suffix.press('Space');
  await expect(page.getByText('User Permissions Updated.')).toBeVisible();
  await expect(suffix).toBeChecked();
  await account.letCome();
  await expect(suffix).toBeChecked();
});

test('what is typed stays where it cannot be saved, nor the account be read again', async ({
  page,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(500, /\/api\/users\//);
  const person = await makeRestricted(request);
  await openUsers(page, person);
  const dialog = await openUser(page);
  const details = dialog.getByRole('textbox', { name: 'Payment details' });
  await details.fill('Invoice 17');
  const fail = (route: Route) =>
    route.fulfill({
      headers: OWN_ANSWER,
      status: 500,
      json: { code: 'INTERNAL', message: 'Something went wrong.', requestId: 'x' },
    });
  await page.route(ONE_USER, fail);
  let failedReads = 0;
  page.on('response', (answer) => {
    if (answer.request().method() === 'GET' && ONE_USER.test(answer.url())) failedReads += 1;
  });
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toBeVisible();
  // It is tried twice more before it is given up.
  await expect.poll(() => failedReads).toBeGreaterThanOrEqual(3);
  await expect(details).toHaveValue('Invoice 17');
  await page.unroute(ONE_USER, fail);
  const saved = page.waitForResponse((answer) => answer.request().method() !== 'GET');
  await dialog.getByRole('button', { name: 'Update' }).click();
  expect((await saved).ok()).toBe(true);
  await expect(details).toHaveValue('Invoice 17');
});

test('whoever asks for all users again looks for nobody', async ({ page }) => {
  await page.goto('/dashboard/users');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill('nobody-has-this-name');
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible();
  await expect(search).toHaveValue('');
});

test('an account is deleted once its address was typed and a reason given', async ({
  page,
  browser,
  request,
}) => {
  const person = await makeRestricted(request);
  await openUsers(page, person);
  await chooseAction(page, 'Delete');
  const remove = page.getByRole('button', { name: 'Delete user' });
  const address = page.getByRole('textbox', { name: /to confirm$/ });
  await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for it');
  await address.fill('somebody@else.example');
  await expect(remove).toBeDisabled();
  await address.fill(person.email);
  await remove.click();
  await expect(page.getByText('User Deleted.')).toBeVisible();
  await expect(page.getByText('No users found.')).toBeVisible();
  const own = await visitorOf(browser);
  await enterPassword(own, person);
  await expect(own.getByText('Incorrect email or password.')).toBeVisible();
  await own.context().close();
});

test('a user is found, opened and changed by keys alone', async ({ page, request }) => {
  const person = await makeRestricted(request, { firstName: 'Keys', lastName: 'Alone' });
  await page.goto('/dashboard/users');
  await page.getByRole('searchbox', { name: 'Search users' }).focus();
  await page.keyboard.type(person.email);
  const row = page.getByRole('row', { name: /Keys Alone/ });
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(row).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Manage User' });
  const suffix = dialog.getByRole('switch', { name: 'Access to Suffix' });
  await expect(suffix).not.toBeChecked();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(suffix).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByText('User Permissions Updated.')).toBeVisible();
  await expect(suffix).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('the page is for super admins alone: others read so on the chart', async ({
  browser,
  request,
  page,
}) => {
  await page.goto('/dashboard/live-chart');
  await expect(page.getByRole('link', { name: 'Manage Users' })).toBeVisible();
  const own = await pageOf(browser, await makeRestricted(request));
  await own.goto('/dashboard/users');
  await expect(own).toHaveURL(/\/dashboard\/live-chart/);
  await expect(own.getByText('Forbidden. You do not have the required permissions.')).toBeVisible();
  await expect(own.getByRole('link', { name: 'Live Chart' })).toBeAttached();
  await expect(own.getByRole('link', { name: 'Manage Users' })).toHaveCount(0);
  await own.context().close();
});

for (const [size, use] of Object.entries(SIZES)) {
  test(`no state of the administration of users has a barrier, at a ${size}, in either theme`, async ({
    browser,
  }) => {
    const storageState = await signedIn(ADMIN);
    const options = { ...use, storageState, baseURL: ORIGIN };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await walkUsers(page, judgeBarriers(page));
    await context.close();
  });
}
