import type { ChartState } from '../engine/chart-state.ts';
import { paintCandles } from '../paint/candles.ts';
import { paintCloseLine } from '../paint/close-line.ts';
import { paintBand } from '../paint/fills.ts';
import type { Frame } from '../paint/frame.ts';
import { paintMarks } from '../paint/marks.ts';
import { at } from '../paint/prices.ts';
import { paintLevel, paintSessionBreaks } from '../paint/rules.ts';
import { directionColors } from './direction-colors.ts';
import { paintMainVolume } from './main-volume.ts';
import { paintMissing } from './paint-not-loaded.ts';
import { paintStudyLines } from './paint-study-lines.ts';

const LOOKS = { candles: 'filled', heikinAshi: 'filled', hollow: 'hollow', bars: 'bars' } as const;

function paintBars({ view, bars, heikinAshi }: ChartState, frame: Frame): void {
  const { theme, candleType } = view;
  const columns = bars.columns();
  if (candleType === 'line' || candleType === 'area') {
    const hasFill = candleType === 'area';
    paintCloseLine(frame, columns.close.subarray(0, columns.length), {
      color: theme.axisText,
      hasFill,
    });
    return;
  }
  const prices = candleType === 'heikinAshi' ? heikinAshi.prices(columns) : columns;
  paintCandles(frame, prices, LOOKS[candleType], { up: theme.candleUp, down: theme.candleDown });
}

function paintChannels({ view, studies }: ChartState, frame: Frame): void {
  for (const { definition, values } of studies.shown()) {
    if (definition.pane !== 'main') continue;
    for (const { upper, lower, colour, opacity } of definition.fills) {
      const [high, low] = [values.outputs()[upper], values.outputs()[lower]];
      const color = view.theme.studies[colour].line;
      if (high && low) paintBand(frame, high, low, { color, opacity });
    }
  }
}

function paintLastPrice(state: ChartState, frame: Frame): void {
  const close = at(state.bars.columns().close, state.bars.length() - 1);
  if (!Number.isNaN(close)) paintLevel(frame, frame.toY(close), directionColors(state).color);
}

/** The main pane from back to front: sessions, volume, channels, bars, levels, what is compared, last price, marks. */
export function paintMain(state: ChartState, frame: Frame): void {
  const { theme, font, guides } = state.view;
  const { from, to, xOf } = frame;
  paintMissing(state, frame, true);
  if (guides.hasSessionBreaks) {
    paintSessionBreaks(frame, state.timeAxis.sessionStarts({ from, to, xOf }), theme.border);
  }
  paintMainVolume(state, frame);
  paintChannels(state, frame);
  paintBars(state, frame);
  paintStudyLines(state, frame, 'main', 'right');
  state.compared?.paint(frame);
  if (guides.hasLastPriceLine) paintLastPrice(state, frame);
  const colors = {
    buy: theme.candleUp,
    sell: theme.candleDown,
    buyText: theme.candleUpText,
    sellText: theme.candleDownText,
    background: theme.background,
  };
  paintMarks(frame, state.marks.painted(from, to), colors, `600 11px ${font}`);
}
