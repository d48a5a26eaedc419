import type { ChartPoint } from './chart-source.ts';
import type { DrawingPointer, Pointer } from './drawings/pointer.ts';
import type { LinePointer } from './engine/line-pointer.ts';
import {
  chartPointAt,
  type KlineChart,
  mainArea,
  TIME_AXIS_PANE,
  visibleBars,
} from './kline/library.ts';
import { hideCrosshair, type Viewport } from './kline/viewport.ts';
import type { ChartState } from './state/chart-state.ts';
import type { MeasureTool } from './state/measure-tool.ts';
import { addDrawingTouches } from './touch.ts';

const MOVED_PX = 4;
const MAIN_BUTTON = 0;
/** Distance that still counts as on a line, px. */
const MOUSE_REACH_PX = 6;
const FINGER_REACH_PX = 16;

/** A pointer's place in the main pane; outside it `isInside` is false. */
type ChartPointer = Pointer & { isInside: boolean };

/** Takes presses that would otherwise pan the chart. */
type PointerTaker = {
  /** True takes the press with the moves and the release that follow. */
  press: (at: ChartPointer) => boolean;
  move: (at: ChartPointer) => void;
  /** `hasMoved` tells a drag from a click. */
  release: (at: ChartPointer, hasMoved: boolean) => void;
};

type Deps = {
  container: HTMLElement;
  chart: KlineChart;
  state: Pick<ChartState, 'bars'>;
  drawings: DrawingPointer;
  /** Lines that can be pressed, in the order in which they are asked. */
  lines: () => readonly LinePointer[];
  measureTool: MeasureTool;
};

/** Measures by dragging with Shift, or by two clicks once the tool is armed. */
function createMeasureTaker(tool: MeasureTool, pointAt: (at: ChartPointer) => ChartPoint | null) {
  const press = (point: ChartPoint | null, mayBegin: boolean): boolean => {
    if (tool.phase() === 'drawing') {
      if (point) tool.move(point);
      tool.finish();
      return true;
    }
    if (point && mayBegin) {
      tool.begin(point);
      return true;
    }
    tool.clear();
    return false;
  };
  return {
    press: (at: ChartPointer) => press(pointAt(at), at.isStraight || tool.phase() === 'armed'),
    move(at: ChartPointer): void {
      if (tool.phase() !== 'drawing') return;
      const point = pointAt(at);
      if (point) tool.move(point);
    },
    release(_at: ChartPointer, hasMoved: boolean): void {
      if (hasMoved && tool.phase() === 'drawing') tool.finish();
    },
    /** All taps measure until the measurement is removed. */
    areTapsWanted: () => tool.phase() !== 'off',
    tap: (at: ChartPointer) => void press(pointAt(at), tool.phase() === 'armed'),
  };
}

/** Gives mouse presses to the first taker that wants them, before the library sees them. */
function addMouse(
  container: HTMLElement,
  signal: AbortSignal,
  deps: {
    placeOf: (event: MouseEvent) => ChartPointer;
    /** In the order in which they are asked. */
    takers: () => readonly PointerTaker[];
    onMoved: () => void;
  },
): void {
  const { placeOf, takers, onMoved } = deps;
  let held: { taker: PointerTaker; x: number; y: number } | null = null;
  const onDown = (event: MouseEvent) => {
    if (event.button !== MAIN_BUTTON) return;
    const at = placeOf(event);
    const taker = takers().find((one) => one.press(at));
    if (!taker) return;
    // The library would pan.
    event.stopPropagation();
    container.focus({ preventScroll: true });
    held = { taker, x: event.clientX, y: event.clientY };
  };
  const onMove = (event: MouseEvent) => {
    const at = placeOf(event);
    if (held) held.taker.move(at);
    else for (const taker of takers()) taker.move(at);
    onMoved();
  };
  const onUp = (event: MouseEvent) => {
    if (!held) return;
    const { taker, x, y } = held;
    held = null;
    taker.release(placeOf(event), Math.hypot(event.clientX - x, event.clientY - y) >= MOVED_PX);
    onMoved();
  };
  container.addEventListener('mousedown', onDown, { capture: true, signal });
  window.addEventListener('mousemove', onMove, { signal });
  window.addEventListener('mouseup', onUp, { signal });
}

/** Measuring and drawing by mouse and finger. Add it before the other touch gestures. */
export function addPointers({ container, chart, state, drawings, lines, measureTool }: Deps): {
  /** Finger taps that measure. */
  taps: { areWanted: () => boolean; take: (clientX: number, clientY: number) => void };
  end: () => void;
} {
  const over = new AbortController();
  const placeOf = (clientX: number, clientY: number, isStraight: boolean, reachPx: number) => {
    const box = container.getBoundingClientRect();
    const main = mainArea(chart);
    const [left, top] = [clientX - box.left, clientY - box.top];
    const [x, y] = [left - (main?.leftPx ?? 0), top - (main?.topPx ?? 0)];
    const isInside = main !== null && x >= 0 && x <= main.widthPx && y >= 0 && y <= main.heightPx;
    return { x, y, isInside, isStraight, reachPx };
  };
  const finger = (clientX: number, clientY: number) =>
    placeOf(clientX, clientY, false, FINGER_REACH_PX);
  const measuring = createMeasureTaker(measureTool, ({ x, y }) => {
    const topPx = mainArea(chart)?.topPx ?? 0;
    return chartPointAt(chart, state.bars, { x, y: y + topPx });
  });
  const drawing: PointerTaker = {
    press: (at) => at.isInside && drawings.press(at),
    move: (at) => (at.isInside || drawings.isBusy() ? drawings.move(at) : drawings.leave()),
    release: drawings.release,
  };
  const lineTaker = (line: LinePointer): PointerTaker => ({
    press: (at) => at.isInside && line.press(at),
    // A line under a drawing is not what a press would take.
    move: (at) =>
      line.isBusy() || (at.isInside && drawings.cursor() === null) ? line.move(at) : line.leave(),
    release: line.release,
  });
  const lineCursor = () =>
    lines().some((line) => line.isBusy() || line.isHovered()) ? 'pointer' : null;
  /** The line that a finger drags. */
  let grabbed: LinePointer | undefined;
  addMouse(container, over.signal, {
    placeOf: ({ clientX, clientY, shiftKey }) =>
      placeOf(clientX, clientY, shiftKey, MOUSE_REACH_PX),
    // A chosen drawing tool goes first.
    takers: () =>
      drawings.hasTool() ? [drawing] : [measuring, drawing, ...lines().map(lineTaker)],
    // The page's style sheet gives the container its cursor.
    onMoved() {
      const cursor = drawings.cursor() ?? lineCursor();
      if (cursor) container.dataset.cursor = cursor;
      else delete container.dataset.cursor;
    },
  });
  const endTouches = addDrawingTouches({
    container,
    begin(x, y) {
      const at = finger(x, y);
      return at.isInside && drawings.wantsTouch(at) && drawings.press(at);
    },
    grab(x, y) {
      const at = finger(x, y);
      if (measuring.areTapsWanted() || drawings.hasTool() || !at.isInside) return false;
      grabbed = lines().find((line) => line.grab(at));
      return grabbed !== undefined;
    },
    move: (x, y) => (grabbed ?? drawings).move(finger(x, y)),
    end(x, y, hasMoved) {
      // The library took the beginning of the swipe for a tap.
      if (grabbed) hideCrosshair(chart);
      (grabbed ?? drawings).release(finger(x, y), hasMoved);
      grabbed = undefined;
    },
    giveUp() {
      (grabbed ?? drawings).giveUp();
      grabbed = undefined;
    },
    tap(x, y) {
      const at = finger(x, y);
      if (measuring.areTapsWanted() || !at.isInside) return;
      const taken = [drawings, ...lines().filter(({ isTapped }) => isTapped)].find((one) =>
        one.press(at),
      );
      if (!taken) return;
      taken.release(at, false);
      hideCrosshair(chart);
    },
  });
  return {
    taps: { areWanted: measuring.areTapsWanted, take: (x, y) => measuring.tap(finger(x, y)) },
    end() {
      over.abort();
      endTouches();
    },
  };
}

/** A double click on the time axis resets the bar width; the library resets only value axes. Returns its removal. */
export function resetTimeAxis(
  container: HTMLElement,
  chart: KlineChart,
  viewport: Viewport,
): () => void {
  const onDoubleClick = ({ clientY }: MouseEvent) => {
    const axis = chart.getSize(TIME_AXIS_PANE);
    const y = clientY - container.getBoundingClientRect().top;
    if (!axis || y < axis.top || y > axis.top + axis.height) return;
    const isNewestInView = visibleBars(chart).to >= chart.getDataList().length;
    viewport.resetWidth();
    if (isNewestInView) viewport.showNewest();
  };
  container.addEventListener('dblclick', onDoubleClick);
  return () => container.removeEventListener('dblclick', onDoubleClick);
}

/**
 * Lets the page around an embedded chart scroll: the library's element would take every wheel and swipe. The plain wheel
 * then scrolls the page, with Ctrl or ⌘ it zooms the chart; sideways wheels pan. Returns its removal.
 */
export function yieldToPage(container: HTMLElement, chart: KlineChart): () => void {
  const dom = chart.getDom();
  if (dom) {
    dom.style.touchAction = 'pan-y';
    dom.style.overscrollBehavior = 'auto';
  }
  const onWheel = (event: WheelEvent) => {
    const isUpright = Math.abs(event.deltaY) >= Math.abs(event.deltaX);
    if (isUpright && !event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  container.addEventListener('wheel', onWheel, { capture: true, passive: true });
  return () => container.removeEventListener('wheel', onWheel, { capture: true });
}
