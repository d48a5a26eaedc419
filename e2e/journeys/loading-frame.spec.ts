import type { Locator } from '@playwright/test';
import { GROUNDS } from '../../apps/web/src/ui/theme/tokens.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';
import { signedIn } from '../session.ts';

const FILES = /\/assets\//;

test.use({ storageState: { cookies: [], origins: [] } });

test('the document alone shows the frame of its page in the chosen theme, and the page takes its place', async ({
  page,
  browser,
}) => {
  const [, dark] = GROUNDS.bg;
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const release = await holdBack(page, FILES);
  await page.goto('/register', { waitUntil: 'commit' });
  const logo = page.locator('#frame .frame-place .frame-logo');
  await expect(logo).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Loading');
  const ground = await page
    .locator('#frame')
    .evaluate((frame) => getComputedStyle(frame).backgroundColor);
  const channels = (ground.match(/\d+/g) ?? []).map((one) => Number(one));
  const hex = channels.map((one) => one.toString(16).padStart(2, '0')).join('');
  expect(`#${hex.toUpperCase()}`).toBe(dark);
  const before = await logo.boundingBox();

  release();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  await expect(page.locator('#frame')).toHaveCount(0);
  const after = await page.getByRole('dialog').getByText('MONEY • TRAIL').boundingBox();
  expect(Math.abs((after?.y ?? 0) + (after?.height ?? 0) / 2 - middleOf(before))).toBeLessThan(1);

  // Rules of our own stand after those of the component library, also where a part is loaded later.
  await page.getByRole('textbox', { name: 'Date of birth' }).click();
  const title = page.getByRole('heading', { name: 'Date of birth' });
  await expect(title).toHaveCSS('font-weight', '600');
  const late = page.locator('link[rel="stylesheet"]:not([disabled])');
  await expect(late).not.toHaveCount(0);
  const isLast = await late.evaluateAll((links) =>
    links.every((link) =>
      [...document.querySelectorAll('body > style, body > link[disabled]')].every(
        (own) => own.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING,
      ),
    ),
  );
  expect(isLast).toBe(true);

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const scriptless = await plain.newPage();
  await scriptless.goto(new URL('/dashboard/live-chart', page.url()).href);
  await expect(scriptless.locator('noscript')).toBeVisible();
  // The text of a noscript element counts as none for locators.
  const told = await scriptless.locator('noscript').evaluate((element) => element.textContent);
  expect(told).toContain('needs JavaScript');
  await expect(scriptless.getByRole('status')).toBeHidden();
  await plain.close();
});

const placeOf = async (logo: Locator) => {
  const box = await logo.locator('svg[viewBox="0 0 32 32"]').boundingBox();
  return box && { x: box.x, y: box.y };
};

test.describe('signed in', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without dependencies.
    storageState: async ({}, use) => use(await signedIn('retail@demo.test')),
  });

  test('the logo stands in the same place before and after the page is rendered, in windows of every kind', async ({
    page,
  }) => {
    for (const [width, height] of [
      [1024, 768],
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      const release = await holdBack(page, FILES);
      await page.goto('/dashboard/profile', { waitUntil: 'commit' });
      const framed = page.locator('#frame .frame-bar .frame-logo');
      await expect(framed).toBeVisible();
      const before = await placeOf(framed);
      release();
      await expect(page.locator('#frame')).toHaveCount(0);
      expect(
        await placeOf(page.getByRole('button', { name: 'navigation' })),
        `${width} px`,
      ).toEqual(before);
      await page.unroute(FILES);
    }
  });
});

/** Bytes, uncompressed; compressed, they would be 180 KB, the bar. */
const MOST_SCRIPTS = 650_000;

test('a first visit loads the code of the sign-in alone, and its document carries the style sheet that later ones take from the cache', async ({
  page,
}) => {
  const carried = page.locator('link[rel="stylesheet"][disabled]');
  const email = page.getByRole('textbox', { name: 'Email' });
  const sheet = () => page.evaluate(timingOf, '.css');
  await page.goto('/login');
  await expect(email).toBeVisible();
  const scripts = await page.evaluate(timingOf, '.js');
  const bytes = scripts.reduce((sum, { decoded }) => sum + decoded, 0);
  expect(scripts.length).toBeGreaterThan(3);
  expect(bytes).toBeLessThan(MOST_SCRIPTS);
  await expect(carried).toHaveCount(1);
  await expect.poll(async () => (await sheet()).length).toBe(1);

  await page.reload();
  await expect(email).toBeVisible();
  await expect(carried).toHaveCount(0);
  expect(await sheet()).toEqual([expect.objectContaining({ transferred: 0 })]);
});

/** The files of a kind that the page has requested. */
const timingOf = (ending: string) =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.endsWith(ending))
    .map(({ decodedBodySize, transferSize }) => ({
      decoded: decodedBodySize,
      transferred: transferSize,
    }));

const middleOf = (box: { y: number; height: number } | null) =>
  (box?.y ?? 0) + (box?.height ?? 0) / 2;
