import type { Bar } from '@moneytrail/contract';
import { init, type KLineData } from 'klinecharts';
import { BAR_SPACE_PX, type DrawnChart, RIGHT_ROOM_PX } from './drawn-chart.ts';

function klineData({ time, open, high, low, close, volume }: Bar): KLineData {
  return { timestamp: time, open, high, low, close, volume: volume ?? 0 };
}

/** The library with nothing but candles, showing as many bars as the product's chart. */
export function createBareChart(container: HTMLElement): DrawnChart {
  const chart = init(container);
  if (!chart) throw new Error('The library made no chart.');
  let send: ((bar: KLineData) => void) | null = null;
  chart.setBarSpace(BAR_SPACE_PX);
  chart.setOffsetRightDistance(RIGHT_ROOM_PX);
  chart.setSymbol({ ticker: 'BTCUSD', pricePrecision: 2, volumePrecision: 2 });
  chart.setPeriod({ type: 'minute', span: 1 });
  return {
    load: (bars) =>
      chart.setDataLoader({
        getBars: ({ callback }) => callback(bars.map(klineData), false),
        subscribeBar: ({ callback }) => {
          send = callback;
        },
      }),
    tick: (bar) => send?.(klineData(bar)),
  };
}
