import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { readClaims } from '../apps/web/src/api/session/access-token.ts';
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

/** What a device keeps of who closed the paywall, for whom it opens by itself no more. */
export const SILENCED_KEY = 'doNotShowUpgradeModal';

/** Whether the paywall opens by itself 5 s after the chart, as for who sees it first: that takes the keys of other journeys. */
type PaywallOptions = { paywallOpensByItself?: boolean };

function silencePaywall({ origins }: Awaited<ReturnType<typeof signedIn>>): void {
  for (const { localStorage } of origins) {
    const token = localStorage.find(({ name }) => name === 'accessToken')?.value ?? null;
    const record = { userId: readClaims(token)?.subject, value: true };
    localStorage.push({ name: SILENCED_KEY, value: JSON.stringify(record) });
  }
}

/** A browser of somebody's own; who opens it closes its context. */
export async function pageOf(
  browser: Browser,
  { email }: Pick<Person, 'email'>,
  { paywallOpensByItself = false }: PaywallOptions = {},
): Promise<Page> {
  const storageState = await signedIn(email);
  if (!paywallOpensByItself) silencePaywall(storageState);
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  return page;
}

type Fixtures = { browser: Browser; request: APIRequestContext; consoleGuard: ConsoleGuard };

/** A browser of somebody new who sees what everybody may see, its console guarded; who opens it closes its context. */
export async function restrictedPage(
  { browser, request, consoleGuard }: Fixtures,
  options: PaywallOptions = {},
): Promise<Page> {
  const page = await pageOf(browser, await makeRestricted(request), options);
  consoleGuard.listenTo(page.context());
  return page;
}
