import '../../../testing/open-page.tsx';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { changedKeys } from './use-keys.ts';

test('the keys of a command are changed, swapped with another and reset; reserved ones are refused', async () => {
  onTestFinished(() => changedKeys.set({}));
  changedKeys.set({});
  const screen = { openPanel: () => {} } as unknown as ChartScreenState;
  const shown = await render(
    <App>
      <ChartScreenProvider value={screen}>
        <ShortcutsDialog />
      </ChartScreenProvider>
    </App>,
  );
  const row = (name: RegExp) => page.getByRole('row', { name });
  const change = page.getByRole('button', { name: 'Change the keys of Reset view' });
  await change.click();
  await userEvent.keyboard('{Alt>}d{/Alt}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Alt+D goes to the address bar of the browser.');
  await userEvent.keyboard('{Alt>}q{/Alt}');
  await expect.element(row(/^Alt\+Q Reset view/)).toBeVisible();
  await expect.element(change).toHaveFocus();

  await change.click();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Alt+G is “Go to date”.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(change).toHaveFocus();
  await change.click();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(row(/^Alt\+Q Reset view/)).toBeVisible();
  await change.click();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  await page.getByRole('button', { name: 'Swap keys' }).click();
  await expect.element(row(/^Alt\+G Reset view/)).toBeVisible();
  await expect.element(row(/^Alt\+Q Go to date/)).toBeVisible();

  await page.getByRole('button', { name: 'Reset the keys of Go to date' }).click();
  await expect.element(row(/^Alt\+G Go to date/)).toBeVisible();
  await expect.element(row(/^Alt\+Q Reset view/)).toBeVisible();
  await page.getByRole('button', { name: 'Reset all keys' }).click();
  await expect.element(row(/^Alt\+R Reset view/)).toBeVisible();
  await shown.unmount();
});
