import { expectNoBarriers } from '../../barriers.ts';
import { expect, test } from '../../journey.ts';
import { NOBODY, openPublic } from '../../visitor.ts';

const TEXTS = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    updated: 'Last updated September 19, 2025',
    count: 14,
    section: 'Your rights',
    linked: [],
  },
  {
    path: '/terms-of-service',
    title: 'Terms of Service',
    updated: 'Last updated September 17, 2025',
    count: 12,
    section: 'Not financial advice',
    linked: ['/privacy-policy'],
  },
] as const;

test.use({ storageState: NOBODY });

for (const { path, title, updated, count, section, linked } of TEXTS) {
  test.describe(title, () => {
    test('says its date, and its contents lead to each section and follow the reader', async ({
      page,
    }) => {
      await openPublic(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(updated)).toBeVisible();
      const text = page.getByRole('article');
      await expect(text.getByRole('heading', { level: 2 })).toHaveCount(count);
      const contents = page.getByRole('navigation', { name: 'Contents' });
      await expect(contents.getByRole('link')).toHaveCount(count);
      const link = contents.getByRole('link', { name: section });
      await link.click();
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport();
      await expect(link).toHaveAttribute('aria-current', 'location');
      // The bar at the top covers nothing of it.
      const bar = await page.getByRole('banner').boundingBox();
      await expect
        .poll(async () => {
          const box = await page.getByRole('heading', { level: 2, name: section }).boundingBox();
          return (box?.y ?? 0) - (bar?.height ?? 0);
        })
        .toBeGreaterThan(0);
    });

    test('leads back to the top after one screen, not before, and never over the footer', async ({
      page,
    }) => {
      await openPublic(page, path);
      const back = page.getByRole('link', { name: 'Back to top' });
      await expect(back).not.toBeInViewport();
      await page.evaluate(() => window.scrollTo(0, window.innerHeight * 1.5));
      await expect(back).toBeInViewport({ ratio: 1 });
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const footer = await page.getByRole('contentinfo').boundingBox();
      const box = await back.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
      await page.evaluate(() => window.scrollTo(0, window.innerHeight * 1.5));
      await back.click();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(20);
    });

    test('prints its title, its date and its text alone, dark theme or not', async ({ page }) => {
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark');
        window.print = () => document.documentElement.setAttribute('data-printed', '');
      });
      await openPublic(page, path);
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
      await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      const address = await page
        .getByRole('article')
        .getByRole('link')
        .evaluateAll((links) =>
          links
            .filter((link) => !link.getAttribute('href')?.startsWith('mailto:'))
            .map((link) => getComputedStyle(link, '::after').content),
        );
      expect(address).toEqual(linked.map((place) => expect.stringContaining(place)));
    });

    test('folds its contents above the text on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openPublic(page, path);
      const link = page.getByRole('link', { name: section });
      await expect(link).toBeHidden();
      await page.getByText('Contents', { exact: true }).last().click();
      await link.click();
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport();
      const back = page.getByRole('link', { name: 'Back to top' });
      const box = await back.boundingBox();
      expect([box?.width, box?.height]).toEqual([44, 44]);
    });

    for (const width of [1440, 390]) {
      test(`has no barrier in either theme at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        for (const theme of ['light', 'dark']) {
          await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
          await openPublic(page, path);
          await expectNoBarriers(page);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, 'pixels beyond the screen').toBeLessThanOrEqual(0);
        }
      });
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the text reads and its contents lead on; nothing is shown that would do nothing', async ({
    page,
  }) => {
    await page.goto('/terms-of-service');
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.getByRole('link', { name: 'Liability' }).click();
    await expect(page.getByRole('heading', { name: 'Liability' })).toBeInViewport();
  });
});
