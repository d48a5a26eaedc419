import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { CONTROL_PORT } from '../ports.ts';

const CONTROL = `http://127.0.0.1:${CONTROL_PORT}/faults?exchange=Tiingo`;
const BANNER =
  'Tiingo is currently offline. Stored data is shown; live updates resume when the source is back.';

test.afterEach(async ({ request }) => {
  await request.delete(CONTROL);
});

// Conformance tests prove for every feed that both take 5 s at most; their clock does not depend on the machine.
test('a feed goes offline: its stored bars stay, a banner says so as long as it lasts', async ({
  page,
  request,
}) => {
  await openChart(page, '?symbol=Tiingo:BTC/USD&resolution=1D');
  await expect(page.getByText(BANNER)).toHaveCount(0);
  await request.post(CONTROL, { data: { down: true } });
  await expect(page.getByText(BANNER)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await expect(page.getByText(BANNER)).toBeVisible();
  await request.delete(CONTROL);
  await expect(page.getByText(BANNER)).toHaveCount(0);
});
