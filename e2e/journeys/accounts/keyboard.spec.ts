import type { Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { PHONE_CODE, readMessage } from '../../mailbox.ts';
import { avatar, makePerson, newPerson } from '../../people.ts';

test.use({ storageState: NOBODY });

/** Presses keys one after the other. */
async function press(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

test('the keyboard alone gets somebody in, to their account and out again', async ({ page }) => {
  const person = await makePerson(page.request);
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type(person.email);
  await press(page, 'Tab');
  await page.keyboard.type(person.password);
  await press(page, 'Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await press(page, 'Shift+Tab', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.keyboard.type(await readMessage(page.request, person.phoneE164, PHONE_CODE));
  await expect(avatar(page)).toBeVisible();
  await avatar(page).focus();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage Account' })).toBeFocused();
  await press(page, 'Enter');
  const tab = page.getByRole('tab', { name: 'Overview' });
  await tab.focus();
  await press(page, 'ArrowDown');
  await expect(page.getByRole('tab', { name: 'Privacy & Security' })).toBeFocused();
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
});

test('the keyboard alone makes an account, calendar and countries included', async ({ page }) => {
  const person = newPerson();
  const typeThenTab = async (text: string) => {
    await page.keyboard.type(text);
    await press(page, 'Tab');
  };
  await page.goto('/register');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await typeThenTab('Thandi');
  await typeThenTab('Nkosi');
  await typeThenTab(person.email);
  await typeThenTab(person.password);
  await press(page, 'Tab');
  await typeThenTab(person.password);
  await press(page, 'Tab', 'Tab', 'Enter');
  const calendar = page.getByRole('dialog', { name: 'Date of birth' });
  await calendar.getByRole('button', { name: '2000', exact: true }).focus();
  await press(page, 'Enter');
  await calendar.getByRole('button', { name: 'May' }).focus();
  await press(page, 'Enter');
  await calendar.getByRole('button', { name: '17 May 2000' }).focus();
  await press(page, 'Enter');
  await calendar.getByRole('button', { name: 'Save' }).focus();
  await press(page, 'Enter');
  await expect(calendar).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Date of birth' })).toBeFocused();
  await press(page, 'Tab', 'Space', 'Tab', 'Space', 'Tab');
  await expect(page.getByRole('combobox', { name: 'Country' })).toBeFocused();
  await page.keyboard.type('germ');
  await press(page, 'ArrowDown', 'Enter');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('DE');
  await press(page, 'Tab');
  await page.keyboard.type(`0151 234${person.phone.replaceAll(' ', '').slice(-5)}`);
  await press(page, 'Enter');
  await expect(page.getByRole('dialog', { name: 'Registration Successful' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/login$/);
});
