import { USUAL_GUIDES } from '../../src/chart-look.ts';
import { createKlineChart, disposeKlineChart } from '../../src/kline/kline.ts';
import { klinePaneId, TIME_AXIS_PANE } from '../../src/kline/library.ts';
import { isAutoScaled } from '../../src/kline/library-axes.ts';
import { crosshairAt, hideCrosshair, putCrosshair } from '../../src/kline/viewport.ts';
import { LIGHT } from './themes.ts';

const BAR = { open: 1, high: 2, low: 1, close: 2, timestamp: Date.UTC(2026, 0, 1) };

/** Tries each undocumented part of the library that the chart relies on, so that an upgrade without it fails here first. */
export async function libraryParts(): Promise<Record<string, boolean>> {
  const container = document.body.appendChild(document.createElement('div'));
  container.style.cssText = 'width: 600px; height: 400px';
  const chart = createKlineChart(container, {
    look: { theme: LIGHT, font: 'sans-serif', textScale: 1, guides: USUAL_GUIDES },
    crosshairTime: () => '',
    timeTicks: () => [],
    dateAt: () => '',
  });
  chart.setSymbol({ ticker: 'A', pricePrecision: 2, volumePrecision: 0 });
  chart.setPeriod({ type: 'day', span: 1 });
  await new Promise<void>((taken) => {
    chart.setDataLoader({
      getBars: ({ callback }) => {
        callback([BAR], false);
        taken();
      },
    });
  });
  const list = chart.getDataList();
  list.push({ ...BAR, timestamp: BAR.timestamp + 86_400_000 });
  const main = klinePaneId('main');
  putCrosshair(chart, 0, 1.5);
  const pointed = crosshairAt(chart);
  hideCrosshair(chart);
  const hidden = crosshairAt(chart);
  const before = isAutoScaled(chart, main);
  for (const axis of chart.getYAxes({ paneId: main })) {
    Reflect.get(axis, 'setAutoCalcTickFlag')?.call(axis, false);
  }
  const parts = {
    'the list of bars is the one that is drawn': chart.getDataList()[1] === list[1],
    'the store knows the crosshair': pointed?.index === 0 && pointed.paneId === main,
    'the crosshair can be hidden': hidden === null,
    'the pane of the candles has its name': (chart.getSize(main)?.height ?? 0) > 0,
    'the pane of the time axis has its name': (chart.getSize(TIME_AXIS_PANE)?.height ?? 0) > 0,
    'an axis tells and takes whether it scales by itself': before && !isAutoScaled(chart, main),
  };
  disposeKlineChart(chart);
  container.remove();
  return parts;
}
