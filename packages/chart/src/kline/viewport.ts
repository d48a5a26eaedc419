import type { Chart } from 'klinecharts';
import { klinePaneId } from './pane-ids.ts';
import { visibleBars } from './visible-bars.ts';

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
  /** The bars `first` … `last` across the whole width, or as many of the last ones as fit. */
  showBars: (first: number, last: number) => void;
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
  const showNewest = () => chart.setOffsetRightDistance(rightRoomPx());
  return {
    widthPx,
    showNewest,
    showBars(first, last) {
      const isNewest = last >= lastIndex();
      const room = widthPx() - (isNewest ? rightRoomPx() : 0);
      if (room <= 0 || last < first) return;
      chart.setBarSpace(clamp(room / (last - first + 1)));
      if (isNewest) showNewest();
      else chart.scrollToDataIndex(last);
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
