import { expect, type Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { ORIGIN } from './origin.ts';

/** The educational topics in the order of their tabs. */
export const TOPICS = [
  { tab: 'Summary', path: '/educational', title: 'How to read the charts' },
  {
    tab: 'Support & Resistance',
    path: '/educational/support-resistance',
    title: 'Support and resistance',
  },
  { tab: 'Tightness', path: '/educational/tightness', title: 'Tightness' },
  { tab: 'Long/Short', path: '/educational/long-short', title: 'Long/Short' },
  { tab: 'Deployment', path: '/educational/deployment', title: 'Deployment' },
  {
    tab: 'Trade and Risk Managment',
    path: '/educational/trade-and-risk',
    title: 'Trade and Risk Managment',
  },
] as const;

/** Records every request to another origin. */
export function noteForeignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== ORIGIN) foreign.push(request.url());
  });
  return foreign;
}

/** Opens a public page and waits until its scripts run. */
export async function openPublic(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-alive]')).toBeAttached();
}

/** The preview on a public page. */
export const previewOf = (page: Page) =>
  page.getByRole('figure', { name: 'Live preview of BTCUSD' });

/** The navigation between the educational topics. */
export const topicTabsOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Educational topics' });

/** The figure of an educational topic. */
export const figureOf = (page: Page) => page.getByRole('application');

/** Waits until the figure is drawn and its values are known. */
export async function showFigure(page: Page): Promise<void> {
  await figureOf(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('definition').first()).toHaveText(/\d{4}$/);
}

/** Nothing extends beyond the window. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow, 'pixels beyond the screen').toBeLessThanOrEqual(0);
}

/** The page fits the window and has no accessibility violation. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNoBarriers(page);
  await expectToFit(page);
}
