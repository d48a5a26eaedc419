import type { Locator, Page } from '@playwright/test';
import { chartOf, openChart } from '../chart-page.ts';
import { stopClock } from '../clock.ts';
import { holdBack } from '../hold-back.ts';
import { expect, test } from '../journey.ts';
import { avatar } from '../people.ts';

/** Keys that would move the chart, open something over it, or lead the focus away. */
const CHART_KEYS = ['Home', 'ArrowLeft', '+', '?', 'z', '5', 'Alt+KeyB', 'Alt+KeyR', 'F6'];

const OVERLAYS: Record<string, (page: Page) => Promise<void>> = {
  'Symbol search': (page) => page.keyboard.press('b'),
  Indicators: (page) => page.keyboard.press('Alt+KeyI'),
  Keyboard: (page) => page.keyboard.press('?'),
  'Chart settings': (page) => page.getByRole('button', { name: 'Chart settings' }).click(),
  'Manage Account': async (page) => {
    await avatar(page).click();
    await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  },
};

/** Takes the focus off everything, as a press on the plain text of a dialog does. */
async function focusNothing(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

test('the keyboard reaches every region and option, and dialogs keep their keys and give the focus back', async ({
  page,
}) => {
  await openChart(page);

  await test.step('F6 goes through the regions in their order, the first Tab leads to the chart', async () => {
    // Both come after the first bars.
    for (const name of ['summary', 'drawings']) {
      await expect(page.locator(`[data-region="${name}"] button`).first()).toBeVisible();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'To the chart' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chartOf(page)).toBeFocused();
    const region = () =>
      page.evaluate(
        () =>
          document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region ??
          'nothing',
      );
    const seen: string[] = [await region()];
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('F6');
      seen.push(await region());
    }
    expect(seen).toEqual([
      'chart',
      'time-frames',
      'summary',
      'navigation',
      'toolbar',
      'drawings',
      'legend',
    ]);
    await page.keyboard.press('Shift+F6');
    expect(await region()).toBe('drawings');
  });

  await test.step('the status of the feed tells its reason', async () => {
    const status = page.locator('[data-region="legend"] [data-status]');
    await status.focus();
    await expect(status).toBeFocused();
    const reason = /Prices arrive as they are made\. Last bar .* FMP/;
    await expect(page.getByRole('tooltip')).toHaveText(reason);
    await expect(status).toContainText(reason);
  });

  await test.step('a key pressed in a dialog never acts on the chart behind it', async () => {
    for (const [name, open] of Object.entries(OVERLAYS)) {
      await chartOf(page).focus();
      await open(page);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toHaveAccessibleName(name);
      for (const key of CHART_KEYS) {
        await focusNothing(page);
        await page.keyboard.press(key);
      }
      await expect(dialog, `one dialog over the chart: ${name}`).toHaveCount(1);
      await expect(dialog).toHaveAccessibleName(name);
      await expect(page.locator('[data-region] :focus, [data-region]:focus')).toHaveCount(0);
      await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 day chart, FMP');
      await dialog.getByRole('button', { name: /^Close/ }).click();
      await expect(dialog).toHaveCount(0);
    }
  });

  await test.step('a dialog gives the focus back to where it was opened', async () => {
    const openers: [Locator, string][] = [
      [chartOf(page), 'b'],
      [chartOf(page), 'Alt+KeyI'],
      [page.getByRole('button', { name: 'Indicators' }), 'Enter'],
      [page.getByRole('button', { name: 'Table of bars' }), 'Enter'],
    ];
    for (const [opener, key] of openers) {
      await opener.focus();
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  });

  await test.step('the options of the symbol search tell their number and place', async () => {
    await page.getByRole('button', { name: /symbol search/i }).click();
    const options = page.getByRole('listbox', { name: 'Symbols' }).getByRole('option');
    await expect(options.first()).toHaveAttribute('aria-posinset', '1');
    const size = Number(await options.first().getAttribute('aria-setsize'));
    expect(size).toBeGreaterThan(await options.count());
    await page.getByRole('combobox', { name: 'Code or description' }).press('ArrowDown');
    const active = page.locator('[role="option"][aria-selected="true"]');
    await expect(active).toHaveAttribute('aria-posinset', '2');
    await expect(active).toHaveAttribute('aria-setsize', String(size));
  });
});

test('a symbol that is slow to come, and an interval that is half typed, are given up in time', async ({
  page,
}) => {
  await page.clock.install();
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1D');

  await test.step('a half-typed interval is given up by a press, another chart and other keys', async () => {
    const message = page.getByText('Not available for BTCUSD');
    const type = async () => {
      await chartOf(page).focus();
      // It is given up after a while by itself: no time passes until something else has given it up.
      await stopClock(page);
      await page.keyboard.press('7');
      await expect(message).toBeVisible();
    };
    const expectGivenUp = async () => {
      await expect(message).toHaveCount(0);
      await page.clock.resume();
    };
    await type();
    await chartOf(page).dispatchEvent('pointerdown');
    await expectGivenUp();
    await type();
    // Without a press before it, as a screen reader does it.
    await page.getByRole('button', { name: '4 hours' }).dispatchEvent('click');
    await expectGivenUp();
    await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 4 hours chart, FMP');
    await type();
    await page.keyboard.press('b');
    await expectGivenUp();
  });

  await test.step('a slow symbol says so over the one before and, once too slow, moves nothing', async () => {
    const release = await holdBack(page, /\/api\/data\/symbol\?/);
    const search = page.getByRole('dialog', { name: 'Symbol search' });
    await expect(search).toBeVisible();
    await search.getByRole('combobox', { name: 'Code or description' }).fill('ethusd');
    const option = search.getByRole('option', { name: /ETHUSD/ }).first();
    await expect(option).toBeVisible();
    // In real time: a clock that jumps would take the stream's silence for a lost connection.
    await option.click();
    await expect(page.getByText('Loading ETHUSD 4h…')).toBeVisible();
    await expect(page.getByText('Still loading from FMP…')).toBeVisible();
    await expect(page).toHaveURL(/ETHUSD/);
    const tooSlow = page.getByRole('alert').filter({ hasText: /ETH.* took too long to load\./ });
    await expect(tooSlow).toContainText(/BTC.* is still shown\./);
    await expect(page).toHaveURL(/symbol=FMP(:|%3A)BTCUSD/);
    release();
    await tooSlow.getByRole('button', { name: 'Retry' }).click();
    await expect(page).toHaveURL(/ETHUSD/);
    await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 4 hours chart/);
    await expect(tooSlow).toHaveCount(0);
  });
});
