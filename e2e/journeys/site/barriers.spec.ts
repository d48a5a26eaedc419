import { expect, NOBODY, test } from '../../journey.ts';
import {
  expectReadable,
  figureOf,
  openPublic,
  previewOf,
  showFigure,
  TOPICS,
} from '../../visitor.ts';

test.use({ storageState: NOBODY });

const PATHS = ['/', ...TOPICS.map(({ path }) => path), '/privacy-policy', '/terms-of-service'];

/** The other journeys check every page on a desktop in the light theme; the long run adds each size and theme. */
const WIDTHS = process.env.TEST_LONG === 'true' ? [1440, 390] : [];

for (const width of WIDTHS) {
  for (const path of PATHS) {
    test(`${path} has no barrier in either theme at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      for (const theme of ['light', 'dark']) {
        await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
        await openPublic(page, path);
        if (path === '/' || path === '/educational') {
          await previewOf(page).scrollIntoViewIfNeeded();
          await expect(previewOf(page)).toContainText('Live');
        } else if ((await figureOf(page).count()) > 0) await showFigure(page);
        await expectReadable(page);
      }
    });
  }
}
