import type { Chart } from 'klinecharts';
import type { PaneId, PanePlace } from '../chart-events.ts';
import { type PaneKind, paneKind } from '../studies/study-places.ts';
import { leastStudyPx, MIN_MAIN_HEIGHT_PX, paneHeights } from './pane-heights.ts';
import { klinePaneId, TIME_AXIS_PANE } from './pane-ids.ts';

const USUAL_SHARES: Readonly<Partial<Record<PaneKind, number>>> = { longShort: 0.14 };
const USUAL_SHARE = 0.13;

function usualShare(pane: PaneId): number {
  const kind = paneKind(pane);
  return (kind && USUAL_SHARES[kind]) ?? USUAL_SHARE;
}

/** Heights of the panes: shares of the chart that follow its size, until a border is dragged. */
export type PaneLayout = {
  /** Gives the panes that exist their heights. */
  apply: () => void;
  /** Takes the heights as they are now as wanted: a border was dragged. */
  adopt: () => void;
  reset: () => void;
  /** Shares that a border was dragged to; empty while all are the usual ones. */
  shares: () => Readonly<Record<string, number>>;
  /** Shares by the pane; panes without one get the usual one. Applied with the next `apply`. */
  setShares: (wanted: Readonly<Record<string, number>>) => void;
  places: () => PanePlace[];
};

export function createPaneLayout(chart: Chart, panes: () => readonly PaneId[]): PaneLayout {
  let dragged: Record<PaneId, number> = {};
  const isDragged = () => Object.keys(dragged).length > 0;
  const heightOf = (id: string) => chart.getSize(id)?.height ?? 0;
  const roomPx = () => (chart.getSize()?.height ?? 0) - heightOf(TIME_AXIS_PANE);
  const shareOf = (pane: PaneId) => dragged[pane] ?? usualShare(pane);

  return {
    apply() {
      const room = roomPx();
      const shown = panes();
      const heights = paneHeights(room, shown.map(shareOf), { isDragged: isDragged() });
      const minHeight = leastStudyPx(room, shown.length);
      chart.setPaneOptions({ id: klinePaneId('main'), minHeight: MIN_MAIN_HEIGHT_PX });
      for (const [index, pane] of shown.entries()) {
        const height = heights[index] ?? minHeight;
        chart.setPaneOptions({ id: klinePaneId(pane), order: 1 + index, minHeight, height });
      }
    },
    adopt() {
      const room = roomPx();
      if (room <= 0) return;
      for (const pane of panes()) dragged[pane] = heightOf(klinePaneId(pane)) / room;
    },
    reset() {
      dragged = {};
    },
    shares: () => ({ ...dragged }),
    setShares(wanted) {
      dragged = { ...wanted };
    },
    places() {
      const shown: PaneId[] = ['main', ...panes()];
      return shown.map((pane) => {
        const { top = 0, height = 0 } = chart.getSize(klinePaneId(pane)) ?? {};
        return { pane, topPx: top, heightPx: height };
      });
    },
  };
}
