import { bodyWidthPx } from './bar-width.ts';
import type { Frame } from './frame.ts';
import { at, type PriceColumns } from './prices.ts';

export type CandleLook = 'filled' | 'hollow' | 'bars';
export type CandleColors = { up: string; down: string };

const FORMING_OPACITY = 0.6;

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

/** Open to the left, close to the right of a line from low to high. */
function addBar(path: Path2D, { x, width, open, high, low, close }: Box): void {
  const stem = width >= 9 ? 2 : 1;
  const reach = Math.max(1, (width - 1) / 2);
  path.rect(x, high, stem, Math.max(stem, low - high));
  if (width < 3) return;
  path.rect(x - reach, open, reach, stem);
  path.rect(x + stem, close, reach, stem);
}

function add(path: Path2D, box: Box, look: CandleLook, isUp: boolean): void {
  if (look === 'bars') addBar(path, box);
  else if (look === 'hollow' && isUp) addOutlined(path, box);
  else addFilled(path, box);
}

/** Candles or bars of the visible span, one path a colour. The forming bar is an outline at 60 %. */
export function paintCandles(
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
    add(isUp ? up : down, boxAt(frame, prices, index, width), look, isUp);
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
