import '../../../testing/open-page.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { findCutTexts } from '../../../testing/cut-texts.ts';
import type { SearchRow } from './match-symbols.ts';
import { SymbolList } from './SymbolList.tsx';
import type { SymbolSearch } from './use-symbol-search.ts';

const LOCKED: SearchRow = {
  code: 'WMAZ-2026-12',
  description: 'White maize · Dec 2026',
  exchange: { name: 'Safex', value: 'SAFEX' },
  type: 'futures',
  openingHour: '09:00',
  closingHour: '12:01',
  timezone: 'Africa/Johannesburg',
  assets: [],
  locked: true,
  simulated: true,
  source: 'BVG',
  isOffline: false,
};

/** The widths of the search: on a desktop, and on a phone. */
test.each([
  [1_440, 640],
  [390, 390],
])('at %i px a locked row shows its whole name', async (windowPx, listPx) => {
  await page.viewport(windowPx, 900);
  onTestFinished(() => page.viewport(1_440, 900));
  const search = {
    rows: [LOCKED],
    isBlank: true,
    isRecent: () => false,
    isStarred: () => false,
  } as unknown as SymbolSearch;
  const list = { search, active: 0, markOf: undefined, onChoose: () => {}, onClear: () => {} };
  const shown = await render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <div style={{ display: 'flex', flexDirection: 'column', width: listPx, height: 300 }}>
          <SymbolList {...list} />
        </div>
      </App>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('White maize · Dec 2026')).toBeVisible();
  expect(findCutTexts()).toEqual([]);
  await shown.unmount();
});
