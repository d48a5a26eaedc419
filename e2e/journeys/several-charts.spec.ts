import { chartOf, openChart } from '../chart-page.ts';
import { chooseTool, listedDrawings } from '../drawing.ts';
import { expect, NOBODY, test } from '../journey.ts';
import { makePerson } from '../people.ts';
import { signedIn } from '../session.ts';

test.use({ storageState: NOBODY });

test('several charts share what is chosen, are saved with their places, and one is active', async ({
  browser,
  consoleGuard,
  page: owner,
}) => {
  const person = await makePerson(owner.request);
  const context = await browser.newContext({ storageState: await signedIn(person.email) });
  consoleGuard.listenTo(context);
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('chartAutosave', 'true');
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
  await openChart(page, '?symbol=FMP:ETHUSD');
  await openChart(page);
  const toolbar = page.getByRole('toolbar', { name: 'Chart', exact: true });

  await toolbar.getByRole('button', { name: 'Several charts' }).click();
  await page.getByRole('menuitemradio', { name: '4 charts' }).click();
  // The charts that were open before come first.
  await expect(page.getByRole('img', { name: 'ETHUSD 1 day chart' })).toBeVisible();
  await expect(page.getByRole('separator')).toHaveCount(2);
  // Each of the others has an instrument of its own.
  const further = page.getByRole('img', { name: /1 day chart$/ });
  await expect(further).toHaveCount(3);
  const names = await further.evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(new Set([...names, 'BTCUSD 1 day chart']).size).toBe(4);

  // A press makes a chart active, and places the first point of the chosen tool there.
  await chooseTool(page, 'Lines', 'Horizontal line');
  await page.getByRole('img', { name: 'ETHUSD 1 day chart' }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 1 day chart/);
  await expect.poll(() => listedDrawings(page)).toHaveLength(1);
  await expect(page).toHaveURL(/symbol=FMP:ETH\/USD/);
  await expect(toolbar.getByRole('button', { name: /^ETHUSD.*symbol search$/ })).toBeVisible();

  await toolbar.getByRole('button', { name: '4 charts' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Interval' }).click();
  await page.keyboard.press('Escape');
  await toolbar.getByRole('button', { name: '1h (1 hour)' }).click();
  await expect(page.getByRole('img', { name: /1 hour chart$/ })).toHaveCount(3);

  await page.getByRole('button', { name: 'Enlarge ETHUSD' }).click();
  await expect(page.getByRole('separator')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all charts' }).click();

  await page.getByRole('separator', { name: 'Width of column 1' }).press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: /: All changes saved$/ })).toBeVisible();

  await page.reload();
  await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 1 hour chart/);
  await expect(page.getByRole('img', { name: /1 hour chart$/ })).toHaveCount(3);
  await expect(page.getByRole('separator', { name: 'Width of column 1' })).toHaveAttribute(
    'aria-valuenow',
    '52',
  );

  // Another page and back: the charts are those that were left, though none shows the usual instrument any more.
  await page.getByRole('img', { name: 'BTCUSD 1 hour chart' }).click({ button: 'right' });
  await expect(chartOf(page)).toHaveAccessibleName(/^BTCUSD 1 hour chart/);
  // The press has opened its menu too.
  await page
    .getByRole('menu')
    .getByRole('menuitem', { name: /^Reset/ })
    .click();
  await page.getByRole('button', { name: 'Close BTCUSD' }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 1 hour chart/);
  await expect(page.getByRole('img', { name: /1 hour chart$/ })).toHaveCount(2);
  // A save that is still under way would make the next one a conflict, which the browser logs.
  await expect(toolbar.getByRole('button', { name: /: All changes saved$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Live Chart' }).click();
  await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 1 hour chart/);
  await expect(page.getByRole('img', { name: /1 hour chart$/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Close ETHUSD' }).click();
  await expect(page.getByRole('img', { name: /1 hour chart$/ })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('img', { name: /1 hour chart$/ })).toHaveCount(2);
  await expect(chartOf(page)).toHaveAccessibleName(/^ETHUSD 1 hour chart/);
  await expect.poll(() => listedDrawings(page)).toHaveLength(1);
});
