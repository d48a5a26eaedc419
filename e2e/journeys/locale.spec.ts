import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

const MONTH = /\p{L}+\.?/u.source;
const FORMS = {
  'en-ZA': new RegExp(`^Last closed bar \\d{2} ${MONTH} \\d{4}:`, 'u'),
  'en-US': new RegExp(`^Last closed bar ${MONTH} \\d{1,2}, \\d{4}:`, 'u'),
  'de-DE': new RegExp(`^Last closed bar \\d{1,2}\\. ${MONTH} \\d{4}:`, 'u'),
};
/** Unit tests cover every locale; a journey proves that the page uses the browser's locale. */
const LOCALES =
  process.env.TEST_LONG === 'true' ? (['en-ZA', 'en-US', 'de-DE'] as const) : (['de-DE'] as const);

for (const locale of LOCALES) {
  test.describe(locale, () => {
    test.use({ locale });
    test('dates are those of the locale, prices are the same everywhere', async ({ page }) => {
      await openChart(page);
      await expect(chartOf(page)).toHaveAccessibleDescription(FORMS[locale]);
      const summary = page.getByRole('complementary', { name: 'Summary' });
      await expect(summary).toContainText(/\d{1,3}(?:,\d{3})*\.\d\d/);
    });
  });
}
