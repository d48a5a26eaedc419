import type { Chart } from 'klinecharts';
import { klinePaneId } from './pane-ids.ts';
import { visibleBars } from './visible-bars.ts';

/** However far one scrolls, so many bars stay in view. */
const LEAST_BARS = 5;
/** Half a year of two-hour bars fits a desk, and nearly a phone. */
export const BAR_SPACE_LIMIT = { min: 0.15, max: 50 };
const DEFAULT_BAR_SPACE_PX = 8;
const NARROW_BAR_SPACE_PX = 6;
const NARROW_PX = 600;
/** Room between the newest bar and the value axis: names of the price tags stand there. */
const RIGHT_ROOM_PX = 72;
const NARROW_RIGHT_ROOM_PX = 56;
/** Room for the hatched span and its words. */
const MISSING_PX = 140;

/** Which bars are in view. Indexes count from the oldest bar held. */
export type Viewport = {
  showNewest: () => void;
  /**
   * The bars `first` … `last` across the whole width, or as many of the last ones as fit. Where they are too few for it,
   * the first one stands at the left edge and the room at the right of the newest stays empty.
   */
  showBars: (first: number, last: number) => void;
  /** So many bars have been appended: they go into the room that was left for them, while nobody has moved the view. */
  takeAppended: (count: number) => void;
  /** Takes that room back: another chart comes. */
  takeRoomBack: () => void;
  showOldest: () => void;
  /** Makes room before the oldest bar where that is in view, so that what is missing there can be seen. */
  showMissing: () => void;
  resetWidth: () => void;
  zoom: (factor: number, aroundX: number | null) => void;
  /** Scrolls as little as needed to bring a bar into view. */
  reveal: (index: number) => void;
  widthPx: () => number;
};

function clamp(space: number): number {
  return Math.min(BAR_SPACE_LIMIT.max, Math.max(BAR_SPACE_LIMIT.min, space));
}

export function createViewport(chart: Chart): Viewport {
  const widthPx = () => chart.getSize(klinePaneId('main'), 'main')?.width ?? 0;
  const isNarrow = () => (chart.getSize()?.width ?? 0) < NARROW_PX;
  const rightRoomPx = () => (isNarrow() ? NARROW_RIGHT_ROOM_PX : RIGHT_ROOM_PX);
  const lastIndex = () => chart.getDataList().length - 1;
  /** Room right of the newest bar for those to come, px; 0 where none was left. */
  let leftRoomPx = 0;
  const forgetRoom = () => {
    leftRoomPx = 0;
    chart.setLeftMinVisibleBarCount(LEAST_BARS);
  };
  const showNewest = () => {
    forgetRoom();
    chart.setOffsetRightDistance(rightRoomPx());
  };
  const leaveRoom = (roomPx: number) => {
    if (roomPx <= rightRoomPx()) return showNewest();
    leftRoomPx = roomPx;
    chart.setOffsetRightDistance(roomPx);
  };
  chart.setRightMinVisibleBarCount(LEAST_BARS);
  return {
    widthPx,
    showNewest,
    showBars(first, last) {
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
    takeAppended(count) {
      if (leftRoomPx === 0 || count === 0) return;
      const isMoved = Math.abs(chart.getOffsetRightDistance() - leftRoomPx) > 1;
      if (isMoved) forgetRoom();
      else leaveRoom(leftRoomPx - count * chart.getBarSpace().bar);
    },
    takeRoomBack() {
      if (leftRoomPx > 0) showNewest();
    },
    showOldest() {
      const count = Math.floor(widthPx() / chart.getBarSpace().bar);
      const last = Math.max(0, count - 1);
      if (last >= lastIndex()) showNewest();
      else chart.scrollToDataIndex(last);
    },
    showMissing() {
      const { from, to } = visibleBars(chart);
      const places = chart.convertToPixel([{ dataIndex: 0 }]);
      const x = (Array.isArray(places) ? places[0]?.x : places.x) ?? 0;
      const roomPx = Math.min(MISSING_PX, widthPx() / 3);
      if (from === 0 && to > 0 && x < roomPx) chart.scrollByDistance(roomPx - x);
    },
    resetWidth() {
      chart.setBarSpace(isNarrow() ? NARROW_BAR_SPACE_PX : DEFAULT_BAR_SPACE_PX);
    },
    zoom(factor, aroundX) {
      const { bar } = chart.getBarSpace();
      const x = aroundX ?? widthPx() - chart.getOffsetRightDistance();
      chart.zoomAtCoordinate(clamp(bar * factor) / bar, { x, y: 0 });
    },
    reveal(index) {
      const { from, to } = visibleBars(chart);
      const { bar } = chart.getBarSpace();
      if (index <= from && index > 0) chart.scrollByDistance((from - index + 2) * bar);
      else if (index >= to) chart.scrollByDistance(-(index - to + 1) * bar);
    },
  };
}
