import { expect, type Page } from '@playwright/test';
import { openChart } from '../chart-page.ts';
import { NOTICES, paywallOf } from '../paywall.ts';
import { makeRestricted, setColumns, signInByPage } from '../people.ts';
import type { Look } from './look.ts';

/** Opens a locked item with the given account fields. */
async function refuseAs(page: Page, account: object): Promise<void> {
  await page.unroute('**/api/users');
  await page.route('**/api/users', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), ...account } });
  });
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
}

/** Every notice of the paywall by its audience. */
export async function walkPaywall(page: Page, look: Look): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  const person = await makeRestricted(page.request);
  await signInByPage(page, person);
  await refuseAs(page, {});
  await expect(paywallOf(page)).toContainText(NOTICES.retail);
  await look('the paywall of a retail user');
  await refuseAs(page, { userType: 'commercial' });
  await expect(paywallOf(page)).toContainText(NOTICES.commercial);
  await look('the paywall of a commercial user');
  await refuseAs(page, { userType: 'commercial', isSubUser: true, parentHasPaid: false });
  await expect(paywallOf(page)).toContainText(NOTICES.subUser);
  await look('the paywall of a sub-user');
  await page.unroute('**/api/users');
  await walkSources(page, person, look);
}

async function walkSources(
  page: Page,
  person: Parameters<typeof setColumns>[1],
  look: Look,
): Promise<void> {
  await setColumns(page.request, person, {
    has_subscription_override: true,
    is_bvg_allowed: false,
  });
  // Demo mode lists no foreign sources.
  await page.route('**/api/data/v3/all/exchanges', async (route) => {
    const lists = await (await route.fetch()).json();
    const [row] = lists.FMP.flatSymbols;
    const exchange = { name: 'Johannesburg Stock Exchange', value: 'JNB' };
    const listing = { ...row, code: 'NPN.JO', description: 'Naspers', exchange, locked: true };
    lists.FMP.flatSymbols.push(listing);
    await route.fulfill({ json: lists });
  });
  await openChart(page);
  await page.getByRole('button', { name: /^BTCUSD.*: symbol search$/ }).click();
  await page.getByRole('combobox', { name: 'Code or description' }).fill('npn');
  await page.getByRole('option', { name: /NPN\.JO/ }).click();
  await expect(paywallOf(page)).toContainText(NOTICES.suffix);
  await look('the paywall of an international listing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'BVG (Locked)' }).click();
  await expect(paywallOf(page)).toContainText(NOTICES.feed);
  await look('the paywall of a source');
}
