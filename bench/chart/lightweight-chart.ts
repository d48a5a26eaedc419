import type { Bar } from '@moneytrail/contract';
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import { BAR_SPACE_PX, type DrawnChart } from './drawn-chart.ts';

const SECOND_MS = 1_000;
/** The part of the pane above the volume. */
const VOLUME_TOP = 0.8;

const timeOf = ({ time }: Bar) => (time / SECOND_MS) as UTCTimestamp;
const candleOf = (bar: Bar) => ({
  time: timeOf(bar),
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
});
const volumeOf = (bar: Bar) => ({ time: timeOf(bar), value: bar.volume ?? 0 });

/** TradingView's lightweight-charts with candles and volume, as wide a view as the product's. */
export function createLightweightChart(container: HTMLElement): DrawnChart {
  const chart = createChart(container, {
    autoSize: true,
    timeScale: { barSpacing: BAR_SPACE_PX, timeVisible: true },
  });
  const candles = chart.addSeries(CandlestickSeries);
  const volume = chart.addSeries(HistogramSeries, { priceScaleId: 'volume' });
  volume.priceScale().applyOptions({ scaleMargins: { top: VOLUME_TOP, bottom: 0 } });
  return {
    load: (bars) => {
      candles.setData(bars.map(candleOf));
      volume.setData(bars.map(volumeOf));
    },
    tick: (bar) => {
      candles.update(candleOf(bar));
      volume.update(volumeOf(bar));
    },
  };
}
