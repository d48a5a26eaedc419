import 'virtual:theme-variables.css';
import '../../../ui/theme/mantine.ts';
import '../../../ui/theme/base.css';
import '../../../ui/theme/global.css';
import { MINUTE_MS, type Resolution } from '@moneytrail/calendar';
import {
  type BarSource,
  type ChartBar,
  type ChartEngine,
  createChart,
  type LegendValues,
} from '@moneytrail/chart';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render, renderHook } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { systemClock } from '../../../lib/clock.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useToasts } from '../../../stores/toasts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { eventually } from '../../../testing/eventually.ts';
import { expectToast, recordToasts } from '../../../testing/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { canvasTheme } from '../model/chart-look.ts';
import { engineStudies } from '../preferences/studies-on-chart.ts';
import { showPosition } from './position-line.ts';
import { ReplayBar } from './ReplayBar.tsx';
import { createReplay } from './replay.ts';
import { cutAt, HOURS, NO_KEPT_TRADES, readerOf, T0 } from './testing/paper-market.ts';
import { exitText } from './trade-texts.ts';

const INFO = {
  ticker: 'FMP:BTC/USD',
  exchange: 'FMP',
  name: 'BTCUSD',
  marketHours: 'crypto',
  supported_resolutions: ['1', '5', '60'],
} as const satisfies Parameters<Parameters<typeof createReplay>[0]['readPage']>[0];

/** Twenty hours of waves with gaps. */
const MINUTES = Array.from({ length: 1_200 }, (_, index): ChartBar => {
  const price = 1_000 + 80 * Math.sin(index / 37) + 9 * Math.sin(index * 1.7);
  const close = price + 4 * Math.cos(index * 2.3);
  return {
    time: T0 + index * MINUTE_MS,
    open: price,
    high: Math.max(price, close) + 3,
    low: Math.min(price, close) - 3,
    close,
    volume: 1 + (index % 7),
  };
}).filter((_, index) => index % 11 !== 5);

function replayOf(open: (source: BarSource) => void, atMs: number) {
  const moment = createValueStore<number | null>(null);
  const replay = createReplay(
    {
      clock: { ...systemClock, now: () => T0 + 3_000 * MINUTE_MS },
      random: () => 0.5,
      readPage: (_, resolution) => readerOf(MINUTES, resolution, 500),
      moment,
      reopen: () =>
        open(replay.sourceOf({ info: INFO, resolution: '5', neededBars: () => 200 }, true)),
      inputs: () => DEFAULT_INPUTS,
      publishedMarks: async () => null,
      trades: NO_KEPT_TRADES,
    },
    atMs,
  );
  onTestFinished(() => replay.end());
  open(replay.sourceOf({ info: INFO, resolution: '5', neededBars: () => 200 }, true));
  return { replay, moment };
}

const SYMBOL = {
  ticker: INFO.ticker,
  code: INFO.name,
  precision: 2,
  hours: HOURS,
  mayBeNegative: false,
};
const RESOLUTION: Resolution = '5';

/** An engine with the usual studies, and its last legend. */
function drawnEngine(now: () => number) {
  const container = document.createElement('div');
  Object.assign(container.style, { width: '900px', height: '600px' });
  document.body.append(container);
  const engine: ChartEngine = createChart(container, {
    theme: canvasTheme('light', { up: 'candleUp', down: 'candleDown' }),
    zone: 'Etc/UTC',
    studies: engineStudies(USUAL_STUDIES, DEFAULT_INPUTS),
    now,
  });
  let legend: LegendValues | null = null;
  engine.on('legend', (values) => {
    legend = values;
  });
  onTestFinished(() => {
    engine.dispose();
    container.remove();
  });
  return {
    engine,
    container,
    open: (source: BarSource) => engine.open({ symbol: SYMBOL, resolution: RESOLUTION, source }),
    shown: () => ({ bars: engine.bars(), closed: engine.closedBars(5_000), legend }),
  };
}

/** A source of nothing but some bars. */
const fixedSource = (bars: ChartBar[]): BarSource => ({
  loadNewest: async () => ({ bars, hasOlder: false }),
  loadOlder: async () => ({ bars: [], hasOlder: false }),
  subscribe: () => () => {},
});

test('an engine fed by a replay shows what one shows that was opened on bars cut at the moment', async () => {
  const nowMs = { get: (): number | null => null };
  const replayed = drawnEngine(() => nowMs.get() ?? T0);
  const { replay, moment } = replayOf(replayed.open, T0 + 700 * MINUTE_MS);
  nowMs.get = moment.get;
  const expectAsCut = async () => {
    const atMs = moment.get() ?? Number.NaN;
    const cut = drawnEngine(() => atMs);
    cut.open(fixedSource(cutAt(MINUTES, RESOLUTION, atMs)));
    await eventually(() => {
      expect(cut.shown().legend?.studyBar).toBeTruthy();
      expect(replayed.shown()).toEqual(cut.shown());
    });
  };
  await expectAsCut();
  replay.setStepBy('1');
  for (let step = 0; step < 7; step += 1) expect(await replay.step()).toBe(true);
  await expectAsCut();
  replay.setStepBy(null);
  await replay.nextSignal();
  await expectAsCut();
  for (let step = 0; step < 3; step += 1) expect(await replay.stepBack()).toBe(true);
  await expectAsCut();
});

test('a dragged stop is moved as a typed one is: it can be undone, and a refused one springs back', async () => {
  const nowMs = { get: (): number | null => null };
  const { engine, container, open } = drawnEngine(() => nowMs.get() ?? T0);
  const { replay, moment } = replayOf(open, T0 + 700 * MINUTE_MS);
  nowMs.get = moment.get;
  await eventually(() => expect(replay.quote.get()).not.toBeNull());
  const opened = createValueStore({ info: { ...INFO, pricescale: 100 }, resolution: '5', atMs: 0 });
  showPosition({ engine, opened } as unknown as ChartController, replay);
  const price = replay.quote.get()?.price ?? Number.NaN;
  replay.order({ side: 'long', size: 2, stop: price - 20, target: null });
  const stop = () => replay.account.get().positions[0]?.stop ?? Number.NaN;
  /** The height at which a price stands, px of the window. */
  const heightOf = (wanted: number) => {
    const { top, height } = container.getBoundingClientRect();
    const rows = Array.from({ length: height }, (_, y) => ({
      y: top + y,
      away: Math.abs((engine.pointAt(300, y)?.price ?? Number.POSITIVE_INFINITY) - wanted),
    }));
    return rows.toSorted((a, b) => a.away - b.away)[0]?.y ?? Number.NaN;
  };
  const drag = async (from: number, to: number) => {
    const left = container.getBoundingClientRect().left;
    const at = (clientY: number) => ({ clientX: left + 300, clientY, button: 0, bubbles: true });
    // The pointer hits what is painted.
    for (let picture = 0; picture < 2; picture += 1) await new Promise(requestAnimationFrame);
    container.dispatchEvent(new MouseEvent('mousedown', at(heightOf(from))));
    window.dispatchEvent(new MouseEvent('mousemove', at(heightOf(to))));
    window.dispatchEvent(new MouseEvent('mouseup', at(heightOf(to))));
  };
  const toast = await renderHook(() => useToasts()[0]);
  const first = stop();
  await drag(first, price - 10);
  await eventually(() => expect(Math.abs(stop() - (price - 10))).toBeLessThan(3));
  expect(toast.result.current?.text).toMatch(/^Stop moved to [\d,.]+\.$/);
  toast.result.current?.action?.run();
  await eventually(() => expect(stop()).toBe(first));
  await drag(first, price + 20);
  await eventually(() => expect(toast.result.current?.text).toMatch(/stands below the price/));
  expect(stop()).toBe(first);
  // The line stands where it was: a drag from there moves it.
  await drag(first, price - 10);
  await eventually(() => expect(stop()).not.toBe(first));
});

/** The bar of a replay below a chart, within a width. */
async function openBar(width = '100%') {
  const { replay, moment } = replayOf(
    (source) => void source.loadNewest(new AbortController().signal, () => {}),
    T0 + 700 * MINUTE_MS,
  );
  const onEnd = vi.fn();
  const screen = {
    info: INFO,
    resolution: '5',
    zone: 'Etc/UTC',
    decimals: 2,
    controller: { replayMs: moment } as unknown as ChartController,
  } as unknown as ChartScreenState;
  await eventually(() => expect(replay.quote.get()).not.toBeNull());
  const shown = await render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ChartScreenProvider value={screen}>
          <main style={{ width }}>
            <h1>Live Chart</h1>
            <button type="button" id="chart">
              The chart
            </button>
            <ReplayBar replay={replay} onEnd={onEnd} />
          </main>
        </ChartScreenProvider>
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(() => shown.unmount());
  return { replay, onEnd };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the bar steps, trades on paper with a size by risk, lists the trades, and ends', async () => {
  const { replay, onEnd } = await openBar();
  await eventually(() => expect(document.querySelector('time')?.textContent).toMatch(/11:40/));
  await button('Step').click();
  await eventually(() => expect(document.querySelector('time')?.textContent).toMatch(/11:45/));
  await page.getByRole('combobox', { name: 'Step interval' }).selectOptions('by 1m');
  await button('Step').click();
  await eventually(() => expect(document.querySelector('time')?.textContent).toMatch(/11:46/));

  const source = replay.sourceOf({ info: INFO, resolution: '5', neededBars: () => 1 }, true);
  await expect.element(button('Sell')).toBeDisabled();
  await expect.element(page.getByText('Orders wait for the bars of this symbol.')).toBeVisible();
  await source.loadNewest(new AbortController().signal, () => {});
  await expect.element(button('Sell')).toBeEnabled();

  const price = replay.quote.get()?.price ?? Number.NaN;
  await button('Sell').click();
  await page.getByRole('textbox', { name: 'Stop' }).fill(String(price - 10));
  await page.getByRole('textbox', { name: 'Size' }).fill('3');
  await page.getByRole('button', { name: /^Sell 3 at/ }).click();
  await expect.element(page.getByText(/stands above the price/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Size' }).fill('');
  await page.getByRole('textbox', { name: 'Stop' }).fill(String(price + 200));
  // One percent of 10,000 over a distance of 200.
  await page.getByRole('button', { name: /^Sell 0.(5|4999) at/ }).click();
  await expect.element(button('Close')).toBeVisible();
  await expect.element(button('The chart')).toHaveFocus();
  await expectNoBarriers('an open position');
  await button('Close').click();
  await expect.element(button('The chart')).toHaveFocus();
  await button('Trades (1)').click();
  const trades = page.getByRole('dialog', { name: 'Replay: paper trades' });
  await expect.element(trades.getByRole('cell', { name: 'Short' })).toBeVisible();
  await expectNoBarriers('the list of trades');
  await trades.getByRole('button', { name: 'Close' }).click();
  await button('Back to live').click();
  expect(onEnd).toHaveBeenCalledOnce();
  await expect.element(button('The chart')).toHaveFocus();
});

test('a stop that is reached is told', async () => {
  const { replay } = await openBar();
  recordToasts();
  const price = replay.quote.get()?.price ?? Number.NaN;
  replay.order({ side: 'long', size: 2, stop: price - 5, target: null });
  await expect.element(button('Close')).toBeVisible();
  while (replay.account.get().trades.length === 0) expect(await replay.step()).toBe(true);
  const text = exitText(replay.account.get().trades[0], 2) ?? '';
  expect(text).toMatch(/^Stop reached: long 2 closed at .*, −\d\.\d\d R$/);
  await expectToast(text);
});

test('stop and target of an open position are moved, at levels that the price has not passed', async () => {
  const { replay } = await openBar();
  const price = replay.quote.get()?.price ?? Number.NaN;
  replay.order({ side: 'long', size: 2, stop: price - 500, target: null });
  const position = page.getByRole('button', { name: /^Long 2 at/ });
  await position.click();
  await expect
    .element(page.getByRole('textbox', { name: 'Stop' }))
    .toHaveValue(String(price - 500));
  await page.getByRole('textbox', { name: 'Target' }).fill(String(price - 1));
  await button('Move').click();
  await expect.element(page.getByText(/stands above the price/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Target' }).fill(String(price + 900));
  await page.getByRole('textbox', { name: 'Stop' }).fill('');
  await expectNoBarriers('moving stop and target');
  await button('Move').click();
  await expect.element(button('Move')).not.toBeInTheDocument();
  await expect.element(position).toHaveFocus();
  expect(replay.account.get().positions).toMatchObject([{ stop: null, target: price + 900 }]);
});

test('on a phone it has two rows, with an open position too, and the rest behind a button', async () => {
  const { replay } = await openBar('390px');
  const bar = page.getByRole('region', { name: 'Replay' });
  const rows = () => {
    const shown = [...bar.element().querySelectorAll('button')].filter((each) =>
      each.checkVisibility(),
    );
    const middles = shown.map((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    // Buttons of one row stand within a few pixels of each other, those of two rows a button's height apart.
    const sorted = middles.toSorted((a, b) => a - b);
    return sorted.filter((at, index) => at - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY) > 10)
      .length;
  };
  await expect.element(button('Buy')).toBeVisible();
  expect(rows()).toBe(2);
  replay.order({ side: 'short', size: 12, stop: 5_000, target: null });
  await expect.element(button('Close')).toBeVisible();
  expect(rows()).toBe(2);
  await expect.element(page.getByRole('combobox', { name: 'Speed' })).not.toBeInTheDocument();
  await button('More of the replay').click();
  await page.getByRole('combobox', { name: 'Step interval' }).selectOptions('by 1m');
  await expectNoBarriers('the rest of the controls');
  await page.getByLabelText('Date and time').fill('2020-01-01T00:00');
  await button('Start').click();
  await expect.element(page.getByText('There are no bars at or before this time.')).toBeVisible();
  expect(replay.state.get().stepBy).toBe('1');
});
