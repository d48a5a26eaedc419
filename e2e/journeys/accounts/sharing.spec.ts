import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import { ORIGIN, OWN_PAGE } from '../../origin.ts';
import {
  approve,
  avatar,
  enterPhoneCode,
  newPerson,
  type Person,
  typePassword,
} from '../../people.ts';
import { chooseBirthDate } from '../../screens/register-screens.ts';
import { accountDialog } from '../../screens/subscription-screens.ts';
import { signedIn } from '../../session.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const MAIN = 'commercial@demo.test';
/** A suspended sub-user is signed out within this time. */
const ENDED_WITHIN_MS = 10_000;

const copiedText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Presses the button and reads the link from the clipboard. */
async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create Invite' }).click();
  await expect(page.getByText('Invite link copied to your clipboard.')).toBeVisible();
  const link = await copiedText(page);
  expect(link).toMatch(/\/register\?invite=[\w-]{43}$/);
  await expect(page.getByRole('row', { name: /Pending/ })).not.toHaveCount(0);
  return new URL(link).pathname + new URL(link).search;
}

async function fillIn(page: Page, person: Person, names: { first: string; last: string }) {
  await page.getByRole('textbox', { name: 'First name' }).fill(names.first);
  await page.getByRole('textbox', { name: 'Last name' }).fill(names.last);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: 'Date of birth' }).click();
  await chooseBirthDate(page);
  await page.getByText('Female', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function openVisitor(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    baseURL: ORIGIN,
  });
  return { context, page: await context.newPage() };
}

/** Revokes every pending invite, because other journeys need the seats. */
async function freeSeats(page: Page): Promise<void> {
  const { origins } = await signedIn(MAIN);
  const token = origins[0]?.localStorage.find(({ name }) => name === 'accessToken')?.value;
  const headers = { ...OWN_PAGE, authorization: `Bearer ${token}` };
  const read = async (path: string) =>
    (await page.request.get(`${ORIGIN}${path}`, { headers })).json();
  for (const { _id, status } of await read('/api/seats/invites')) {
    if (status === 'pending')
      await page.request.post(`${ORIGIN}/api/seats/invites/${_id}/revoke`, { headers });
  }
  for (const { _id, username } of await read('/api/seats/sub-users')) {
    if (username !== 'seat@demo.test')
      await page.request.post(`${ORIGIN}/api/seats/sub-users/${_id}/revoke`, { headers });
  }
}

test('an invited person registers, is approved, sees every exchange, is suspended and restored', async ({
  page,
  browser,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, /^\/api\//);
  consoleGuard.expectAnswer(403, '/api/auth/login');
  await freeSeats(page);
  await page.goto('/dashboard/profile?account=true&tab=sharing');
  const dialog = accountDialog(page);
  await expect(dialog.getByText('1 used, 0 invited, 5 in all')).toBeVisible();
  const link = await invite(page);
  await expect(dialog.getByText('1 used, 1 invited, 5 in all')).toBeVisible();

  const visitor = await openVisitor(browser);
  consoleGuard.listenTo(visitor.context);
  const guest = visitor.page;
  const person = newPerson();
  await guest.goto(link);
  await expect(guest.getByText('You were invited to a commercial account.')).toBeVisible();
  await expect(guest.getByText('Account type')).toHaveCount(0);
  await fillIn(guest, person, { first: 'Lindiwe', last: 'Dube' });
  const done = guest.getByRole('dialog', { name: 'Registration Successful' });
  await expect(done).toContainText('Your account has been registered. You can now log in.');
  await done.getByRole('button', { name: 'OK' }).click();
  await approve(guest.request, person);
  await readMessage(guest.request, person.email, /account is approved/i);
  await typePassword(guest, person);
  await enterPhoneCode(guest, person);
  // A key that is pressed before the chart exists opens nothing.
  await expect(guest.getByText(/^Last closed bar/)).toBeAttached();
  await guest.keyboard.type('btcusd');
  for (const exchange of ['FMP', 'Bitfinex']) {
    const symbol = guest.getByRole('option', { name: new RegExp(`BTCUSD.*${exchange}`) });
    await expect(symbol).toBeVisible();
    await expect(symbol).not.toContainText('(Locked)');
  }
  await guest.keyboard.press('Escape');

  // Reopening a tab reads it again.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'Account Sharing' }).click();
  const row = dialog.getByRole('row', { name: /Lindiwe Dube/ });
  await expect(row).toContainText(person.email);
  await expect(dialog.getByText('2 used, 0 invited, 5 in all')).toBeVisible();
  await row.getByRole('button', { name: 'Revoke User Access' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke the access of Lindiwe Dube?' });
  await confirmation.getByRole('button', { name: 'Revoke User Access' }).click();
  await expect(row).toContainText('Suspended');
  await expect(dialog.getByText('1 used, 0 invited, 5 in all')).toBeVisible();

  await expect(guest).toHaveURL(/\/login$/, { timeout: ENDED_WITHIN_MS });
  await typePassword(guest, person);
  // A read that was under way when the session ended may have its own message beside it.
  const refusal = 'Your access has been suspended by your main user. Please contact them.';
  await expect(guest.getByRole('alert').getByText(refusal, { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Restore User Access' }).click();
  await expect(row).toContainText('Active');
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(avatar(guest)).toBeVisible();
  await visitor.context.close();
  await freeSeats(page);
});
