import { DAY_MS, holdClock, MINUTE_MS, passTime, readClock } from '../../clock.ts';
import { expect, test } from '../../journey.ts';

test.beforeEach(({ consoleGuard }) => consoleGuard.expectClosedStreams());

test('when a day closes its card and chart move on by themselves', async ({ page }) => {
  await holdClock(page);
  await page.goto('/dashboard/price-signals');
  const card = page.getByRole('article').first();
  const shownDay = async () => {
    const text = (await card.getByText(/^Daily bars to /).textContent()) ?? '';
    return text.replace('Daily bars to ', '');
  };
  await expect(card.getByText(/^Daily bars to \d/)).toBeVisible();
  const before = await shownDay();
  await expect(card.getByText(`Last closed bar ${before}`)).toBeAttached();
  const nowMs = await readClock();
  await passTime(page, DAY_MS - (nowMs % DAY_MS) + MINUTE_MS);
  await expect.poll(shownDay).not.toBe(before);
  await expect(card.getByText(`Last closed bar ${await shownDay()}`)).toBeAttached();
});
