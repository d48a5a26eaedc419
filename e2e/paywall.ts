import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from './people.ts';
import { signedIn } from './session.ts';

/** The dialog that says why something is locked. */
export const paywallOf = (page: Page) => page.getByRole('dialog', { name: 'Restricted access' });

const FOR_NOW = 'For now, you only have access to BTCUSD from the FMP source.';

/** What the paywall says to whom, letter for letter. */
export const NOTICES = {
  commercial: `Access to additional live chart data is restricted. ${FOR_NOW}`,
  subUser: `Access to additional live chart data is restricted because the main user of your account has not paid. ${FOR_NOW}`,
  retail: `Access to additional live chart data is restricted because there is no active subscription linked to your account. ${FOR_NOW}`,
  feed: 'Your account does not include the BVG source.',
  suffix: 'Your account does not include international listings such as NPN.JO.',
  support: 'Please contact the support team if you believe this is an error.',
} as const;

/** A browser of somebody's own; who opens it closes its context. */
export async function pageOf(browser: Browser, { email }: Pick<Person, 'email'>): Promise<Page> {
  const context = await browser.newContext({ storageState: await signedIn(email) });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  return page;
}

/** Nothing that axe is sure of. */
export async function expectNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
