import { expect, type Page } from '@playwright/test';

/** Opens the live chart and waits for its first bars. */
export async function openChart(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/live-chart${search}`);
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
}

export const chartOf = (page: Page) => page.getByRole('application');
