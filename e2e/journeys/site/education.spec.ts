import type { Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import {
  expectReadable,
  expectToFit,
  figureOf,
  noteForeignRequests,
  openPublic,
  previewOf,
  showFigure,
  TOPICS,
  topicTabsOf,
} from '../../visitor.ts';

test.use({ storageState: NOBODY });

async function readSummary(page: Page): Promise<void> {
  const tips = await page.getByRole('article').getByRole('list').first().boundingBox();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  // The tips have the width of the content.
  expect(tips).toMatchObject({ x: title?.x, width: 960 });
  const preview = previewOf(page);
  await preview.scrollIntoViewIfNeeded();
  await expect(preview).toContainText('Live');
}

/** The figure shows real bars, and a reader changes a length with the keyboard. */
async function readLevels(page: Page): Promise<void> {
  const figure = page.getByRole('figure');
  await expect(figure).toContainText('ejtraderLabs/historical-data');
  await expect(figure).toContainText('17 Jan 2020');
  await expect(figure).toContainText('1,477.93');
  const slider = page.getByRole('slider', { name: 'Short-term length' });
  await expect(slider).toHaveAttribute('aria-valuetext', '20 bars');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '50 bars');
  // The lowest close of 50 days instead of 20.
  await expect(figure).not.toContainText('1,477.93');
  await figureOf(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(figure).toContainText('16 Jan 2020');
  await page.keyboard.press('Escape');
  await expect(figure).toContainText('17 Jan 2020');
}

/** The figure follows the theme. */
async function readLongShort(page: Page): Promise<void> {
  const picture = () =>
    figureOf(page)
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const light = await picture();
  const pressTheme = async () => {
    await page.getByLabel('Account and theme').click();
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.keyboard.press('Escape');
  };
  await pressTheme();
  await expect.poll(async () => (await picture()) === light).toBe(false);
  await pressTheme();
}

/** The calculator sizes a position during typing and reports the problems of a plan. */
async function planTrade(page: Page): Promise<void> {
  const form = page.getByRole('region', { name: 'Position-size calculator' });
  const outcome = form.getByRole('status');
  await expect(outcome).toContainText('Units40');
  await form.getByLabel('Stop price').fill('49');
  await expect(outcome).toContainText('Units100');
  await form.getByLabel('Risk for this trade, %').fill('3');
  await expect(outcome).toContainText('more than 2 % of the capital');
  await expect(outcome).toContainText('costs more than the capital');
  await form.getByLabel('Stop price').fill('50');
  await expect(form.getByLabel('Stop price')).toHaveAccessibleDescription(/same price/);
  await expect(outcome).toContainText('Units–');
  await form.getByLabel('Stop price').fill('52.50');
  await expect(outcome).toContainText('Short: stop above entry');
}

/** Further steps of a reader on the page of a topic. */
const READINGS: Partial<Record<(typeof TOPICS)[number]['tab'], (page: Page) => Promise<void>>> = {
  Summary: readSummary,
  'Support & Resistance': readLevels,
  'Long/Short': readLongShort,
  'Trade and Risk Managment': planTrade,
};

test('a reader goes from topic to topic by their tabs, and uses the figures and the calculator', async ({
  page,
  consoleGuard,
}) => {
  // The figure of tightness fails to load at first.
  consoleGuard.expectNoNetwork();
  let isFailing = true;
  await page.route('**/gold-daily-*', (route) =>
    isFailing && page.url().endsWith('/tightness') ? route.abort() : route.continue(),
  );
  const foreign = noteForeignRequests(page);
  await openPublic(page, '/educational');
  for (const [index, { tab, path, title }] of TOPICS.entries()) {
    await topicTabsOf(page).getByRole('link', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('html[data-alive]')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(topicTabsOf(page).locator('[aria-current=page]')).toHaveText(tab);
    if (tab === 'Tightness') {
      await figureOf(page).scrollIntoViewIfNeeded();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('could not be loaded');
      isFailing = false;
      await alert.getByRole('button', { name: 'Retry' }).click();
      await showFigure(page);
      await expect(alert).toHaveCount(0);
    } else if ((await figureOf(page).count()) > 0 && tab !== 'Summary') {
      await showFigure(page);
    }
    await READINGS[tab]?.(page);
    await expectReadable(page);
    const next = TOPICS[index + 1];
    if (!next) continue;
    const onward = page.getByRole('navigation', { name: 'Next topic' }).getByRole('link');
    await expect(onward).toHaveAttribute('href', next.path);
  }
  expect(foreign, 'requests to other origins').toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the tab of the page is in sight, however far right it stands, and every page fits', async ({
    page,
  }) => {
    for (const { tab, path } of TOPICS) {
      await openPublic(page, path);
      await expect(topicTabsOf(page).getByRole('link', { name: tab, exact: true })).toBeInViewport({
        ratio: 0.9,
      });
      await expectToFit(page);
    }
    await openPublic(page, '/');
    await expectToFit(page);
  });
});
