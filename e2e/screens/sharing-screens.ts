import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { OWN_ANSWER } from '../origin.ts';
import { avatar } from '../people.ts';
import type { Look } from './look.ts';

/** Opens the sharing tab of the account dialog from the menu. */
async function openSharing(page: Page): Promise<Locator> {
  await openChart(page);
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  await page.getByRole('tab', { name: 'Account Sharing' }).click();
  return page.getByRole('dialog', { name: 'Manage Account' });
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const INVITES = (['pending', 'accepted', 'expired', 'revoked'] as const).map((status, index) => ({
  _id: status,
  createdAt: dayFromNow(-index * 3),
  expiresAt: dayFromNow(7 - index * 3),
  status,
}));
const USERS = [
  { firstName: 'Thandi', lastName: 'Nkosi', username: 'thandi.nkosi@client.example' },
  { firstName: 'Ana', lastName: 'Botha', username: 'ana.botha-van-der-merwe@client.example' },
].map((user, index) => ({ ...user, _id: `user${index}`, seatSuspendedByParent: index === 1 }));

/** Every state of account sharing; the responses are made up, so that no seat is used. */
export async function walkSharing(page: Page, look: Look): Promise<void> {
  let isEmpty = true;
  const lists = { invites: INVITES, 'sub-users': USERS };
  for (const [name, rows] of Object.entries(lists)) {
    await page.route(`**/api/seats/${name}`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: isEmpty ? [] : rows })
        : route.continue(),
    );
  }
  const summary = { maxSeats: 5, seatsPending: 1, seatsUsed: 2 };
  await page.route('**/api/seats/summary', (route) => route.fulfill({ json: summary }));
  const dialog = await openSharing(page);
  await expect(dialog.getByText('Nobody shares your account yet.')).toBeVisible();
  await look('sharing with nobody');
  isEmpty = false;
  await page.goto('/dashboard/live-chart?account=true&tab=sharing');
  await expect(dialog.getByText('2 used, 1 invited, 5 in all')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Restore User Access' })).toBeVisible();
  await look('sharing');
  await dialog.getByRole('button', { name: 'Revoke User Access' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke the access of Thandi Nkosi?' });
  await expect(confirmation).toBeVisible();
  await look('revoking the access of a user');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  summary.seatsUsed = 4;
  await page.goto('/dashboard/live-chart?account=true&tab=sharing');
  await expect(dialog.getByText('All seats are in use.')).toBeVisible();
  await look('all seats in use');
  summary.seatsUsed = 2;
  await walkFailures(page, dialog, look);
  await payAs(page, { hasPaid: true, paymentValidUntil: '2026-01-31' });
  await expect(dialog.getByText('Your payment has expired')).toBeVisible();
  await look('sharing when the payment has lapsed');
  await payAs(page, { hasPaid: false, paymentValidUntil: null });
  await expect(dialog.getByText("You don't have access to this functionality")).toBeVisible();
  await look('sharing without a payment');
}

const SHARING = '/dashboard/live-chart?account=true&tab=sharing';

/** Opens the tab with the given payment. */
async function payAs(page: Page, payment: object): Promise<void> {
  await page.unroute('**/api/users');
  await page.route('**/api/users', async (route) => {
    const account = await (await route.fetch()).json();
    await route.fulfill({ json: { ...account, ...payment } });
  });
  await page.goto(SHARING);
}

/** A failing clipboard, and lists without a response. */
async function walkFailures(page: Page, dialog: Locator, look: Look): Promise<void> {
  const url = 'https://charts.example/register?invite=3fJ0cXn1v2kqYw7uZb9tRsLdPeHaMgOi';
  const invite = (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { url } }) : route.fallback();
  await page.route('**/api/seats/invites', invite);
  await page.goto(SHARING);
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('forbidden'));
    document.execCommand = () => false;
  });
  await dialog.getByRole('button', { name: 'Create Invite' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Invite link' })).toHaveValue(url);
  await look('a link that was not copied');
  await page.unroute('**/api/seats/invites', invite);
  const fail = (route: Route) => route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} });
  await page.route('**/api/seats/*', fail);
  await page.goto(SHARING);
  await expect(dialog.getByText('Failed to list seat invites.')).toBeVisible();
  await expect(dialog.getByText('Failed to list users.')).toBeVisible();
  await look('lists that could not be read');
  await page.unroute('**/api/seats/*', fail);
}
