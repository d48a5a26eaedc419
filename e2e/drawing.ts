import { expect, type Page } from '@playwright/test';
import { chartOf } from './chart-page.ts';

/** A position in the chart, px from its top left corner. */
export type Place = readonly [x: number, y: number];

/** The toolbar at the chart's edge. */
export const drawingBar = (page: Page) => page.getByRole('toolbar', { name: 'Drawing tools' });

/** The style bar of the selected drawing, by default of any tool. */
export const styleBar = (page: Page, tool = '') =>
  page.getByRole('toolbar', { name: new RegExp(`^${tool}.*: style$`) });

/** Chooses a tool with the mouse: from the menu of its group, or by its button if it has no group. */
export async function chooseTool(page: Page, group: string | null, tool: string): Promise<void> {
  if (group === null) {
    await drawingBar(page).getByRole('button', { name: tool, exact: true }).click();
    return;
  }
  await drawingBar(page)
    .getByRole('button', { name: `${group}: all tools` })
    .click();
  await page.getByRole('menuitem', { name: new RegExp(`^${tool}( Alt|$)`) }).click();
}

/** Clicks at positions of the chart, one after the other. */
export async function clickAt(page: Page, ...places: readonly Place[]): Promise<void> {
  for (const [x, y] of places) await chartOf(page).click({ position: { x, y } });
}

/** The names in the list of drawings, front to back; closes the list again. */
export async function listedDrawings(page: Page): Promise<string[]> {
  await drawingBar(page).getByRole('button', { name: 'List of drawings' }).click();
  const list = page.getByRole('dialog', { name: 'Drawings' });
  await expect(list).toBeVisible();
  const names = await list.getByRole('listitem').allTextContents();
  await list.getByRole('button', { name: 'Close' }).click();
  await expect(list).toHaveCount(0);
  return names;
}
