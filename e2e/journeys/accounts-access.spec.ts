import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { makePerson, readMessage, signInByPage } from '../people.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const THEMES = ['light', 'dark'] as const;

async function expectNoBarrier(page: Page): Promise<void> {
  // Colours are judged when nothing fades any more.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const theme of THEMES) {
  test(`no screen of getting in has a barrier, in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/outbox']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoBarrier(page);
    }
  });

  test(`the account dialog has no barrier, in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    const person = await makePerson(page.request);
    await signInByPage(page, person);
    await page.getByRole('button', { name: /account menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await expectNoBarrier(page);
    await page.getByRole('menuitem', { name: 'Manage Account' }).click();
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
    await expectNoBarrier(page);
    await page.getByRole('tab', { name: 'Privacy & Security' }).click();
    for (const panel of ['Contact Information', 'Password', 'Active sessions']) {
      const button = page.getByRole('button', { name: panel, exact: true });
      if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
      await expectNoBarrier(page);
    }
  });
}

test('the keyboard alone gets somebody in, to their account and out again', async ({ page }) => {
  const person = await makePerson(page.request);
  const keys = page.keyboard;
  const press = async (...names: string[]) => {
    for (const name of names) await keys.press(name);
  };
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await keys.type(person.email);
  await press('Tab');
  await keys.type(person.password);
  await press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await press('Shift+Tab', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await keys.type(await readMessage(page.request, person.phoneE164, /\b\d{6}\b/));
  await press('Enter');
  const menu = page.getByRole('button', { name: /account menu/ });
  await expect(menu).toBeVisible();
  await menu.focus();
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage Account' })).toBeFocused();
  await press('Enter');
  const tab = page.getByRole('tab', { name: 'Overview' });
  await tab.focus();
  await press('ArrowDown');
  await expect(page.getByRole('tab', { name: 'Privacy & Security' })).toBeFocused();
  const close = page.getByRole('button', { name: 'Close account' });
  await close.focus();
  await press('Enter');
  await expect(close).toHaveCount(0);
  await menu.focus();
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Manage Account' })).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});
