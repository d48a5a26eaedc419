import type { Chart } from 'klinecharts';
import type { PaneId, PanePlace } from '../chart-events.ts';
import { klinePaneId, STUDY_PANES, type StudyPane, TIME_AXIS_PANE } from './pane-ids.ts';

const MIN_STUDY_HEIGHT_PX = 44;
const MIN_MAIN_HEIGHT_PX = 60;
/** A study pane that stands alone, under a low chart, gets more than among others. */
const SHARE_ALONE = 0.24;
const DEFAULT_SHARES: Record<StudyPane, number> = {
  tightness: 0.13,
  longShort: 0.14,
  liquiditySpread: 0.13,
};

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

export function createPaneLayout(chart: Chart, panes: () => readonly StudyPane[]): PaneLayout {
  let shares = { ...DEFAULT_SHARES };
  let isDragged = false;
  const heightOf = (id: string) => chart.getSize(id)?.height ?? 0;
  const roomPx = () => (chart.getSize()?.height ?? 0) - heightOf(TIME_AXIS_PANE);
  const shareOf = (pane: StudyPane) =>
    panes().length === 1 && !isDragged ? Math.max(SHARE_ALONE, shares[pane]) : shares[pane];

  return {
    apply() {
      const room = roomPx();
      chart.setPaneOptions({ id: klinePaneId('main'), minHeight: MIN_MAIN_HEIGHT_PX });
      for (const pane of panes()) {
        chart.setPaneOptions({
          id: pane,
          order: 1 + STUDY_PANES.indexOf(pane),
          minHeight: MIN_STUDY_HEIGHT_PX,
          height: Math.max(MIN_STUDY_HEIGHT_PX, Math.round(room * shareOf(pane))),
        });
      }
    },
    adopt() {
      const room = roomPx();
      if (room <= 0) return;
      isDragged = true;
      for (const pane of panes()) shares[pane] = heightOf(pane) / room;
    },
    reset() {
      shares = { ...DEFAULT_SHARES };
      isDragged = false;
    },
    shares: () => (isDragged ? { ...shares } : {}),
    setShares(wanted) {
      isDragged = Object.keys(wanted).length > 0;
      shares = { ...DEFAULT_SHARES };
      for (const pane of STUDY_PANES) shares[pane] = wanted[pane] ?? DEFAULT_SHARES[pane];
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
