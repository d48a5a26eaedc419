import type { Chart } from 'klinecharts';
import type { PaneId, PanePlace } from '../chart-events.ts';
import { type PaneKind, paneKind } from '../studies/study-places.ts';
import { klinePaneId, TIME_AXIS_PANE } from './pane-ids.ts';

const MIN_STUDY_HEIGHT_PX = 44;
const MIN_MAIN_HEIGHT_PX = 60;
/** A study pane that stands alone, under a low chart, gets more than among others. */
const SHARE_ALONE = 0.24;
const USUAL_SHARES: Readonly<Partial<Record<PaneKind, number>>> = { longShort: 0.14 };
const USUAL_SHARE = 0.13;
/** All study panes together leave the prices this share of the chart, as long as nobody drags a border. */
const LEAST_MAIN_SHARE = 0.45;

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
  /** Shares as they are to be drawn: a pane alone gets more, many together no more than there is room for. */
  const drawnShares = (): [PaneId, number][] => {
    const wanted = panes().map((pane): [PaneId, number] => [pane, shareOf(pane)]);
    if (isDragged()) return wanted;
    if (wanted.length === 1) return wanted.map(([pane]) => [pane, SHARE_ALONE]);
    const sum = wanted.reduce((total, [, share]) => total + share, 0);
    const squeeze = Math.min(1, (1 - LEAST_MAIN_SHARE) / sum);
    return wanted.map(([pane, share]) => [pane, share * squeeze]);
  };

  return {
    apply() {
      const room = roomPx();
      chart.setPaneOptions({ id: klinePaneId('main'), minHeight: MIN_MAIN_HEIGHT_PX });
      for (const [index, [pane, share]] of drawnShares().entries()) {
        chart.setPaneOptions({
          id: klinePaneId(pane),
          order: 1 + index,
          minHeight: MIN_STUDY_HEIGHT_PX,
          height: Math.max(MIN_STUDY_HEIGHT_PX, Math.round(room * share)),
        });
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
