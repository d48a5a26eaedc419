import { openChart } from '../../chart-page.ts';
import { holdClock, MINUTE_MS, passTime, SECOND_MS } from '../../clock.ts';
import { expect, test } from '../../journey.ts';
import { pageOf, paywallOf, restrictedPage, SILENCED_KEY } from '../../paywall.ts';
import { makeRestricted } from '../../people.ts';

const OPENS = { paywallOpensByItself: true };

test.beforeEach(({ consoleGuard }) => consoleGuard.expectClosedStreams());

test('the paywall opens by itself when nothing has been open for two seconds, until its reader closes it', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const page = await restrictedPage({ browser, request, consoleGuard }, OPENS);
  const paywall = paywallOf(page);
  await holdClock(page);
  await openChart(page);
  await page.keyboard.type('b');
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await expect(search).toBeVisible();
  await passTime(page, MINUTE_MS);
  await expect(search.getByRole('option', { name: /BTCUSD.*FMP/ })).toBeVisible();
  await expect(paywall).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await passTime(page, 3 * SECOND_MS);
  await expect(paywall).toContainText('there is no active subscription linked to your account');
  await expect(paywall).not.toContainText('Source locked');
  await page.keyboard.press('Escape');
  await expect(paywall).toHaveCount(0);
  const record = await page.evaluate((key) => localStorage.getItem(key), SILENCED_KEY);
  expect(JSON.parse(record ?? '')).toEqual({ userId: expect.any(String), value: true });

  await page.reload();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await passTime(page, MINUTE_MS);
  await page.keyboard.type('aapl');
  await expect(page.getByRole('option', { name: /AAPL.*\(Locked\)/ }).first()).toBeVisible();
  await expect(paywall).toHaveCount(0);
  await page.keyboard.press('Enter');
  // Parts that come within 300 ms of each other are shown together, by React's clock too.
  await passTime(page, SECOND_MS);
  await expect(paywall).toContainText('Source locked');
  await page.context().close();

  const other = await pageOf(browser, await makeRestricted(request), OPENS);
  consoleGuard.listenTo(other.context());
  await other.addInitScript(
    ([key, text]) => localStorage.setItem(key ?? '', text ?? ''),
    [SILENCED_KEY, record ?? ''],
  );
  await holdClock(other);
  await openChart(other);
  await passTime(other, 5 * SECOND_MS);
  await expect(paywallOf(other)).toBeVisible();
  await other.context().close();
});
