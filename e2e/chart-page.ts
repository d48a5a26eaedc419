import { expect, type Page } from '@playwright/test';

/** Opens the live chart and waits for its first bars. */
export async function openChart(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/live-chart${search}`);
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
}

/** The chart itself. */
export const chartOf = (page: Page) => page.getByRole('application');

/** The share of pixels of the chart that differ from its most frequent colour: an empty canvas has almost none. */
export async function drawnShare(page: Page): Promise<number> {
  return chartOf(page).evaluate((element) => {
    const canvases = [...element.querySelectorAll('canvas')].filter((one) => one.width > 200);
    let drawn = 0;
    let all = 0;
    for (const canvas of canvases) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      if (!pixels) continue;
      for (let index = 3; index < pixels.length; index += 16) {
        all += 1;
        if ((pixels[index] ?? 0) > 0) drawn += 1;
      }
    }
    return all === 0 ? 0 : drawn / all;
  });
}
