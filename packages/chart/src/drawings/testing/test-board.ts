import { DAY_MS, MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { ChartEvents, Emit } from '../../chart-events.ts';
import type { ChartBar } from '../../chart-source.ts';
import { createUndoHistory } from '../../undo-history.ts';
import { createDrawingBoard } from '../board.ts';
import type { DrawingFrame } from '../drawing-frame.ts';
import type { Pointer } from '../pointer.ts';
import { createTimePlaces } from '../time-places.ts';

export const FIRST_MS = Date.UTC(2026, 0, 1);
export const BAR_COUNT = 60;
const BAR_PX = 10;
const HEIGHT_PX = 400;

/** Daily bars; only the magnet reads their prices: 100 + index, two up and two down. */
function testBar(index: number): ChartBar {
  const middle = 100 + index;
  return {
    time: FIRST_MS + index * DAY_MS,
    open: middle - 1,
    high: middle + 2,
    low: middle - 2,
    close: middle + 1,
    volume: null,
  };
}

/** A pane of 800 × 400 px: a bar every 10 px, and prices 0 … 400 from bottom to top, or on a logarithmic scale. */
export function testFrame({ isLog = false, textScale = 1 } = {}): DrawingFrame {
  const time = Float64Array.from({ length: BAR_COUNT }, (_, i) => FIRST_MS + i * DAY_MS);
  const open = { hours: MARKET_HOURS.crypto, resolution: '1D' as const };
  const times = createTimePlaces(
    () => ({ length: BAR_COUNT, time }),
    () => open,
  )();
  if (!times) throw new Error('There are bars.');
  const decades = 3;
  return {
    widthPx: 800,
    heightPx: HEIGHT_PX,
    topPx: 0,
    textScale,
    times,
    xOf: (index) => 5 + index * BAR_PX,
    indexAt: (x) => (x - 5) / BAR_PX,
    toY: (price) =>
      isLog ? HEIGHT_PX - (Math.log10(price) * HEIGHT_PX) / decades : HEIGHT_PX - price,
    priceAt: (y) => (isLog ? 10 ** (((HEIGHT_PX - y) * decades) / HEIGHT_PX) : HEIGHT_PX - y),
  };
}

/** A mouse pointer. */
export function at(x: number, y: number, isStraight = false): Pointer {
  return { x, y, reachPx: 6, isStraight };
}

/** A board without a canvas, with its emitted events. */
export function createTestBoard({ isLog = false } = {}) {
  const frame = testFrame({ isLog });
  const told: ChartEvents['drawing'][] = [];
  const wanted: string[] = [];
  const emit: Emit = (name, event) => {
    if (name === 'drawing') told.push(event as ChartEvents['drawing']);
    if (name === 'textWanted') wanted.push((event as ChartEvents['textWanted']).id);
  };
  const history = createUndoHistory(() => {});
  let ticker = 'FMP:AAA';
  let resolution: Resolution = '1D';
  let crosshair: { x: number; y: number } | null = null;
  const board = createDrawingBoard({
    emit,
    undo: history,
    redraw: () => {},
    frame: () => frame,
    open: () => ({ ticker, precision: 2, resolution }),
    barAt: (index) => (index >= 0 && index < BAR_COUNT ? testBar(index) : null),
    crosshair: () => crosshair,
    measure: (line) => line.length * 7,
  });
  const click = (x: number, y: number) => {
    const isTaken = board.pointer.press(at(x, y));
    board.pointer.release(at(x, y), false);
    return isTaken;
  };
  const drag = (from: [number, number], to: [number, number], isStraight = false) => {
    const isTaken = board.pointer.press(at(...from));
    board.pointer.move(at(...to, isStraight));
    board.pointer.release(at(...to, isStraight), true);
    return isTaken;
  };
  return {
    board,
    history,
    frame,
    told,
    wanted,
    click,
    drag,
    putCrosshair: (x: number, y: number) => {
      crosshair = { x, y };
    },
    open: (other: string) => {
      ticker = other;
    },
    openInterval: (other: Resolution) => {
      resolution = other;
    },
  };
}
