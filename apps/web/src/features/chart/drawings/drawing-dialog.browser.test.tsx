import '../../../testing/open-page.tsx';
import type { Drawing, DrawingChange, DrawingTool } from '@moneytrail/chart';
import { firstStyle } from '@moneytrail/chart/model';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
} from '../model/chart-context.ts';
import { DrawingDialog } from './DrawingDialog.tsx';
import { TOOL_NAMES } from './drawing-tools.ts';

const NOON_MS = Date.UTC(2026, 10, 20, 12);

function drawingOf(tool: DrawingTool, prices: readonly number[]): Drawing {
  const points = prices.map((price, i) => ({ timeMs: NOON_MS + i * 3_600_000, price }));
  const shown = { isLocked: false, isVisible: true };
  return { id: 'd', tool, symbol: 'FMP:A', points, style: firstStyle(tool), text: '', ...shown };
}

/** Opens the dialog of a drawing on an hourly chart; returns what it does to the chart. */
async function open(drawing: Drawing) {
  const preview = vi.fn<(id: string, change: DrawingChange | null) => void>();
  const change = vi.fn<(ids: readonly string[], change: DrawingChange) => void>();
  const openPanel = vi.fn();
  const controller = {
    drawings: createValueStore([drawing]),
    engine: { drawings: { preview, change } },
  } as unknown as ChartController;
  const screen = {
    decimals: 2,
    resolution: '60',
    zone: 'Africa/Johannesburg',
    openPanel,
  } as unknown as ChartScreenState;
  const shown = await render(
    <App>
      <ChartScreenProvider value={screen}>
        <DrawingDialog controller={controller} id={drawing.id} />
      </ChartScreenProvider>
    </App>,
  );
  onTestFinished(() => shown.unmount());
  await expect.element(page.getByRole('dialog', { name: TOOL_NAMES[drawing.tool] })).toBeVisible();
  return {
    preview,
    change,
    openPanel,
    press: (name: string) => page.getByRole('button', { name }).click(),
  };
}

const field = (label: string) => page.getByLabelText(label, { exact: true });

test('a position gets exact prices, an account with its quantity, and R, in one change', async () => {
  const { preview, change, openPanel, press } = await open(
    drawingOf('longPosition', [100, 120, 90]),
  );
  await field('Account size').fill('10,000');
  await field('Risk, % of account').fill('1');
  await expect.element(page.getByText('Quantity').first()).toBeVisible();
  await expect.element(page.getByRole('definition').first()).toHaveTextContent('10');
  await field('R (reward / risk)').fill('3');
  await expect.element(field('Target')).toHaveValue('130.00');
  await field('Stop').fill('95');
  await expect.element(field('R (reward / risk)')).toHaveValue('6');
  expect(preview.mock.lastCall?.[1]?.points?.[2]?.price).toBe(95);
  expect(change).not.toHaveBeenCalled();
  await expectNoBarriers();
  await press('Done');
  expect(change).toHaveBeenCalledTimes(1);
  expect(change.mock.lastCall?.[1]).toMatchObject({
    points: [{ price: 100 }, { price: 130 }, { price: 95 }],
    account: { size: 10_000, riskPercent: 1 },
  });
  expect(openPanel).toHaveBeenCalledWith(NOTHING_OPEN);
});

test('a retracement gets other levels and its intervals', async () => {
  const { change, press } = await open(drawingOf('fibRetracement', [100, 120]));
  await page.getByRole('tab', { name: 'Levels' }).click();
  await press('Remove level 1.618');
  await press('Add level');
  await page.getByRole('textbox', { name: 'Level 8' }).fill('0.886');
  await page.getByRole('tab', { name: 'Visibility' }).click();
  await page.getByRole('checkbox', { name: 'All intervals' }).click();
  await press('Done');
  await expect.element(page.getByText('Choose at least one interval.')).toBeVisible();
  await page.getByRole('checkbox', { name: '1 hour' }).click();
  await press('Done');
  expect(change.mock.lastCall?.[1]).toMatchObject({
    levels: [0, 0.236, 0.382, 0.5, 0.618, 0.786, 0.886, 1],
    resolutions: ['60'],
  });
});

test('a wrong price is told at its field, and Cancel changes nothing', async () => {
  const { preview, change, openPanel, press } = await open(drawingOf('trendLine', [100, 120]));
  await field('First point: price').fill('a lot');
  await page.getByRole('tab', { name: 'Style' }).click();
  await press('Done');
  await expect.element(page.getByText('Enter a price, such as 1234.50.')).toBeVisible();
  expect(openPanel).not.toHaveBeenCalled();
  await press('Cancel');
  expect(openPanel).toHaveBeenCalledWith(NOTHING_OPEN);
  expect(change).not.toHaveBeenCalled();
  expect(preview).toHaveBeenCalled();
});
