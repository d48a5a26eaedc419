import { extend, NO_EXTENT } from '../axis/value-extent.ts';
import { at, type Frame, type PriceColumns } from '../paint/frame.ts';
import { paintCloseLine, paintLevel, paintSessionBreaks } from '../paint/lines.ts';
import { paintMarks } from '../paint/marks.ts';
import { type ChartState, directionColors, newestBar } from '../state/chart-state.ts';
import { isProfileValues } from '../studies/profile/profile-values.ts';
import { latePainters } from './late-painters.ts';
import { paintNotLoadedSpans } from './not-loaded.ts';
import { paintStudyBands, paintStudyLines } from './study-panes.ts';

/** Share of the bar space that a candle's body takes. */
const BODY_SHARE = 0.72;
const FORMING_OPACITY = 0.6;
const VOLUME_SHARE = 0.13;
const TALLEST_VOLUME_PX = 90;
/** Faint, so that lines and tags over volume stay readable. */
const VOLUME_OPACITY = 0.3;

type CandleLook = 'filled' | 'hollow' | 'bars';
const LOOKS = { candles: 'filled', heikinAshi: 'filled', hollow: 'hollow', bars: 'bars' } as const;
type CandleColors = { up: string; down: string };

/** Width of a candle's body: odd, so that its wick is centred, and narrow enough for a pixel between bodies. */
function bodyWidthPx(barSpacePx: number): number {
  const width = Math.min(Math.floor(barSpacePx * BODY_SHARE), Math.floor(barSpacePx) - 1);
  return Math.max(1, width % 2 === 0 ? width - 1 : width);
}

type Box = { x: number; width: number; open: number; high: number; low: number; close: number };

function boxAt(frame: Frame, prices: PriceColumns, index: number, width: number): Box {
  const { toY } = frame;
  return {
    x: frame.xOf(index),
    width,
    open: Math.round(toY(at(prices.open, index))),
    high: Math.round(toY(at(prices.high, index))),
    low: Math.round(toY(at(prices.low, index))),
    close: Math.round(toY(at(prices.close, index))),
  };
}

function addFilled(path: Path2D, { x, width, open, high, low, close }: Box): void {
  path.rect(x, high, 1, Math.max(1, low - high));
  if (width > 1) {
    const top = Math.min(open, close);
    path.rect(x - (width - 1) / 2, top, width, Math.max(1, Math.abs(close - open)));
  }
}

/** Wick above and below, and the body as a frame of one pixel. */
function addOutlined(path: Path2D, box: Box): void {
  const { x, width, open, high, low, close } = box;
  const top = Math.min(open, close);
  const height = Math.max(1, Math.abs(close - open));
  if (width < 3 || height < 3) {
    addFilled(path, box);
    return;
  }
  const left = x - (width - 1) / 2;
  path.rect(x, high, 1, top - high);
  path.rect(x, top + height, 1, Math.max(0, low - top - height));
  path.rect(left, top, width, 1);
  path.rect(left, top + height - 1, width, 1);
  path.rect(left, top + 1, 1, height - 2);
  path.rect(left + width - 1, top + 1, 1, height - 2);
}

/** An upright line from low to high with the open at its left and the close at its right. */
function addBar(path: Path2D, { x, width, open, high, low, close }: Box): void {
  const stem = width >= 9 ? 2 : 1;
  const reach = Math.max(1, (width - 1) / 2);
  path.rect(x, high, stem, Math.max(stem, low - high));
  if (width < 3) return;
  path.rect(x - reach, open, reach, stem);
  path.rect(x + stem, close, reach, stem);
}

function addCandle(path: Path2D, box: Box, look: CandleLook, isUp: boolean): void {
  if (look === 'bars') addBar(path, box);
  else if (look === 'hollow' && isUp) addOutlined(path, box);
  else addFilled(path, box);
}

/** The visible candles or bars, one path a colour. The forming bar is an outline at 60 %. */
function paintCandles(
  frame: Frame,
  prices: PriceColumns,
  look: CandleLook,
  colors: CandleColors,
): void {
  const { ctx, from, to, formingIndex } = frame;
  const width = bodyWidthPx(frame.barSpacePx);
  const up = new Path2D();
  const down = new Path2D();
  for (let index = from; index < to; index++) {
    if (index === formingIndex) continue;
    const isUp = at(prices.close, index) >= at(prices.open, index);
    addCandle(isUp ? up : down, boxAt(frame, prices, index, width), look, isUp);
  }
  ctx.fillStyle = colors.up;
  ctx.fill(up);
  ctx.fillStyle = colors.down;
  ctx.fill(down);
  if (formingIndex < from || formingIndex >= to) return;
  const forming = new Path2D();
  const box = boxAt(frame, prices, formingIndex, width);
  if (look === 'bars') addBar(forming, box);
  else addOutlined(forming, box);
  const isUp = at(prices.close, formingIndex) >= at(prices.open, formingIndex);
  ctx.fillStyle = isUp ? colors.up : colors.down;
  ctx.globalAlpha = FORMING_OPACITY;
  ctx.fill(forming);
  ctx.globalAlpha = 1;
}

/** The highest volume in view; 0 while volume is hidden or unknown. */
function highestVolume(
  { view, bars }: ChartState,
  { from, to }: { from: number; to: number },
): number {
  if (!view.hasVolume) return 0;
  const { volume, length } = bars.columns();
  return Math.max(0, extend(NO_EXTENT, volume, from, Math.min(to, length)).high);
}

/** Height of the volume at the bottom of the main pane. */
export function volumeHeightPx(
  state: ChartState,
  span: { from: number; to: number },
  paneHeightPx: number,
): number {
  if (highestVolume(state, span) === 0) return 0;
  return Math.round(Math.min(TALLEST_VOLUME_PX, paneHeightPx * VOLUME_SHARE));
}

/** Volume as bars on the pane's lower edge, in the colour of their candles. */
function paintVolume(state: ChartState, frame: Frame): void {
  const most = highestVolume(state, frame);
  if (most === 0) return;
  const { ctx, from, to, heightPx, xOf } = frame;
  const { candleUp, candleDown } = state.view.theme;
  const columns = state.bars.columns();
  const tallestPx = volumeHeightPx(state, frame, heightPx);
  const width = bodyWidthPx(frame.barSpacePx);
  const up = new Path2D();
  const down = new Path2D();
  for (let index = from; index < to; index++) {
    const volume = at(columns.volume, index);
    if (!(volume > 0)) continue;
    const height = Math.max(1, Math.round((tallestPx * volume) / most));
    const isUp = at(columns.close, index) >= at(columns.open, index);
    (isUp ? up : down).rect(xOf(index) - (width - 1) / 2, heightPx - height, width, height);
  }
  ctx.globalAlpha = VOLUME_OPACITY;
  ctx.fillStyle = candleUp;
  ctx.fill(up);
  ctx.fillStyle = candleDown;
  ctx.fill(down);
  ctx.globalAlpha = 1;
}

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

function paintLastPrice(state: ChartState, frame: Frame): void {
  const last = newestBar(state);
  if (last) paintLevel(frame, frame.toY(last.close), directionColors(state).color);
}

/** The volume profiles at the right edge, side by side. */
function paintProfiles({ view, studies }: ChartState, frame: Frame): void {
  const { candleUp: up, candleDown: down } = view.theme;
  const painters = latePainters();
  if (!painters) return;
  let rightPx = frame.widthPx;
  for (const { pane, values } of studies.shown()) {
    const found = pane === 'main' && isProfileValues(values) ? values.profile() : null;
    if (!found) continue;
    painters.paintProfile(frame, found, { up, down, rightPx });
    rightPx -= painters.profileWidthPx(frame);
  }
}

/** The main pane from back to front: sessions, volume, profiles, channels, bars, levels, compared lines, last price, marks. */
export function paintMain(state: ChartState, frame: Frame): void {
  const { theme, font, guides } = state.view;
  const { from, to, xOf } = frame;
  paintNotLoadedSpans(state, frame, true);
  if (guides.hasSessionBreaks) {
    paintSessionBreaks(frame, state.timeAxis.sessionStarts({ from, to, xOf }), theme.border);
  }
  paintVolume(state, frame);
  paintProfiles(state, frame);
  paintStudyBands(state, frame, 'main');
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
  paintMarks(frame, state.marks.painted(from, to, frame.barSpacePx), colors, `600 11px ${font}`);
}
