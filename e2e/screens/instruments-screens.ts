import { expect, type Page } from '@playwright/test';
import { OWN_ANSWER } from '../origin.ts';
import type { Look } from './look.ts';

/** Opens the exchanges and waits for their instruments. */
export async function openInstruments(page: Page): Promise<void> {
  await page.goto('/dashboard/instruments');
  await expect(enabledOf(page, 'Bitfinex').getByText('BTCUSD', { exact: true })).toBeVisible();
}

/** The list of enabled instruments of an exchange. */
export const enabledOf = (page: Page, exchange: string) =>
  page.getByRole('region', { name: `Enabled instruments: ${exchange}` });

/** Every state of the screen, with one exchange offline, one failing list and one failing change. */
export async function walkInstruments(page: Page, look: Look): Promise<void> {
  await openInstruments(page);
  await look('the exchanges');
  await page.getByRole('button', { name: /^White maize/ }).click();
  await page.getByRole('button', { name: /^Futures/ }).click();
  await expect(page.getByRole('button', { name: /^Enable WMAZ/ }).first()).toBeVisible();
  await look('contracts');
  await enabledOf(page, 'FMP').getByRole('button', { name: 'Stored bars of BTCUSD' }).click();
  await expect(page.getByRole('img', { name: /^Calendar of/ })).toBeVisible();
  await look('a map of stored bars');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Quarantined bars' }).click();
  await expect(page.getByRole('dialog', { name: 'Quarantined bars' })).toBeVisible();
  await look('quarantined bars');
  await page.keyboard.press('Escape');
  await page.route('**/api/data/bitfinex/updateSymbols', (route) =>
    route.fulfill({
      headers: OWN_ANSWER,
      status: 500,
      json: { message: 'Unexpected error.', code: 'INTERNAL' },
    }),
  );
  await enabledOf(page, 'Bitfinex').getByRole('button', { name: 'Disable XRPUSD' }).click();
  await expect(
    page.getByRole('button', { name: /^Not changed: .* Disable XRPUSD$/ }),
  ).toBeVisible();
  await look('a change that failed');
  await page.route('**/api/admin/instruments', async (route) => {
    const answer = await (await route.fetch()).json();
    const exchanges = answer.exchanges.map((each: object) => ({ ...each, isOffline: true }));
    await route.fulfill({ json: { exchanges } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tiingo (OFFLINE)' })).toBeVisible();
  await expect(page.getByText('Exchange is currently unavailable.')).toHaveCount(4);
  await look('exchanges that are offline');
  await page.route('**/api/admin/instruments', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
  );
  await page.reload();
  await expect(page.getByText(/^Could not load the exchanges\./)).toBeVisible();
  await look('exchanges that could not be read');
}
