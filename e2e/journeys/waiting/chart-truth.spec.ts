import type { Page } from '@playwright/test';
import { openChart } from '../../chart-page.ts';
import { expect, test } from '../../journey.ts';

/** The number of seconds to watch before the end of a minute. */
const BEFORE_CLOSE_S = 8;
const AFTER_CLOSE_MS = 2_000;

/**
 * Watches every frame until the summary has another last close, and a moment more; returns the frames in which summary
 * and legend differed.
 */
async function differencesUntilClose(page: Page): Promise<string[]> {
  return page.evaluate(
    (afterMs) =>
      new Promise<string[]>((resolve) => {
        const differences = new Set<string>();
        const textOf = (region: string) =>
          document.querySelector(`[data-region="${region}"]`)?.textContent?.replaceAll(/\s/g, '') ??
          '';
        const lastCloseIn = (summary: string) => /Lastclose[^A-Z]*/.exec(summary)?.[0];
        const before = lastCloseIn(textOf('summary'));
        let endMs = Number.POSITIVE_INFINITY;
        const look = () => {
          const [summary, legend] = [textOf('summary'), textOf('legend')];
          const price = /^\D*Simulated([\d,]+\.\d\d)/.exec(summary)?.[1];
          const level = /Shortresistance([\d,]+\.\d\d)/.exec(summary)?.[1];
          if (!legend.includes(`C${price}`) || !legend.includes(`20close${level}`)) {
            differences.add(`${price} and ${level} beside ${legend}`);
          }
          const nowMs = performance.now();
          if (lastCloseIn(summary) !== before) endMs = Math.min(endMs, nowMs + afterMs);
          if (nowMs < endMs) requestAnimationFrame(look);
          else resolve([...differences]);
        };
        requestAnimationFrame(look);
      }),
    AFTER_CLOSE_MS,
  );
}

test('ticks move the price of the legend, and the summary agrees in every frame, even when a bar closes', async ({
  page,
}) => {
  const closes: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'update' && message.bar) closes.push(message.bar.close.toFixed(2));
    }),
  );
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1');
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText(/Last close [\d,.]+/);
  await expect(summary).toContainText(/Short resistance/);
  const legend = page.getByRole('region', { name: 'Live chart' });
  const shown = new Set<string>();
  await expect(async () => {
    const newest = closes.at(-1);
    const text = (await legend.textContent()) ?? '';
    const close = /L [\d,.]+C ([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '');
    expect(close).toBeDefined();
    if (close && close === newest) shown.add(close);
    expect(shown.size, 'prices of the stream that the legend showed').toBeGreaterThanOrEqual(3);
  }).toPass();
  await page.waitForFunction((left) => new Date().getSeconds() >= 60 - left, BEFORE_CLOSE_S, {
    timeout: 130_000,
  });
  expect(await differencesUntilClose(page)).toEqual([]);
});
