import type { Chart } from 'klinecharts';
import type { PaneId, PanePlace } from '../chart-events.ts';
import type { PaneShares } from '../layout/chart-layout.ts';
import { type PaneKind, paneKind } from '../studies/study-places.ts';
import { klinePaneId, TIME_AXIS_PANE } from './library.ts';

/** Share of a single study pane. */
const SHARE_ALONE = 0.24;
/** Least share of the prices until the user drags a border. */
const LEAST_MAIN_SHARE = 0.45;
export const MIN_MAIN_HEIGHT_PX = 60;
const MIN_STUDY_HEIGHT_PX = 44;

/** Least height of each study pane; smaller where the prices would have no room left. */
export function leastStudyPx(roomPx: number, count: number): number {
  const most = Math.floor((roomPx - MIN_MAIN_HEIGHT_PX) / Math.max(1, count));
  return Math.max(1, Math.min(MIN_STUDY_HEIGHT_PX, most));
}

/** Heights of study panes, px, from their shares of the chart's height. The prices always keep their least height. */
export function studyPaneHeights(
  roomPx: number,
  shares: readonly number[],
  { isDragged }: { isDragged: boolean },
): number[] {
  const least = leastStudyPx(roomPx, shares.length);
  if (shares.length === 1 && !isDragged) return [Math.max(least, Math.round(roomPx * SHARE_ALONE))];
  const leastMainPx = isDragged ? MIN_MAIN_HEIGHT_PX : LEAST_MAIN_SHARE * roomPx;
  const sum = shares.reduce((total, share) => total + share, 0);
  const squeeze = Math.min(1, Math.max(0, roomPx - leastMainPx) / (sum * roomPx));
  const wanted = shares.map((share) => Math.max(least, share * squeeze * roomPx));
  // Panes at their least height leave less than their share for the others.
  const over = wanted.reduce((total, px) => total + px - least, 0);
  const free = Math.max(0, roomPx - MIN_MAIN_HEIGHT_PX - least * shares.length);
  const part = over > free ? free / over : 1;
  // Rounding up would take pixels from the prices where none are to spare.
  const whole = squeeze < 1 || part < 1 ? Math.floor : Math.round;
  return wanted.map((px) => whole(least + (px - least) * part));
}

const USUAL_SHARES: Readonly<Record<PaneKind, number>> = { longShort: 0.14 };
const USUAL_SHARE = 0.13;

function usualShare(pane: PaneId): number {
  const kind = paneKind(pane);
  return USUAL_SHARES[kind ?? ''] ?? USUAL_SHARE;
}

export type PaneHeights = ReturnType<typeof createPaneHeights>;

/** Heights of the panes: shares of the chart's height, the usual ones until the user drags a border. */
export function createPaneHeights(chart: Chart, panes: () => readonly PaneId[]) {
  let dragged: Record<PaneId, number> = {};
  const isDragged = () => Object.keys(dragged).length > 0;
  const heightOf = (id: string) => chart.getSize(id)?.height ?? 0;
  const roomPx = () => (chart.getSize()?.height ?? 0) - heightOf(TIME_AXIS_PANE);
  const shareOf = (pane: PaneId) => dragged[pane] ?? usualShare(pane);

  return {
    /** Sets the heights of the existing panes. */
    apply(): void {
      const room = roomPx();
      const shown = panes();
      const heights = studyPaneHeights(room, shown.map(shareOf), { isDragged: isDragged() });
      const minHeight = leastStudyPx(room, shown.length);
      chart.setPaneOptions({ id: klinePaneId('main'), minHeight: MIN_MAIN_HEIGHT_PX });
      for (const [index, pane] of shown.entries()) {
        const height = heights[index] ?? minHeight;
        chart.setPaneOptions({ id: klinePaneId(pane), order: 1 + index, minHeight, height });
      }
    },
    /** Takes the current heights as chosen, as a border was dragged. */
    adopt(): void {
      const room = roomPx();
      if (room <= 0) return;
      for (const pane of panes()) dragged[pane] = heightOf(klinePaneId(pane)) / room;
    },
    reset(): void {
      dragged = {};
    },
    /** Chosen shares; empty while all are the usual ones. */
    shares: (): PaneShares => ({ ...dragged }),
    /** Panes without a share get the usual one. The next `apply` sets the heights. */
    setShares(wanted: PaneShares): void {
      dragged = { ...wanted };
    },
    places(): PanePlace[] {
      const shown: PaneId[] = ['main', ...panes()];
      return shown.map((pane) => {
        const { top = 0, height = 0 } = chart.getSize(klinePaneId(pane)) ?? {};
        return { pane, topPx: top, heightPx: height };
      });
    },
  };
}
