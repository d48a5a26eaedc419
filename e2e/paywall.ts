import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { PAYWALL_TEXTS } from '../apps/web/src/features/chart/paywall/texts.ts';
import type { ConsoleGuard } from './journey.ts';
import { makeRestricted, type Person } from './people.ts';
import { signedIn } from './session.ts';

/** The dialog that says why something is locked. */
export const paywallOf = (page: Page) => page.getByRole('dialog', { name: PAYWALL_TEXTS.title });

/** What the paywall says to whom: the texts of the application, which are compared with the specification's. */
export const NOTICES = {
  ...PAYWALL_TEXTS,
  feed: PAYWALL_TEXTS.feed.replace('{exchange}', 'BVG'),
  suffix: PAYWALL_TEXTS.suffix.replace('{code}', 'NPN.JO'),
};

/** A browser of somebody's own; who opens it closes its context. */
export async function pageOf(browser: Browser, { email }: Pick<Person, 'email'>): Promise<Page> {
  const context = await browser.newContext({ storageState: await signedIn(email) });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  return page;
}

/** A browser of somebody new who sees what everybody may see, its console guarded; who opens it closes its context. */
export async function restrictedPage({
  browser,
  request,
  consoleGuard,
}: {
  browser: Browser;
  request: APIRequestContext;
  consoleGuard: ConsoleGuard;
}): Promise<Page> {
  const page = await pageOf(browser, await makeRestricted(request));
  consoleGuard.listenTo(page.context());
  return page;
}
