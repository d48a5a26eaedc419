import '../../../testing/open-page.tsx';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { loadTechnicalStudies } from '../../../stores/technical-studies.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { withStudy } from '../studies/add-study.ts';
import { MainLegend } from './MainLegend.tsx';

const BAR = {
  time: 0,
  open: 11_349.5,
  high: 11_617.31,
  low: 11_167.58,
  close: 11_474.48,
  volume: 9,
};

function stubs() {
  const stores = {
    panes: createValueStore<readonly object[]>([{ pane: 'main', topPx: 0, heightPx: 400 }]),
    enlarged: createValueStore<string | null>(null),
    legendCover: createValueStore<boolean | null>(true),
    legend: createValueStore({ bar: BAR, previousClose: 11_349.5, studies: {}, computing: [] }),
    inView: createValueStore(null),
    compared: createValueStore([]),
    coverage: createValueStore(null),
    replayMs: createValueStore(0),
    lastBar: createValueStore(null),
    closed: createValueStore({ timeMs: null }),
  };
  const controller = { ...stores, engine: { setLegendBox: () => {} } };
  const screen = {
    info: { name: 'BTCUSD', description: 'Bitcoin USD', exchange: 'FMP', type: 'crypto' },
    resolution: '1D',
    decimals: 2,
    zone: 'UTC',
    onlyPane: null,
    cells: { state: createValueStore<{ cells: object[] }>({ cells: [{}] }) },
    openPanel: () => {},
  };
  return { stores, controller, screen };
}

async function openLegend(widthPx: number) {
  const { stores, controller, screen } = stubs();
  const shown = await render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ChartScreenProvider value={screen as unknown as ChartScreenState}>
          <div style={{ position: 'relative', width: widthPx, height: 400 }}>
            <MainLegend controller={controller as unknown as ChartController} />
          </div>
        </ChartScreenProvider>
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(() => shown.unmount());
  return { shown, stores, cells: screen.cells };
}

function add(id: string): void {
  updatePreferences({
    studies: withStudy(presentPreferences().studies, id, DEFAULT_INPUTS).studies,
  });
}

beforeEach(() => updatePreferences({ studies: USUAL_STUDIES, isLegendFolded: false }));

test('a legend that is folded over bars counts its indicators and unfolds for one that is added there; one that the user has folded counts only', async () => {
  await loadTechnicalStudies();
  const { stores } = await openLegend(900);
  const fold = page.getByRole('button', { name: /^Indicator values/ });
  const average = page.getByRole('button', { name: 'SMA', exact: true });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(fold).toHaveTextContent('3');
  add('rsi');
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  add('sma');
  await expect.element(average).toBeVisible();
  const { studies } = presentPreferences();
  updatePreferences({ studies: studies.filter(({ id }) => id !== 'sma') });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  add('sma');
  await expect.element(average).toBeVisible();
  // Once the bars have left the legend, the next ones fold it again.
  stores.legendCover.set(false);
  await expect.element(average).toBeVisible();
  stores.legendCover.set(true);
  await expect.element(average).not.toBeInTheDocument();
  await fold.click();
  await expect.element(average).toBeVisible();
  await fold.click();
  add('ema');
  await expect.element(fold).toHaveTextContent('5');
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
});

test('the legend of one of several charts stays folded until it is known to cover no bars', async () => {
  const { stores, cells } = await openLegend(900);
  const fold = page.getByRole('button', { name: /^Indicator values/ });
  stores.legendCover.set(null);
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  cells.state.set({ cells: [{}, {}] });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  stores.legendCover.set(false);
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
});

test('the legend of an enlarged pane stands below the head, in one row or in three', async () => {
  for (const widthPx of [900, 420]) {
    const { shown, stores } = await openLegend(widthPx);
    stores.enlarged.set('tightness');
    stores.panes.set([{ pane: 'tightness', topPx: 0, heightPx: 400 }]);
    const name = page
      .elementLocator(shown.container)
      .getByRole('button', { name: 'Tightness', exact: true });
    await expect.element(name).toBeVisible();
    const head = page.elementLocator(shown.container).getByText('11,474.48', { exact: true });
    const bottomOf = head.element().getBoundingClientRect().bottom;
    expect(name.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottomOf);
    await shown.unmount();
  }
});

test('an indicator whose source was removed says so in its line', async () => {
  await loadTechnicalStudies();
  add('sma');
  updatePreferences({
    isLegendFolded: false,
    studies: presentPreferences().studies.map((study) =>
      study.id === 'sma' ? { ...study, inputs: { ...study.inputs, source: 'rsi.rsi' } } : study,
    ),
  });
  const { stores } = await openLegend(900);
  stores.legendCover.set(false);
  await expect.element(page.getByText('its source is not on the chart')).toBeVisible();
});
