import type { Chart } from 'klinecharts';
import type { PaneId, PanePlace } from '../chart-events.ts';
import type { PaneArrangement } from '../layout/chart-layout.ts';
import {
  foldedPx,
  leastStudyPx,
  MIN_MAIN_HEIGHT_PX,
  type PlannedPane,
  planPanes,
  withDrag,
  withEqualHeights,
  withFold,
} from '../layout/pane-plan.ts';
import { klinePaneId, TIME_AXIS_PANE } from './library.ts';

/** The library draws a border above each study pane. */
const BORDER_PX = 1;

export type PaneHeights = ReturnType<typeof createPaneHeights>;

type Deps = {
  chart: Chart;
  /** The existing study panes, top to bottom. */
  panes: () => readonly PaneId[];
  view: { arrangement: PaneArrangement; textScale: number; onlyPane: PaneId | null };
  /** Whether panes fold where the room is low; a single chosen pane never does. */
  mayFold: boolean;
};

/** Heights of the panes: shares of the chart's height, the usual ones until the user drags a border. */
export function createPaneHeights({ chart, panes, view, mayFold }: Deps) {
  const heightOf = (id: string) => chart.getSize(id)?.height ?? 0;
  const roomPx = () =>
    (chart.getSize()?.height ?? 0) - heightOf(TIME_AXIS_PANE) - BORDER_PX * panes().length;
  let planned: readonly PlannedPane[] = [];
  const mayFoldNow = () => mayFold && view.onlyPane === null;
  const plan = () => ({
    roomPx: roomPx(),
    panes: panes(),
    arrangement: view.arrangement,
    textScale: view.textScale,
    mayFold: mayFoldNow(),
  });
  /** A border dragged beside a folded pane opens it. */
  const isLine = ({ pane, isFolded }: PlannedPane) =>
    isFolded && heightOf(klinePaneId(pane)) <= foldedPx(view.textScale);

  return {
    /** Sets the heights of the existing panes. */
    apply(): void {
      planned = planPanes(plan());
      chart.setPaneOptions({ id: klinePaneId('main'), minHeight: MIN_MAIN_HEIGHT_PX });
      for (const [index, { pane, heightPx, isFolded }] of planned.entries()) {
        const minHeight = isFolded ? heightPx : Math.min(heightPx, leastStudyPx(view.textScale));
        const id = klinePaneId(pane);
        chart.setPaneOptions({ id, order: 1 + index, minHeight, height: heightPx });
      }
    },
    /** Takes the current heights as chosen, as a border is dragged since an arrangement. */
    adopt(from: PaneArrangement): void {
      const room = roomPx();
      if (room <= 0) return;
      const heightOfPane = (pane: string) => heightOf(klinePaneId(pane));
      const now = { heightOf: heightOfPane, roomPx: room, textScale: view.textScale };
      view.arrangement = { ...from, ...withDrag(from, planned, now) };
    },
    reset(): void {
      view.arrangement = { ...view.arrangement, panes: {} };
    },
    /** The arrangement after a pane was folded or opened. */
    folded: (pane: PaneId, isFolded: boolean): PaneArrangement => ({
      ...view.arrangement,
      paneFolds: withFold(plan(), { pane, isFolded }),
    }),
    /** The arrangement in which the open panes have the same height. */
    equalized: (): PaneArrangement => ({
      ...view.arrangement,
      ...withEqualHeights(view.arrangement, planPanes(plan()), roomPx()),
    }),
    places(): PanePlace[] {
      const folded = new Set(planned.filter(isLine).map(({ pane }) => pane));
      const shown: PaneId[] = ['main', ...panes()];
      return shown.map((pane) => {
        const { top = 0, height = 0 } = chart.getSize(klinePaneId(pane)) ?? {};
        return {
          pane,
          topPx: top,
          heightPx: height,
          isFolded: folded.has(pane),
          mayFold: pane !== 'main' && mayFoldNow(),
        };
      });
    },
  };
}
