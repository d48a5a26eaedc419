import type { Locator, Page, Request } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { signedIn } from '../session.ts';

const ACCOUNT = 'subscriber@demo.test';

// The account has no list: the search of another journey stars a symbol.
// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
test.use({ storageState: async ({}, use) => use(await signedIn(ACCOUNT)) });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

const gridOf = (page: Page) => page.getByRole('grid');
const codesOf = (page: Page) => gridOf(page).locator('tr[data-key] > td:first-child');

/** The save of a list with a flag. */
const isOfFlag = (request: Request) =>
  request.method() === 'PUT' && (request.postData() ?? '').includes('"red"');

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a row by its handle with a finger to another row. */
async function dragByTouch(page: Page, row: Locator, target: Locator): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const [from, to] = [await middleOf(row.locator('[data-handle]')), await middleOf(target)];
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  await send('touchMove', [{ x: from.x, y: (from.y + to.y) / 2 }]);
  await send('touchMove', [{ x: from.x, y: to.y }]);
  await send('touchEnd', []);
}

test('a list is pasted, walked by keys, dragged into order, and kept on all devices', async ({
  page,
  browser,
  consoleGuard,
}) => {
  await openChart(page);
  await page.keyboard.press('Alt+w');
  const panel = page.getByRole('complementary', { name: 'Watchlist' });
  await panel.getByRole('button', { name: /^Start with/ }).click();
  await expect(codesOf(page)).toHaveText(['BTCUSD']);

  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add or import symbols' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add symbols' });
  await dialog.getByLabel('Symbols', { exact: true }).fill('###Pairs\nFMP:ETHUSD, NOSUCH');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Unknown: NOSUCH. The others were added.');
  await page.keyboard.press('Escape');
  await expect(codesOf(page)).toHaveText(['BTCUSD', 'Pairs', 'ETHUSD']);
  await expect(gridOf(page).getByRole('row', { name: /ETHUSD/ })).toContainText('%');

  await page.keyboard.press('Alt+Shift+w');
  await expect(page.getByText('BTCUSD is in “Favourites”.')).toBeVisible();
  await gridOf(page).focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/symbol=FMP:ETH/);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(codesOf(page)).toHaveText(['BTCUSD', 'ETHUSD', 'Pairs']);
  const saved = page.waitForResponse(
    (answer) => /\/api\/watchlists\//.test(answer.url()) && isOfFlag(answer.request()),
  );
  await page.keyboard.press('Space');
  await expect(codesOf(page)).toHaveText(['BTCUSD', 'red flag, ETHUSD', 'Pairs']);
  await expectNoBarriers(page);

  await saved;
  await page.reload();
  await expect(codesOf(page)).toHaveText(['BTCUSD', 'red flag, ETHUSD', 'Pairs']);

  await test.step('a row is dragged, and Escape takes a drag back', async () => {
    const [first, last] = [gridOf(page).getByRole('row', { name: 'BTCUSD' }), codesOf(page).last()];
    const [from, to] = [await middleOf(first), await middleOf(last)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(codesOf(page).first()).toHaveText('BTCUSD');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect(codesOf(page)).toHaveText(['red flag, ETHUSD', 'Pairs', 'BTCUSD']);
    await expect(panel.getByText('BTCUSD is 3 of 3.')).toBeAttached();
  });

  await test.step('a list has a colour, and the lists an order', async () => {
    await panel.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New watchlist' }).click();
    await page.getByLabel('Name').fill('Morning');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('combobox', { name: 'Watchlist' })).toContainText('Morning');
    await panel.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Green' }).click();
    await expect(panel.locator('[data-colour="green"]')).toBeVisible();
    await panel.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Order of the watchlists' }).click();
    const order = page.getByRole('dialog', { name: 'Order of the watchlists' });
    await expect(order.getByRole('option')).toHaveText(['Favourites', 'Morning']);
    await expect(order.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(order.getByRole('option')).toHaveText(['Morning', 'Favourites']);
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
  });

  await test.step('one alert watches every instrument of a list', async () => {
    await panel.getByRole('combobox', { name: 'Watchlist' }).selectOption('Favourites');
    await panel.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Alert on every instrument' }).click();
    const alert = page.getByRole('dialog', { name: 'Alert', exact: true });
    await expect(
      alert.getByText(/^When any instrument of “Favourites” moves by 2 %/),
    ).toBeVisible();
    await expectNoBarriers(page);
    await alert.getByRole('button', { name: 'Create alert' }).click();
    await expect(alert).toHaveCount(0);
    await page.keyboard.press('Alt+Shift+A');
    const list = page.getByRole('dialog', { name: 'Alerts' });
    await expect(
      list.getByRole('button', { name: /^Any instrument of “Favourites”/ }),
    ).toContainText('2 instruments');
    await page.keyboard.press('Escape');
  });

  await test.step('a deleted list comes back with its alert', async () => {
    await panel.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete the watchlist' }).click();
    await expect(
      page.getByText('“Favourites” was deleted. An alert on it is paused.'),
    ).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(codesOf(page)).toHaveText(['red flag, ETHUSD', 'Pairs', 'BTCUSD']);
    await page.keyboard.press('Alt+Shift+A');
    const list = page.getByRole('dialog', { name: 'Alerts' });
    await expect(list.getByRole('tab', { name: 'Active 1' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a phone has the same list, drags by a handle, and makes an alert', async () => {
    const storageState = await signedIn(ACCOUNT);
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const context = await browser.newContext({ ...phone, storageState });
    consoleGuard.listenTo(context);
    const other = await context.newPage();
    await other.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
    await openChart(other);
    await other.getByRole('button', { name: 'More' }).tap();
    await other.getByRole('button', { name: 'Watchlist' }).tap();
    const lists = other.getByRole('combobox', { name: 'Watchlist' });
    await expect(lists.getByRole('option')).toHaveText(['Morning', 'Favourites']);
    await lists.selectOption('Favourites');
    await expect(codesOf(other)).toHaveText(['red flag, ETHUSD', 'Pairs', 'BTCUSD']);
    await dragByTouch(
      other,
      gridOf(other).getByRole('row', { name: 'BTCUSD' }),
      codesOf(other).first(),
    );
    await expect(codesOf(other)).toHaveText(['BTCUSD', 'red flag, ETHUSD', 'Pairs']);
    await expectNoBarriers(other);
    await gridOf(other).getByRole('button', { name: 'Alert on ETHUSD' }).tap();
    await expect(other.getByRole('dialog', { name: 'Alert' })).toContainText('ETHUSD');
    await expect(other).toHaveURL(/symbol=FMP:ETH/);
    await context.close();
  });
});
