import type { Page } from '@playwright/test';
import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

const MONTH = /\p{L}+\.?/u.source;
const FORMS = {
  'en-ZA': new RegExp(`^Last closed bar \\d{2} ${MONTH} \\d{4}:`, 'u'),
  'en-US': new RegExp(`^Last closed bar ${MONTH} \\d{1,2}, \\d{4}:`, 'u'),
  'de-DE': new RegExp(`^Last closed bar \\d{1,2}\\. ${MONTH} \\d{4}:`, 'u'),
};

/** The live price as the summary writes it. */
async function priceOf(page: Page): Promise<string> {
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText(/\d\.\d\d/);
  return (await summary.textContent()) ?? '';
}

for (const [locale, form] of Object.entries(FORMS)) {
  test.describe(locale, () => {
    test.use({ locale });
    test('dates are those of the locale, prices are the same everywhere', async ({ page }) => {
      await openChart(page);
      await expect(chartOf(page)).toHaveAccessibleDescription(form);
      expect(await priceOf(page)).toMatch(/\d{1,3}(?:,\d{3})*\.\d\d/);
    });
  });
}
