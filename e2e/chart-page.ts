import { expect, type Page } from '@playwright/test';

/** Opens the live chart and waits for its first bars. */
export async function openChart(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/live-chart${search}`);
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
}

/** Unfolds the legend of the prices, which is one line while it would cover bars; phones have another one. */
export async function unfoldLegend(page: Page): Promise<void> {
  await expect(page.locator('[data-region="legend"]')).toBeVisible();
  const folded = page.getByRole('button', { name: 'Indicator values', expanded: false });
  if (await folded.isVisible()) await folded.click();
}

export const chartOf = (page: Page) => page.getByRole('application');
