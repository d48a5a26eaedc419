import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { readClaims } from '../apps/web/src/api/session/access-token.ts';
import { PAYWALL_TEXTS } from '../apps/web/src/features/chart/paywall/texts.ts';
import type { ConsoleGuard } from './journey.ts';
import { makeRestricted, type Person } from './people.ts';
import { signedIn } from './session.ts';

/** The dialog that says why something is locked. */
export const paywallOf = (page: Page) => page.getByRole('dialog', { name: PAYWALL_TEXTS.title });

/** The paywall's texts by audience: those of the application, which its tests compare with the specification. */
export const NOTICES = {
  ...PAYWALL_TEXTS,
  feed: PAYWALL_TEXTS.feed.replace('{exchange}', 'BVG'),
  suffix: PAYWALL_TEXTS.suffix.replace('{code}', 'NPN.JO'),
};

/** The storage key by which a device remembers that the paywall was closed and must not open by itself. */
export const SILENCED_KEY = 'doNotShowUpgradeModal';

/**
 * True to let the paywall open by itself 5 s after the chart, as for a new visitor. It takes the keyboard from other
 * journeys.
 */
type PaywallOptions = { paywallOpensByItself?: boolean };

function silencePaywall({ origins }: Awaited<ReturnType<typeof signedIn>>): void {
  for (const { localStorage } of origins) {
    const token = localStorage.find(({ name }) => name === 'accessToken')?.value ?? null;
    const record = { userId: readClaims(token)?.subject, value: true };
    localStorage.push({ name: SILENCED_KEY, value: JSON.stringify(record) });
  }
}

/** A separate browser of a person; the caller closes its context. */
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

/** A separate browser of a new person with the free rights and a guarded console; the caller closes its context. */
export async function restrictedPage(
  { browser, request, consoleGuard }: Fixtures,
  options: PaywallOptions = {},
): Promise<Page> {
  const page = await pageOf(browser, await makeRestricted(request), options);
  consoleGuard.listenTo(page.context());
  return page;
}
