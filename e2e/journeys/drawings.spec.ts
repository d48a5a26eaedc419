import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import {
  chooseTool,
  clickAt,
  drawingBar,
  listedDrawings,
  type Place,
  styleBar,
} from '../drawing.ts';
import { expect, test } from '../journey.ts';
import { colourIn } from '../screens/look.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
});

const IS_LONG = process.env.TEST_LONG === 'true';
const THEMES = IS_LONG ? (['light', 'dark'] as const) : (['light'] as const);

/** Tools with their groups and the positions of their points. */
const ALL_TOOLS: readonly [group: string | null, tool: string, ...places: Place[]][] = [
  ['Lines', 'Trend line', [120, 320], [240, 260]],
  ['Lines', 'Ray', [140, 330], [200, 310]],
  ['Lines', 'Extended line', [300, 340], [420, 300]],
  ['Lines', 'Arrow', [320, 250], [360, 300]],
  ['Lines', 'Horizontal line', [500, 280]],
  ['Lines', 'Horizontal ray', [520, 300]],
  ['Lines', 'Vertical line', [540, 300]],
  ['Lines', 'Cross line', [560, 320]],
  ['Channels', 'Parallel channel', [150, 360], [260, 330], [200, 300]],
  ['Channels', 'Pitchfork', [300, 360], [360, 300], [380, 350]],
  [null, 'Fibonacci retracement', [600, 360], [700, 260]],
  ['Shapes', 'Rectangle', [720, 270], [800, 340]],
  ['Words', 'Price label', [640, 300]],
  ['Measure and positions', 'Measure', [400, 360], [460, 300]],
  ['Measure and positions', 'Long position', [660, 320], [740, 280]],
  ['Measure and positions', 'Short position', [480, 300], [540, 350]],
];
/** One tool of each group; the engine's browser tests draw with all of them. */
const TOOLS = IS_LONG
  ? ALL_TOOLS
  : ALL_TOOLS.filter(([group], at) => ALL_TOOLS.findIndex(([other]) => other === group) === at);

/** More than the steps of the journey so far. */
const MORE_STEPS = 12;

/** The toolbar's undo button. */
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

test('drawings of every group of tools outlive other intervals, older bars and other symbols', async ({
  page,
}) => {
  await openChart(page);
  for (const [group, tool, ...places] of TOOLS) {
    await chooseTool(page, group, tool);
    await expect(page.getByRole('status').filter({ hasText: `${tool}: choose` })).toBeVisible();
    await clickAt(page, ...places);
    await expect(styleBar(page, tool)).toBeVisible();
  }
  await chooseTool(page, 'Shapes', 'Brush');
  const box = await chartOf(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 250];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(styleBar(page, 'Brush')).toBeVisible();
  const names = await listedDrawings(page);
  expect(names.map((name) => name.replace(/ · .*/, ''))).toEqual([
    'Brush',
    ...TOOLS.map(([, tool]) => tool).toReversed(),
  ]);

  await page.getByRole('button', { name: /^1W \(/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 week chart, FMP');
  expect(await listedDrawings(page)).toEqual(names);
  await page.getByRole('button', { name: /^1D \(/ }).click();
  await expect(chartOf(page)).toHaveAccessibleName('BTCUSD 1 day chart, FMP');
  await expect(page.getByText(/Loading BTCUSD/)).toHaveCount(0);
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Newest bar', exact: true })).toHaveCount(0);
  expect(await listedDrawings(page)).toEqual(names);

  // A change of symbol clears the selection, and the delete key has nothing to delete.
  await page.keyboard.press('Alt+KeyH');
  await clickAt(page, [400, 400]);
  await expect(styleBar(page, 'Horizontal line')).toBeVisible();
  await page.keyboard.type('ethusd');
  await page
    .getByRole('option', { name: /ETHUSD.*Bitfinex/ })
    .first()
    .click();
  await expect(chartOf(page)).toHaveAccessibleName('ETHUSD 1 day chart, Bitfinex');
  await expect(styleBar(page)).toHaveCount(0);
  await page.keyboard.press('Delete');
  await drawingBar(page).getByRole('button', { name: 'List of drawings' }).click();
  const list = page.getByRole('dialog', { name: 'Drawings' });
  await expect(list).toContainText('Nothing is drawn on ETHUSD yet.');
  await expect(list).toContainText(`${names.length + 1} drawings on other symbols.`);
});

async function changeByKeys(page: Page): Promise<void> {
  await chartOf(page).focus();
  await page.keyboard.press('Alt+KeyT');
  for (const key of [
    'Shift+ArrowLeft',
    'Shift+ArrowLeft',
    'Enter',
    'Shift+ArrowRight',
    'Shift+ArrowUp',
    'Enter',
  ]) {
    await page.keyboard.press(key);
  }
  await expect(styleBar(page, 'Trend line')).toBeVisible();
  const [placed] = await listedDrawings(page);
  await chartOf(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  const [moved] = await listedDrawings(page);
  expect(moved).not.toBe(placed);
  await chartOf(page).focus();
  await page.keyboard.press('Control+z');
  expect(await listedDrawings(page)).toEqual([placed]);
  await chartOf(page).focus();
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Delete');
  expect(await listedDrawings(page)).toEqual([placed]);
  await page.keyboard.press('Control+z');
  expect(await listedDrawings(page)).toHaveLength(2);
  await chartOf(page).focus();
  await page.keyboard.press('Alt+KeyV');
  const hint = page.getByText('Vertical line: choose its place. Esc ends it.');
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
}

async function writeWords(page: Page): Promise<void> {
  const hostile = '<img src=x onerror=alert(1)>';
  const words = page.getByRole('textbox', { name: 'Text: words' });
  await chooseTool(page, null, 'Text');
  await clickAt(page, [400, 300]);
  await expect(words).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(words).toHaveCount(0);
  expect(await listedDrawings(page)).toEqual([]);
  await chooseTool(page, null, 'Text');
  await clickAt(page, [400, 300]);
  await expect(words).toBeFocused();
  await page.keyboard.type(hostile);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await expect(words).toHaveCount(0);
  expect(await listedDrawings(page)).toEqual([`Text · ${hostile} two`]);
  await chartOf(page).dblclick({ position: { x: 404, y: 300 } });
  const dialog = page.getByRole('dialog', { name: 'Text' });
  const field = dialog.getByRole('textbox', { name: 'Text' });
  await expect(field).toHaveValue(`${hostile}\ntwo`);
  await field.fill('Support');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await listedDrawings(page)).toEqual(['Text · Support']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await listedDrawings(page)).toEqual([]);
}

async function useItsMenu(page: Page): Promise<void> {
  await page.keyboard.press('Alt+KeyH');
  await clickAt(page, [400, 330]);
  await page.keyboard.press('Escape');
  await expect(styleBar(page)).toHaveCount(0);
  const cursorAt = async (x: number, y: number) => {
    await chartOf(page).hover({ position: { x, y } });
    const { x: left = 0, y: top = 0 } = (await chartOf(page).boundingBox()) ?? {};
    return page.evaluate(
      ([px, py]) => getComputedStyle(document.elementFromPoint(px, py) ?? document.body).cursor,
      [left + x, top + y] as const,
    );
  };
  expect(await cursorAt(400, 330)).toBe('grab');
  expect(await cursorAt(500, 330)).toBe('pointer');
  const press = () => chartOf(page).click({ button: 'right', position: { x: 500, y: 330 } });
  await press();
  await expect(styleBar(page, 'Horizontal line')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  const [locked] = await listedDrawings(page);
  await chartOf(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  expect(await listedDrawings(page)).toEqual([locked]);
  await press();
  await page.getByRole('menuitem', { name: /^Clone/ }).click();
  expect(await listedDrawings(page)).toHaveLength(2);
  await page.keyboard.press('Control+z');
  await press();
  await page.getByRole('menuitem', { name: /^Copy/ }).click();
  await page.keyboard.press('Control+v');
  expect(await listedDrawings(page)).toHaveLength(2);
  await page.keyboard.press('Control+z');
  await press();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  expect(await listedDrawings(page)).toEqual([]);
}

async function useTheList(page: Page): Promise<void> {
  await page.keyboard.press('Alt+KeyH');
  await clickAt(page, [400, 330]);
  await chooseTool(page, 'Shapes', 'Rectangle');
  await clickAt(page, [500, 250], [600, 330]);
  await drawingBar(page).getByRole('button', { name: 'Lines: all tools' }).click();
  await expectNoBarriers(page, 'menu of tools');
  await page.keyboard.press('Escape');
  await drawingBar(page).getByRole('button', { name: 'List of drawings' }).click();
  const list = page.getByRole('dialog', { name: 'Drawings' });
  const items = list.getByRole('listitem');
  await expect(items).toHaveText([/^Rectangle/, /^Horizontal line/]);
  await items.first().hover();
  await items
    .first()
    .getByRole('button', { name: /^Send backward/ })
    .click();
  await expect(items).toHaveText([/^Horizontal line/, /^Rectangle/]);
  await items.first().getByRole('button', { name: /^Hide/ }).click();
  await expect(items.first().getByRole('button', { name: /^Show/ })).toBeVisible();
  for (const theme of THEMES) {
    await colourIn(page, theme);
    await expectNoBarriers(page, `list of drawings, ${theme}`);
  }
  await items
    .last()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await list.getByRole('button', { name: 'Remove all' }).click();
  await expect(list).toContainText('Nothing is drawn on BTCUSD yet.');
}

test('drawings are changed with keys, text, their menu and the list, and every step can be undone, including studies', async ({
  page,
}) => {
  await openChart(page);
  await expect(undoButton(page)).toBeDisabled();
  const spread = page.getByRole('button', { name: 'Liquidity Spread', exact: true });
  await spread.hover();
  await page.getByRole('button', { name: 'Remove Liquidity Spread' }).click();
  await expect(spread).toHaveCount(0);
  await changeByKeys(page);
  const removeAll = drawingBar(page).getByRole('button', { name: 'Remove all drawings' });
  await removeAll.click();
  await page.getByText('2 drawings removed.').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  expect(await listedDrawings(page)).toHaveLength(2);
  // Back to the start and on to the end: the study was the first step.
  for (let step = 0; step < MORE_STEPS; step += 1) await page.keyboard.press('Control+z');
  await expect(undoButton(page)).toBeDisabled();
  await expect(removeAll).toBeDisabled();
  await expect(spread).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(spread).toHaveCount(0);
  await page.keyboard.press('Control+y');
  expect(await listedDrawings(page)).toHaveLength(1);
  await removeAll.click();
  await writeWords(page);
  await useItsMenu(page);
  await useTheList(page);
});

test('a chosen style, a template and a folded bar survive a reload', async ({ page }) => {
  await openChart(page);
  const bar = styleBar(page, 'Trend line');
  const draw = async (y: number) => {
    await page.keyboard.press('Alt+KeyT');
    await clickAt(page, [300, y], [450, y - 40]);
  };
  const choose = async (colour: string) => {
    await bar.getByRole('button', { name: /^Colour/ }).click();
    await page.getByRole('radio', { name: colour, exact: true }).check({ force: true });
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('button', { name: `Colour: ${colour}` })).toBeVisible();
  };
  const openTemplates = async () => {
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Templates' }).click();
    return page.getByRole('dialog', { name: 'Trend line: templates' });
  };
  await draw(320);
  await choose('Cyan');
  const templates = await openTemplates();
  await templates.getByLabel('Name of a template').fill('Target');
  await page.keyboard.press('Enter');
  await expect(templates.getByRole('button', { name: /^Target/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('Pink');
  await bar.getByRole('button', { name: 'Width: 2 px' }).click();
  await page.getByRole('menuitemradio', { name: '4 px' }).click();
  await expect(bar.getByRole('button', { name: 'Width: 4 px' })).toBeVisible();
  await drawingBar(page).getByRole('button', { name: 'Hide drawing tools' }).click();
  await page.reload();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  await page.getByRole('button', { name: 'Drawing tools' }).click();
  await expect(drawingBar(page)).toBeVisible();
  await draw(320);
  await expect(bar.getByRole('button', { name: 'Colour: Pink' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Width: 4 px' })).toBeVisible();
  await (await openTemplates()).getByRole('button', { name: /^Target/ }).click();
  await expect(page.getByText('“Target” is on the chart.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: 'Colour: Cyan' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Width: 2 px' })).toBeVisible();
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Reset style' }).click();
  await draw(350);
  await expect(bar.getByRole('button', { name: 'Colour: Blue' })).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('taps place a drawing, whose bar is in reach of the thumb and holds no barriers', async ({
    page,
  }) => {
    await openChart(page);
    const legend = page.locator('[data-region="legend"]');
    await legend.getByRole('button', { expanded: false }).tap();
    const study = legend.getByRole('button', { name: 'Short-term S/R', exact: true });
    await expect(study).toBeVisible();
    await page.getByRole('button', { name: 'Draw', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Draw' });
    await sheet.getByRole('button', { name: 'Rectangle' }).tap();
    await expect(sheet).toHaveCount(0);
    // The chart under the legend takes points too, under the name of a study as well, which opens no settings then.
    const name = await study.boundingBox();
    await page.touchscreen.tap((name?.x ?? 0) + 20, (name?.y ?? 0) + (name?.height ?? 0) / 2);
    await expect(page.getByText('Rectangle: tap the second point.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await chartOf(page).tap({ position: { x: 220, y: 180 } });
    const bar = styleBar(page, 'Rectangle');
    await expect(bar).toBeVisible();
    await legend.getByRole('button', { expanded: true }).tap();
    await expect(study).toHaveCount(0);
    const [box, chart] = [await bar.boundingBox(), await chartOf(page).boundingBox()];
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(
      (chart?.y ?? 0) + (chart?.height ?? 0),
    );
    for (const button of await bar.getByRole('button').all()) {
      const size = await button.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const touch = await page.context().newCDPSession(page);
    const held = (x: number, y: number) => [{ x: (chart?.x ?? 0) + x, y: (chart?.y ?? 0) + y }];
    const glass = page.locator('[data-magnifier]');
    await expect(glass).toBeHidden();
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: held(220, 180),
    });
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: held(240, 220),
    });
    await expect(glass).toBeVisible();
    const above = await glass.boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan((chart?.y ?? 0) + 220);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(glass).toBeHidden();
    await bar.getByRole('button', { name: 'Remove' }).tap();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('button', { name: 'Draw', exact: true }).tap();
    for (const theme of THEMES) {
      await colourIn(page, theme);
      await expectNoBarriers(page);
    }
    await sheet.getByRole('button', { name: 'List of drawings' }).tap();
    await expect(page.getByRole('dialog', { name: 'Drawings' }).getByRole('listitem')).toHaveText([
      /^Rectangle/,
    ]);
  });
});
