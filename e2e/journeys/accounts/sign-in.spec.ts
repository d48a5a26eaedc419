import type { Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { PHONE_CODE, readMessage } from '../../mailbox.ts';
import { avatar, makePerson, typePassword } from '../../people.ts';

test.use({ storageState: NOBODY });

/** Presses keys one after the other. */
async function press(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

test('the keyboard alone signs a visitor of the chart in and out, and a device that is known needs no code', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/login');
  consoleGuard.expectAnswer(400, '/api/auth/login');
  const person = await makePerson(page.request);
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type(person.email);
  await press(page, 'Tab');
  await page.keyboard.type('Wrong-1234');
  await press(page, 'Enter');
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await press(page, 'Control+A');
  await page.keyboard.type(person.password);
  await press(page, 'Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await press(page, 'Shift+Tab', 'Enter');

  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'demo mailbox' }).click();
  const mailbox = await opening;
  await expect(mailbox).toHaveURL('/outbox');
  await expect(mailbox.getByText(/^To \+27/)).toBeVisible();
  await mailbox.close();
  await page.getByRole('textbox', { name: 'Code' }).focus();
  await page.keyboard.type('AAAAAA');
  await expect(page.getByRole('alert')).toHaveText('The code is not correct or has expired.');
  // The next text replaces the selection.
  await page.keyboard.type(await readMessage(page.request, person.phoneE164, PHONE_CODE));
  await expect(avatar(page)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/live-chart\?symbol=FMP:AAPL/);

  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard\/live-chart\?symbol=FMP:BTCUSD/);
  await avatar(page).focus();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage Account' })).toBeFocused();
  await press(page, 'Enter');
  const close = page.getByRole('button', { name: 'Close account' });
  await close.focus();
  await press(page, 'Enter');
  await expect(close).toHaveCount(0);
  await expect(avatar(page)).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage Account' })).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/login$/);
  await typePassword(page, person);
  await expect(avatar(page)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/live-chart\?symbol=FMP:BTCUSD/);
});
