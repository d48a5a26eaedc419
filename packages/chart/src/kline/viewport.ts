import type { Chart, Crosshair } from 'klinecharts';
import type { ChartTheme } from '../chart-theme.ts';
import { NAMED_TAGS_PX } from '../paint/text-size.ts';
import { klinePaneId, placeOfBar, studyPanesOf, visibleBars } from './library.ts';
import { LEAST_AXIS_PX } from './library-axes.ts';

/** Bars that stay in view at every scroll position. */
const LEAST_BARS = 5;
/** Half a year of two-hour bars fits a desktop window, and nearly a phone. */
export const BAR_SPACE_LIMIT = { min: 0.15, max: 50 };
const DEFAULT_BAR_SPACE_PX = 8;
const NARROW_BAR_SPACE_PX = 6;
const NARROW_PX = 600;
/** Room between the newest bar and the value axis for the names of price tags. */
const RIGHT_ROOM_PX = 72;
const NARROW_RIGHT_ROOM_PX = 56;
/** Tags of narrow panes have no names. */
const LEAST_RIGHT_ROOM_PX = 16;
/** Room for the hatched span and its label. */
const MISSING_PX = 140;

function clamp(space: number): number {
  return Math.min(BAR_SPACE_LIMIT.max, Math.max(BAR_SPACE_LIMIT.min, space));
}

/**
 * Keeps the newest bar at its place while the bars get wider or narrower, as long as it is in view. The library keeps the
 * bar under the pointer, so that zooming out would leave the pane blank at the right.
 */
function holdNewest(chart: Chart, widthPx: () => number): void {
  const spacePx = () => chart.getBarSpace().bar;
  /** From the middle of the newest bar to the right edge, at a bar space; null while it is out of view. */
  let noted: { fromRightPx: number | null; spacePx: number } = { fromRightPx: null, spacePx: 0 };
  const note = () => {
    const offsetPx = chart.getOffsetRightDistance();
    const x = placeOfBar(chart, chart.getDataList().length - 1)?.x ?? Number.POSITIVE_INFINITY;
    // The place is rounded: only where the offset is unknown it has to do.
    const fromRightPx = offsetPx > 0 ? offsetPx + spacePx() / 2 : widthPx() - x;
    noted = { fromRightPx: fromRightPx > 0 ? fromRightPx : null, spacePx: spacePx() };
  };
  chart.subscribeAction('onVisibleRangeChange', () => {
    if (spacePx() === noted.spacePx) note();
    // Perhaps in the middle of a zoom, whose former place is still wanted.
    else queueMicrotask(note);
  });
  chart.subscribeAction('onZoom', () => {
    const { fromRightPx } = noted;
    if (fromRightPx !== null) chart.setOffsetRightDistance(fromRightPx - spacePx() / 2);
  });
}

export type Viewport = ReturnType<typeof createViewport>;

/** The bars in view. Indexes count from the oldest bar. */
export function createViewport(chart: Chart) {
  const widthPx = () => chart.getSize(klinePaneId('main'), 'main')?.width ?? 0;
  /** With the value axis; known at once after a change of the size. */
  const chartPx = () => chart.getSize()?.width ?? 0;
  const isNarrow = () => chartPx() < NARROW_PX;
  const rightRoomPx = () => {
    if (chartPx() < NAMED_TAGS_PX + LEAST_AXIS_PX) return LEAST_RIGHT_ROOM_PX;
    return isNarrow() ? NARROW_RIGHT_ROOM_PX : RIGHT_ROOM_PX;
  };
  const lastIndex = () => chart.getDataList().length - 1;
  /** Room right of the newest bar for bars to come, px; 0 where none was left. */
  let leftRoomPx = 0;
  const forgetRoom = () => {
    leftRoomPx = 0;
    chart.setLeftMinVisibleBarCount(LEAST_BARS);
  };
  /** The room that was left at the newest bars. */
  let usualRoomPx = 0;
  const showNewest = () => {
    forgetRoom();
    usualRoomPx = rightRoomPx();
    chart.setOffsetRightDistance(usualRoomPx);
  };
  const leaveRoom = (roomPx: number) => {
    if (roomPx <= rightRoomPx()) return showNewest();
    leftRoomPx = roomPx;
    chart.setOffsetRightDistance(roomPx);
  };
  chart.setRightMinVisibleBarCount(LEAST_BARS);
  holdNewest(chart, widthPx);
  return {
    showNewest,
    /** Another width has other room right of the newest bars, unless they were moved. */
    fitRoom(): void {
      const isMoved = Math.abs(chart.getOffsetRightDistance() - usualRoomPx) > 1;
      if (!isMoved && usualRoomPx !== rightRoomPx()) showNewest();
    },
    /**
     * Shows the bars `first` … `last` across the whole width, or as many of the last ones as fit. Too few bars begin at
     * the left edge, and the room right of the newest stays empty.
     */
    showBars(first: number, last: number) {
      const isNewest = last >= lastIndex();
      const room = widthPx() - (isNewest ? rightRoomPx() : 0);
      if (room <= 0 || last < first) return;
      const count = last - first + 1;
      const space = clamp(room / count);
      forgetRoom();
      if (isNewest) chart.setLeftMinVisibleBarCount(Math.min(LEAST_BARS, count));
      chart.setBarSpace(space);
      if (isNewest) return leaveRoom(widthPx() - count * space);
      chart.scrollToDataIndex(last);
    },
    /** Appended bars take the room that was left for them, until the user moves the view. */
    takeAppended(count: number): void {
      if (leftRoomPx === 0 || count === 0) return;
      const isMoved = Math.abs(chart.getOffsetRightDistance() - leftRoomPx) > 1;
      if (isMoved) forgetRoom();
      else leaveRoom(leftRoomPx - count * chart.getBarSpace().bar);
    },
    /** Removes the room left for bars to come, as another chart opens. */
    takeRoomBack(): void {
      if (leftRoomPx > 0) showNewest();
    },
    showOldest(): void {
      const count = Math.floor(widthPx() / chart.getBarSpace().bar);
      const last = Math.max(0, count - 1);
      if (last >= lastIndex()) showNewest();
      else chart.scrollToDataIndex(last);
    },
    /** Puts a bar into the middle. */
    showInMiddle(index: number): void {
      const half = Math.floor(widthPx() / chart.getBarSpace().bar / 2);
      forgetRoom();
      chart.scrollToDataIndex(index + half);
    },
    /** Bars are about to be appended: those in view will stay where they are, also under a finger that drags them. */
    holdPlace(count: number): void {
      const store = hasStore(chart) ? chart.getChartStore() : null;
      if (!store) return;
      store.setLastBarRightSideDiffBarCount(store.getLastBarRightSideDiffBarCount() - count);
      store._startLastBarRightSideDiffBarCount -= count;
    },
    /** Makes room before the oldest bar, if that is in view, to show that bars are missing there. */
    showMissing(): void {
      const { from, to } = visibleBars(chart);
      const x = placeOfBar(chart, 0)?.x ?? 0;
      const roomPx = Math.min(MISSING_PX, widthPx() / 3);
      if (from === 0 && to > 0 && x < roomPx) chart.scrollByDistance(roomPx - x);
    },
    resetWidth(): void {
      chart.setBarSpace(isNarrow() ? NARROW_BAR_SPACE_PX : DEFAULT_BAR_SPACE_PX);
    },
    /** Zooms around a place; around the newest bar while that is in view. */
    zoom(factor: number, aroundX: number | null): void {
      const { bar } = chart.getBarSpace();
      const x = aroundX ?? widthPx() - chart.getOffsetRightDistance();
      chart.zoomAtCoordinate(clamp(bar * factor) / bar, { x, y: 0 });
    },
    /** Scrolls as little as needed to bring a bar into view. */
    reveal(index: number): void {
      const { from, to } = visibleBars(chart);
      const { bar } = chart.getBarSpace();
      if (index <= from && index > 0) chart.scrollByDistance((from - index + 2) * bar);
      else if (index >= to) chart.scrollByDistance(-(index - to + 1) * bar);
    },
  };
}

/** The scroll position is in bars from the last one to the right edge, at present and where a drag began. */
type ChartStore = {
  getCrosshair: () => Crosshair;
  getLastBarRightSideDiffBarCount: () => number;
  setLastBarRightSideDiffBarCount: (bars: number) => void;
  _startLastBarRightSideDiffBarCount: number;
};
type ChartWithStore = { getChartStore: () => ChartStore };
/** The library's method accepts null and hides the crosshair; its types do not say so. */
type Hideable = { executeAction(type: 'onCrosshairChange', crosshair: Crosshair | null): void };

/** The store, which the types hide, always knows the crosshair; the library's events do not report its removal. */
function hasStore(chart: object): chart is ChartWithStore {
  return 'getChartStore' in chart && typeof chart.getChartStore === 'function';
}

/** The crosshair's bar, and its place in its pane. */
export type CrosshairPlace = { index: number; x: number; y: number; paneId: string };

/** Null while there is no crosshair. */
export function crosshairAt(chart: Chart): CrosshairPlace | null {
  if (!hasStore(chart)) return null;
  const { dataIndex, x, y, paneId } = chart.getChartStore().getCrosshair();
  if (dataIndex === undefined || x === undefined || paneId === undefined) return null;
  return dataIndex < 0 ? null : { index: dataIndex, x, y: y ?? Number.NaN, paneId };
}

/** Moves the crosshair to a price of a bar. */
export function putCrosshair(chart: Chart, index: number, price: number): void {
  const place = placeOfBar(chart, index, price);
  if (!place || Number.isNaN(place.y)) return;
  chart.executeAction('onCrosshairChange', { ...place, paneId: klinePaneId('main') });
}

/** Moves the crosshair to a place, px from the chart's top left corner; between panes it stays where it was. */
export function putCrosshairAt(chart: Chart, x: number, y: number): void {
  for (const paneId of [klinePaneId('main'), ...studyPanesOf(chart)]) {
    const pane = chart.getSize(paneId);
    if (!pane || y < pane.top || y > pane.top + pane.height) continue;
    chart.executeAction('onCrosshairChange', { x, y: y - pane.top, paneId });
    return;
  }
}

export function hideCrosshair(chart: Chart): void {
  const hideable: Hideable = chart;
  hideable.executeAction('onCrosshairChange', null);
}

/** Browsers round the edges of a layer differently: at fractional ratios its size may be one pixel off. */
const ROUNDED_PX = 1;

/**
 * A copy of the drawn chart in device pixels. Layers are copied pixel for pixel, so that lines stay as sharp as on the
 * screen; redrawing at another ratio would change labels and line widths.
 */
export function pictureOf(
  chart: Chart,
  { background, border }: Pick<ChartTheme, 'background' | 'border'>,
): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  const dom = chart.getDom();
  const context = picture.getContext('2d');
  if (!dom || !context) throw new Error('The chart cannot be copied.');
  const ratio = window.devicePixelRatio;
  const frame = dom.getBoundingClientRect();
  const pixels = (length: number) => Math.round(length * ratio);
  picture.width = pixels(frame.width);
  picture.height = pixels(frame.height);
  context.fillStyle = background;
  context.fillRect(0, 0, picture.width, picture.height);
  for (const layer of dom.querySelectorAll('canvas')) {
    if (layer.width === 0 || layer.height === 0) continue;
    const place = layer.getBoundingClientRect();
    const [x, y] = [pixels(place.left - frame.left), pixels(place.top - frame.top)];
    const [width, height] = [pixels(place.width), pixels(place.height)];
    const isSharp =
      Math.abs(layer.width - width) <= ROUNDED_PX && Math.abs(layer.height - height) <= ROUNDED_PX;
    if (isSharp) context.drawImage(layer, x, y);
    // A layer drawn at another ratio, before the window moved to another screen, is scaled to its place.
    else context.drawImage(layer, x, y, width, height);
  }
  // Borders between panes are not on a canvas; each stands right above its pane.
  context.fillStyle = border;
  for (const pane of studyPanesOf(chart)) {
    const place = chart.getSize(klinePaneId(pane), 'root');
    if (!place) continue;
    const topPx = pixels(place.top) - Math.max(1, pixels(1));
    context.fillRect(0, topPx, picture.width, Math.max(1, pixels(1)));
  }
  return picture;
}
