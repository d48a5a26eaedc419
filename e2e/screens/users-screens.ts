import { expect, type Locator, type Page } from '@playwright/test';
import { OWN_ANSWER } from '../origin.ts';
import type { Look } from './look.ts';

/** Opens the table of users, filtered by an address. */
export async function openUsers(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto(`/dashboard/users?q=${encodeURIComponent(email)}`);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1);
}

/** Chooses an action of the only listed user. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Opens the dialog of the only listed user from the menu. */
export async function openUser(page: Page): Promise<Locator> {
  await chooseAction(page, 'Manage');
  const dialog = page.getByRole('dialog', { name: 'Manage User' });
  await expect(dialog.getByText('Payment details').first()).toBeVisible();
  return dialog;
}

const MAIN = { email: 'commercial@demo.test' };
const SEAT = { email: 'seat@demo.test' };

/** Every state of the user administration. */
export async function walkUsers(page: Page, look: Look): Promise<void> {
  await page.goto('/dashboard/users');
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible();
  await look('all users');
  await page.goto('/dashboard/users?q=nobody-has-this-name');
  await expect(page.getByText('No users found.')).toBeVisible();
  await look('no users');
  await openUsers(page, SEAT);
  const seat = await openUser(page);
  await expect(seat.getByRole('switch', { name: 'BVG' })).toBeDisabled();
  await look('a sub-user');
  await openUsers(page, MAIN);
  await openUser(page);
  await look('a commercial user');
  await page.keyboard.press('Escape');
  await chooseAction(page, 'Revoke access');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await look('revoking');
  await page.keyboard.press('Escape');
  await chooseAction(page, 'Delete');
  await expect(page.getByRole('button', { name: 'Delete user' })).toBeDisabled();
  await look('deleting');
  await page.route('**/api/users/all?*', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
  );
  await page.goto('/dashboard/users');
  await expect(page.getByText('Could not load the users.')).toBeVisible();
  await look('users that could not be read');
  await page.unroute('**/api/users/all?*');
}
