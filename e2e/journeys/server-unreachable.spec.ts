import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';

const BANNER = /^No connection to the server, last update \d\d:\d\d\.$/;
/** What is asked for after an outage and after its end, with the time it takes to draw. */
const WITHIN_MS = 6_000;

test('a server that falls silent shows a banner within 5 s, and none within 5 s of its return', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  let isCut = false;
  // The browser goes on believing in its network: nothing is refused, nothing is answered.
  await page.route('**/api/**', async (route) => {
    if (isCut) return;
    await route.continue();
  });
  await page.routeWebSocket('**/api/stream**', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (!isCut) socket.send(message);
    });
  });
  await openChart(page);
  await expect(page.getByText(/Live|Closed/).first()).toBeVisible();
  const banner = page.getByText(BANNER);
  await expect(banner).toHaveCount(0);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  isCut = true;
  await expect(banner).toBeVisible({ timeout: WITHIN_MS });
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  isCut = false;
  await expect(banner).toHaveCount(0, { timeout: WITHIN_MS });
});
