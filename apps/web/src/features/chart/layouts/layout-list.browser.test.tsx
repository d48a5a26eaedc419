import '../../../testing/open-page.tsx';
import type { LayoutHead } from '@moneytrail/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import type { LayoutSaver, SavedState } from '../saved/layout-saver.ts';
import { LayoutList } from './LayoutList.tsx';
import { layoutsQuery } from './layout-queries.ts';

const headOf = (id: number, name: string): LayoutHead => ({
  id,
  name,
  symbol: 'FMP:BTCUSD',
  resolution: '60',
  revision: 1,
  savedAtMs: 1e12,
  isShared: false,
});

test('the saved chart that is on the screen says so in a word that looks like no button', async () => {
  const layout = { id: 1, name: 'Mine' };
  const state = createValueStore<SavedState>({ layout, status: 'saved', message: null });
  const saver = { state } as unknown as LayoutSaver;
  const queryClient = new QueryClient();
  queryClient.setQueryDefaults(layoutsQuery.queryKey, { enabled: false });
  queryClient.setQueryData(layoutsQuery.queryKey, [headOf(1, 'Mine'), headOf(2, 'Other')]);
  const screen = { zone: 'Etc/UTC', saver } as unknown as ChartScreenState;
  const shown = await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <ChartScreenProvider value={screen}>
          <LayoutList saver={saver} onOpened={() => {}} />
        </ChartScreenProvider>
      </App>
    </QueryClientProvider>,
  );
  const present = page.getByText('On screen');
  await expect.element(present).toBeVisible();
  await expect.element(page.getByText('Open', { exact: true })).not.toBeInTheDocument();
  const word = present.element();
  expect(word.closest('button, a')).toBeNull();
  const { backgroundColor, borderStyle, boxShadow, cursor } = getComputedStyle(word);
  expect({ backgroundColor, borderStyle, boxShadow, cursor }).toEqual({
    backgroundColor: 'rgba(0, 0, 0, 0)',
    borderStyle: 'none',
    boxShadow: 'none',
    cursor: 'auto',
  });
  await expect
    .element(page.getByRole('button', { name: /^Mine/ }))
    .toHaveAttribute('aria-current', 'true');
  await shown.unmount();
});
