import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import { ORIGIN, OWN_ANSWER, OWN_PAGE } from '../../origin.ts';
import {
  approve,
  avatar,
  enterPassword,
  newPerson,
  type Person,
  signInByPage,
} from '../../people.ts';
import { chooseBirthDate } from '../../screens/register-screens.ts';
import { openSharing } from '../../screens/sharing-screens.ts';
import { signedIn } from '../../session.ts';

// They share the seats of one account.
test.describe.configure({ mode: 'serial' });
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const MAIN = 'commercial@demo.test';
const DEAD = 'This invite is not valid any more. Please ask for a new one.';

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

/** Takes back every invite that still waits, as other journeys need the seats. */
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

test.beforeEach(({ page }) => freeSeats(page));
test.afterEach(({ page }) => freeSeats(page));

test('somebody who is invited registers, is let in, sees every exchange, is suspended and restored', async ({
  page,
  browser,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, /^\/api\//);
  consoleGuard.expectAnswer(403, '/api/auth/login');
  const dialog = await openSharing(page);
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
  await signInByPage(guest, person);
  // A key that is pressed before there is a chart opens nothing.
  await expect(guest.getByText(/^Last closed bar/)).toBeAttached();
  await guest.keyboard.type('btcusd');
  for (const exchange of ['FMP', 'Bitfinex']) {
    const symbol = guest.getByRole('option', { name: new RegExp(`BTCUSD.*${exchange}`) });
    await expect(symbol).toBeVisible();
    await expect(symbol).not.toContainText('(Locked)');
  }
  await guest.keyboard.press('Escape');

  await page.reload();
  const row = dialog.getByRole('row', { name: /Lindiwe Dube/ });
  await expect(row).toContainText(person.email);
  await expect(dialog.getByText('2 used, 0 invited, 5 in all')).toBeVisible();
  await row.getByRole('button', { name: 'Revoke User Access' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke the access of Lindiwe Dube?' });
  // The seats are told after the list: what is still under way then takes the focus from nothing.
  let tellSeats = () => {};
  const told = new Promise<void>((resolve) => {
    tellSeats = resolve;
  });
  await page.route('**/api/seats/summary', async (route) => {
    await told;
    await route.continue();
  });
  await confirmation.getByRole('button', { name: 'Revoke User Access' }).click();
  await expect(row).toContainText('Suspended');
  await expect(row.getByRole('button', { name: 'Restore User Access' })).toBeFocused();
  tellSeats();
  await expect(dialog.getByText('1 used, 0 invited, 5 in all')).toBeVisible();

  await expect(guest).toHaveURL(/\/login$/, { timeout: 10_000 });
  await enterPassword(guest, person);
  await expect(guest.getByRole('alert').last()).toHaveText(
    'Your access has been suspended by your main user. Please contact them.',
  );
  await row.getByRole('button', { name: 'Restore User Access' }).click();
  await expect(row).toContainText('Active');
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(avatar(guest)).toBeVisible();
  await visitor.context.close();
});

test('when all seats are promised no further one is, until an invite is revoked; its link says so', async ({
  page,
  browser,
}) => {
  const dialog = await openSharing(page);
  let link = '';
  for (let invited = 1; invited <= 4; invited += 1) {
    link = await invite(page);
    await expect(dialog.getByText(`1 used, ${invited} invited, 5 in all`)).toBeVisible();
    await expect(page.getByText('Invite link copied to your clipboard.')).toHaveCount(0);
  }
  await expect(dialog.getByRole('button', { name: 'Create Invite' })).toBeDisabled();
  await expect(dialog.getByText('All seats are in use.')).toBeVisible();
  await dialog
    .getByRole('row', { name: /Pending/ })
    .first()
    .getByRole('button')
    .click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke this invite?' });
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('1 used, 3 invited, 5 in all')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create Invite' })).toBeEnabled();

  const visitor = await openVisitor(browser);
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('alert')).toHaveText(DEAD);
  await expect(visitor.page.getByRole('textbox')).toHaveCount(0);
  await visitor.page.getByRole('link', { name: 'Sign up without an invite' }).click();
  await expect(visitor.page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  await visitor.context.close();
});

test('an invite revoked while the form is filled in is refused in words, and nothing is lost', async ({
  page,
  browser,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, '/api/auth/register');
  await openSharing(page);
  const link = await invite(page);
  const visitor = await openVisitor(browser);
  consoleGuard.listenTo(visitor.context);
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  await freeSeats(page);
  const person = newPerson();
  await fillIn(visitor.page, person, { first: 'Lindiwe', last: 'Dube' });
  await expect(visitor.page.getByRole('alert')).toHaveText(DEAD);
  await expect(visitor.page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await visitor.context.close();
});

test('where the clipboard takes nothing, the link stands in a field to be copied by hand', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const dialog = await openSharing(page);
  await dialog.getByRole('button', { name: 'Create Invite' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Something went wrong while copying the invite link to your clipboard. Please try again. If this problem persists, pleas contact us.',
  );
  const link = dialog.getByRole('textbox', { name: 'Invite link' });
  await expect(link).toHaveValue(/\/register\?invite=[\w-]{43}$/);
  await link.focus();
  const selected = await link.evaluate((field: HTMLInputElement) =>
    field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
  );
  await expect(link).toHaveValue(selected);
});

test('an older browser copies the link by selecting it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { ClipboardItem: undefined });
  });
  await openSharing(page);
  await invite(page);
});

test('with the keyboard alone somebody is invited and the invite is revoked', async ({ page }) => {
  const dialog = await openSharing(page);
  await dialog.getByRole('tab', { name: 'Account Sharing' }).focus();
  const create = dialog.getByRole('button', { name: 'Create Invite' });
  const press = (key: string) => page.keyboard.press(key);
  await expect(async () => {
    await press('Tab');
    await expect(create).toBeFocused({ timeout: 100 });
  }).toPass();
  await press('Enter');
  await expect(page.getByText('Invite link copied to your clipboard.')).toBeVisible();
  const revoke = dialog.getByRole('button', { name: 'Revoke', exact: true });
  await expect(revoke).toBeVisible();
  await expect(async () => {
    await press('Tab');
    await expect(revoke).toBeFocused({ timeout: 100 });
  }).toPass();
  await press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Revoke this invite?' });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expect(confirmation).toHaveCount(0);
  await expect(dialog.getByText('1 used, 0 invited, 5 in all')).toBeVisible();
  await press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
});

test('who signed in long ago is asked for the password, and may leave it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, '/api/seats/invites');
  await page.route('**/api/seats/invites', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          headers: OWN_ANSWER,
          status: 403,
          json: { code: 'REAUTH_REQUIRED', message: 'Please confirm.', requestId: 'x' },
        }),
  );
  const dialog = await openSharing(page);
  await dialog.getByRole('button', { name: 'Create Invite' }).click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await expect(proof).toBeVisible();
  await proof.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('button', { name: 'Create Invite' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('neither a sub-user nor a retail user sees the tab', async ({ browser }) => {
  for (const email of ['seat@demo.test', 'retail@demo.test']) {
    const context = await browser.newContext({
      storageState: await signedIn(email),
      baseURL: ORIGIN,
    });
    const page = await context.newPage();
    await page.goto('/dashboard/live-chart?account=true&tab=sharing');
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('tab', { name: 'Account Sharing' })).toHaveCount(0);
    await context.close();
  }
});
