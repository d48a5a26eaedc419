import '../../../testing/open-page.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { createChartCells } from '../grid/chart-cells.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import type { LayoutSaver, SavedState } from '../saved/layout-saver.ts';
import { Toolbar } from './Toolbar.tsx';

const RESOLUTIONS = ['1', '5', '15', '30', '60', '120', '180', '240', '1D', '1W', '1M'];

/** Opens the toolbar of a chart with a name. */
async function open(name: string) {
  const layout = { id: 1, name };
  const state = createValueStore<SavedState>({ layout, status: 'saved', message: null });
  const client = new QueryClient();
  const screen = {
    info: { name: 'BTCUSD', exchange: 'FMP', simulated: true, supported_resolutions: RESOLUTIONS },
    resolution: '60',
    controller: null,
    saver: { state } as unknown as LayoutSaver,
    cells: createChartCells(client),
  } as unknown as ChartScreenState;
  const shown = await render(
    <QueryClientProvider client={client}>
      <App>
        <ChartScreenProvider value={screen}>
          <Toolbar hasSummary />
        </ChartScreenProvider>
      </App>
    </QueryClientProvider>,
  );
  await expect
    .element(page.getByRole('button', { name: `${name}: All changes saved` }))
    .toBeVisible();
  return shown;
}

/** The room of the interval buttons beside the name of a chart, px. */
async function roomBeside(name: string): Promise<number> {
  const shown = await open(name);
  const { width } = page.getByRole('group', { name: 'Interval' }).element().getBoundingClientRect();
  await shown.unmount();
  return width;
}

test.each([1_440, 1_280, 1_100])(
  'a long chart name takes no room of the intervals at %i px',
  async (width) => {
    await page.viewport(width, 900);
    onTestFinished(() => page.viewport(1_440, 900));
    const room = await roomBeside('A');
    // Up to a fraction of a pixel, by which texts round.
    expect(await roomBeside('My chart of everything that I follow, copy of 11:31')).toBeCloseTo(
      room,
      0,
    );
  },
);

test('an interval is spelt out for a pointer and for a screen reader', async () => {
  const shown = await open('A');
  const minute = page.getByRole('button', { name: '1m (1 minute)' });
  await expect.element(minute).toBeVisible();
  await expect.element(minute).toHaveAttribute('title', '1 minute');
  await shown.unmount();
});
