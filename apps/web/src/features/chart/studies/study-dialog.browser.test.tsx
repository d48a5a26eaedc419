import '../../../testing/open-page.tsx';
import type { ComparedInstrument } from '@moneytrail/chart';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { loadTechnicalStudies } from '../../../stores/technical-studies.ts';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
} from '../model/chart-context.ts';
import { changeStudies, presentPreferences } from '../preferences/preferences.ts';
import { StudyDialog } from './StudyDialog.tsx';

async function open(studyKey = 'combo', name = 'Combo and signals', controller: unknown = null) {
  const { inputs, studies } = presentPreferences();
  const openPanel = vi.fn();
  const screen = { openPanel, controller } as unknown as ChartScreenState;
  const shown = await render(
    <App>
      <ChartScreenProvider value={screen}>
        <StudyDialog studyKey={studyKey} />
      </ChartScreenProvider>
    </App>,
  );
  onTestFinished(async () => {
    await shown.unmount();
    changeStudies(() => ({ inputs, studies }));
    localStorage.clear();
  });
  await expect.element(page.getByRole('dialog', { name })).toBeVisible();
  return openPanel;
}

test('Enter applies the settings, in a field of text and in a select', async () => {
  const openPanel = await open();
  const range = page.getByRole('textbox', { name: 'Combo short range' });
  await range.fill('25');
  await userEvent.keyboard('{Enter}');
  expect(openPanel).toHaveBeenLastCalledWith(NOTHING_OPEN);
  expect(presentPreferences().inputs.comboShortRange).toBe(25);
  openPanel.mockClear();
  await page.getByRole('combobox', { name: 'Source' }).selectOptions('hl2');
  const select = page.getByRole('combobox', { name: 'Source' }).element();
  if (select instanceof HTMLElement) select.focus();
  await userEvent.keyboard('{Enter}');
  expect(openPanel).toHaveBeenLastCalledWith(NOTHING_OPEN);
  expect(presentPreferences().inputs.source).toBe('hl2');
});

test.each([
  [1_440, 900],
  [1_100, 560],
])(
  'the buttons stand below the fields, at the foot of the panel, at %i × %i px',
  async (...size) => {
    await page.viewport(...size);
    onTestFinished(() => page.viewport(1_440, 900));
    await open();
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const fields = boxOf(page.getByRole('tabpanel').element());
    const done = boxOf(page.getByRole('button', { name: 'Done' }).element());
    const dialog = boxOf(page.getByRole('dialog').element());
    expect(done.top).toBeGreaterThan(fields.bottom);
    expect(dialog.bottom - done.bottom).toBeLessThan(24);
    expect(done.bottom).toBeLessThanOrEqual(dialog.bottom);
  },
);

test('a source that has left the chart is named, until another one is chosen', async () => {
  await loadTechnicalStudies();
  const { inputs, studies } = presentPreferences();
  const average = { key: 'sma', id: 'sma', inputs: { length: 5, source: 'rsi.rsi' } };
  changeStudies(() => ({ inputs, studies: [...studies, { ...average, isVisible: true }] }));
  onTestFinished(() => changeStudies(() => ({ inputs, studies })));
  await open('sma', 'Simple moving average');
  const source = page.getByRole('combobox', { name: 'Source' });
  await expect.element(source).toHaveDisplayValue('RSI (not on the chart)');
  await expect.element(source).toHaveAccessibleDescription(/not on the chart/);
  await source.selectOptions('close');
  await expect.element(source).toBeValid();
  await expect
    .element(page.getByRole('option', { name: /not on the chart/ }))
    .not.toBeInTheDocument();
});

test('a price of a compared instrument is a source, and one that has been removed is named until it is back', async () => {
  await loadTechnicalStudies();
  const { inputs, studies } = presentPreferences();
  const average = { key: 'ema', id: 'ema', inputs: { length: 20, source: 'close' } };
  changeStudies(() => ({ inputs, studies: [...studies, { ...average, isVisible: true }] }));
  onTestFinished(() => changeStudies(() => ({ inputs, studies })));
  const other = { symbol: 'Bitfinex:ETH/USD', colour: 'longShort', isVisible: true } as const;
  const compared = createValueStore<readonly ComparedInstrument[]>([other]);
  const history = { push: () => {} };
  await open('ema', 'Exponential moving average', { compared, engine: { history } });
  const source = page.getByRole('combobox', { name: 'Source' });
  const sourceOf = () =>
    presentPreferences().studies.find(({ key }) => key === 'ema')?.inputs.source;
  await source.selectOptions('ETHUSD · High');
  expect(sourceOf()).toBe('high@Bitfinex:ETH/USD');
  compared.set([]);
  await expect.element(source).toHaveDisplayValue('ETHUSD · High (not compared here)');
  await expect.element(source).toHaveAccessibleDescription(/not compared on the chart/);
  compared.set([{ ...other, isVisible: false }]);
  await expect.element(source).toHaveDisplayValue('ETHUSD · High');
  await expect.element(source).toBeValid();
  await source.selectOptions('hl2');
  expect(sourceOf()).toBe('hl2');
});
