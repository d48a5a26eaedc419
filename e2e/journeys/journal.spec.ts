import { expectNoBarriers } from '../barriers.ts';
import { chartOf, openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { signedIn } from '../session.ts';

// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
test.use({ storageState: async ({}, use) => use(await signedIn('subscriber@demo.test')) });

test('a note on a day stands on the chart, leads back to it from the journal, and goes with an undo', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('chart')) localStorage.setItem('chart', '{"isTourDone":true}');
  });
  await openChart(page, '?symbol=FMP:BTCUSD&resolution=1D');
  await chartOf(page).click({ button: 'right', position: { x: 300, y: 200 } });
  await page.getByRole('menuitem', { name: /^Note on this day/ }).click();
  await page.getByRole('textbox').fill('Broke out on volume');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const mark = page.getByRole('button', { name: /^Note, / });
  await expect(mark).toBeVisible();
  await mark.hover();
  await expect(page.getByRole('tooltip', { name: 'Broke out on volume' })).toBeVisible();

  await page.keyboard.press('End');
  await page.keyboard.press('Alt+KeyJ');
  const journal = page.getByRole('dialog', { name: 'Journal' });
  const note = journal.getByRole('listitem');
  await expect(note).toContainText('Broke out on volume');
  await expectNoBarriers(page);
  const download = page.waitForEvent('download');
  await journal.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('journal.md');
  await note.getByRole('button', { name: /^BTCUSD \(FMP\)/ }).click();
  await expect(journal).toHaveCount(0);
  await expect(mark).toBeVisible();

  await page.keyboard.press('Alt+KeyJ');
  await note.getByRole('button', { name: /^Delete the note/ }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(note).toContainText('Broke out on volume');
});
