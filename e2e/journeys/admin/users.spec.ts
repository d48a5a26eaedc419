import type { Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import { pageOf, paywallOf } from '../../paywall.ts';
import { enterPhoneCode, type Person, registerPerson, setColumns } from '../../people.ts';
import { judgeBarriers } from '../../screens/barriers.ts';
import { SIZES } from '../../screens/look.ts';
import { chooseAction, openUser, openUsers, walkUsers } from '../../screens/users-screens.ts';
import { signedIn } from '../../session.ts';

/** A change of rights has to reach an open page within this time. */
const TOLD_WITHIN_MS = 10_000;
const ADMIN = 'admin@demo.test';

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  storageState: async ({}, use) => use(await signedIn(ADMIN)),
});

/** Enters email and password on the page that the end of the session has led to. */
async function enterPasswordAgain(page: Page, person: Person): Promise<void> {
  await expect(page).toHaveURL(/\/login/, { timeout: TOLD_WITHIN_MS });
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('an administrator approves, unlocks, revokes, restores and deletes an account, and its open page follows', async ({
  page,
  browser,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, /^\/api\//);
  consoleGuard.expectAnswer(403, /^\/api\//);
  consoleGuard.expectClosedStreams();
  const person = await registerPerson(request);
  await setColumns(request, person, { user_type: 'commercial' });
  await openUsers(page, person);
  await expect(page.getByRole('link', { name: 'Manage Users' })).toBeVisible();
  await chooseAction(page, 'Approve');
  // The address of a person who has just registered is not confirmed.
  await page.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(page.getByText('User Approved.')).toBeVisible();
  await readMessage(request, person.email, /approved/i);

  // The administration is for super admins only: others are redirected to the chart and told why.
  const own = await pageOf(browser, person);
  consoleGuard.listenTo(own.context());
  await own.goto('/dashboard/users');
  await expect(own).toHaveURL(/\/dashboard\/live-chart/);
  await expect(own.getByText('Forbidden. You do not have the required permissions.')).toBeVisible();
  await expect(own.getByRole('link', { name: 'Live Chart' })).toBeAttached();
  await expect(own.getByRole('link', { name: 'Manage Users' })).toHaveCount(0);
  await expect(own.getByText(/^Last closed bar/)).toBeAttached();

  // A recorded payment opens the locked chart without a reload.
  await own.keyboard.type('aapl');
  await own.getByRole('option', { name: /AAPL.*FMP/ }).click();
  await expect(paywallOf(own)).toContainText('Source locked: FMP:AAPL');
  const dialog = await openUser(page);
  await dialog.getByRole('switch', { name: 'Has paid' }).press('Space');
  await dialog.getByRole('textbox', { name: 'Payment details' }).fill('Invoice 17');
  await dialog.getByRole('textbox', { name: 'Paid until' }).fill('10 Apr 2090');
  await dialog.getByRole('textbox', { name: 'Payment details' }).click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('User Payment Detail Updated.')).toBeVisible();
  await expect(paywallOf(own)).toHaveCount(0, { timeout: TOLD_WITHIN_MS });
  await expect(own).toHaveURL(/symbol=FMP:AAPL/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await chooseAction(page, 'Revoke access');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Shared the account');
  await page.getByRole('button', { name: 'Revoke access' }).click();
  await expect(page.getByText('User Access Revoked.')).toBeVisible();
  await enterPasswordAgain(own, person);
  await expect(own.getByText('Your access has been revoked. Please contact us.')).toBeVisible();

  await chooseAction(page, 'Restore access');
  await expect(page.getByText('User Access Restored.')).toBeVisible();
  await own.getByRole('button', { name: 'Sign In' }).click();
  await enterPhoneCode(own, person);
  await expect(own).toHaveURL(/\/dashboard\/live-chart/);

  await chooseAction(page, 'Delete');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for it');
  await page.getByRole('textbox', { name: /to confirm$/ }).fill(person.email);
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('User Deleted.')).toBeVisible();
  await expect(page.getByText('No users found.')).toBeVisible();
  await enterPasswordAgain(own, person);
  await expect(own.getByText('Incorrect email or password.')).toBeVisible();
  await own.context().close();
});

/**
 * Component tests check every state once; the long run checks them in both themes and sizes against the real server.
 */
for (const [size, use] of process.env.TEST_LONG === 'true' ? Object.entries(SIZES) : []) {
  test.describe(size, () => {
    test.use(use);
    test(`no state of the administration of users has a barrier, at a ${size}, in either theme`, async ({
      page,
      consoleGuard,
    }) => {
      consoleGuard.expectAnswer(500, '/api/users/all');
      await walkUsers(page, judgeBarriers(page));
    });
  });
}
