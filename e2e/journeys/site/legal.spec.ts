import type { Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { colourIn } from '../../screens/look.ts';
import { expectReadable, expectToFit, openPublic } from '../../visitor.ts';

const TEXTS = [
  { path: '/privacy-policy', title: 'Privacy Policy', section: 'Your rights', linked: [] },
  {
    path: '/terms-of-service',
    title: 'Terms of Service',
    section: 'Not financial advice',
    linked: ['/privacy-policy'],
  },
] as const;

test.use({ storageState: NOBODY });

const scrollTo = (page: Page, screens: number) =>
  page.evaluate((count) => window.scrollTo(0, window.innerHeight * count), screens);

/** A link back to the top appears after one screen, not before, and never covers the footer. */
async function goBackToTop(page: Page): Promise<void> {
  const back = page.getByRole('link', { name: 'Back to top' });
  await expect(back).not.toBeInViewport();
  await scrollTo(page, 1.5);
  await expect(back).toBeInViewport({ ratio: 1 });
  await scrollTo(page, 1_000);
  const footer = await page.getByRole('contentinfo').boundingBox();
  const box = await back.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  await scrollTo(page, 1.5);
  await back.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(20);
}

/** The contents lead to a section, which nothing covers, and follow the reader. */
async function readSection(page: Page, section: string): Promise<void> {
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const link = contents.getByRole('link', { name: section });
  const heading = page.getByRole('heading', { level: 2, name: section });
  await link.click();
  await expect(heading).toBeInViewport();
  await expect(link).toHaveAttribute('aria-current', 'location');
  const bar = await page.getByRole('banner').boundingBox();
  await expect
    .poll(async () => ((await heading.boundingBox())?.y ?? 0) - (bar?.height ?? 0))
    .toBeGreaterThan(0);
}

/** On a phone the contents are folded above the text. */
async function readOnPhone(page: Page, section: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await scrollTo(page, 0);
  const link = page.getByRole('link', { name: section });
  await expect(link).toBeHidden();
  await page.getByText('Contents', { exact: true }).last().click();
  await link.click();
  await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport();
  const box = await page.getByRole('link', { name: 'Back to top' }).boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The print has only title, date and text, even in the dark theme. */
async function print(page: Page, { title, linked }: (typeof TEXTS)[number]): Promise<void> {
  await colourIn(page, 'dark');
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  for (const part of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation', { name: 'Contents' }).first(),
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('link', { name: 'Back to top' }),
  ]) {
    await expect(part).toBeHidden();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const addresses = await page
    .getByRole('article')
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => !link.getAttribute('href')?.startsWith('mailto:'))
        .map((link) => getComputedStyle(link, '::after').content),
    );
  expect(addresses).toEqual(linked.map((place) => expect.stringContaining(place)));
  await page.emulateMedia({ media: 'screen' });
}

test('both legal texts lead to their sections and back to the top, on a phone too, and print as text alone', async ({
  page,
}) => {
  for (const text of TEXTS) {
    await openPublic(page, text.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title);
    await expectReadable(page);
    await goBackToTop(page);
    await readSection(page, text.section);
    await readOnPhone(page, text.section);
    await print(page, text);
  }
});
