import { expect, type Page } from '@playwright/test';
import { CHART } from '../apps/web/src/ui/theme/tokens.ts';
import { chartOf } from './chart-page.ts';

/**
 * The number of pixels of exactly each colour, `#RRGGBB`, optionally only right of `fromShare`, a share of the width.
 * Decoded in a separate page.
 */
export async function countPixels(
  page: Page,
  png: Buffer,
  colours: readonly string[],
  fromShare = 0,
): Promise<number[]> {
  const decoder = await page.context().newPage();
  try {
    return await decoder.evaluate(
      async ({ base64, wanted, share }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context?.drawImage(picture, 0, 0);
        const left = Math.floor(picture.width * share);
        const width = picture.width - left;
        const { data } = context?.getImageData(left, 0, width, picture.height) ?? { data: [] };
        const counts = new Map(wanted.map((colour) => [Number.parseInt(colour.slice(1), 16), 0]));
        for (let index = 0; index < data.length; index += 4) {
          const rgb =
            ((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0);
          const count = counts.get(rgb);
          if (count !== undefined) counts.set(rgb, count + 1);
        }
        return [...counts.values()];
      },
      { base64: png.toString('base64'), wanted: colours, share: fromShare },
    );
  } finally {
    await decoder.close();
  }
}

/** Fewer pixels of a colour are an edge or a letter, not the bodies of candles. */
const LEAST_PIXELS = 200;

/** Waits until rising and falling candles are visible; grid, axes and lines do not count. */
export async function expectCandles(page: Page, theme: 'light' | 'dark' = 'light'): Promise<void> {
  const index = theme === 'light' ? 0 : 1;
  const colours = [CHART.candleUp[index][0], CHART.candleDown[index][0]];
  await expect(async () => {
    const [up = 0, down = 0] = await countPixels(page, await chartOf(page).screenshot(), colours);
    expect(up, 'pixels of rising candles').toBeGreaterThan(LEAST_PIXELS);
    expect(down, 'pixels of falling candles').toBeGreaterThan(LEAST_PIXELS);
  }).toPass();
}
