import type { ChartEngine } from '../chart-engine.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import type { ChartParts } from './chart-parts.ts';
import { applyMainAxis } from './value-axes.ts';

type PaneMethods = Pick<
  ChartEngine,
  'setStudies' | 'setPublishedMarks' | 'setOnlyPane' | 'setHeadRoom' | 'enlargePane'
>;

/** Studies and marks, and the panes that they are drawn in. */
export function createPaneMethods(parts: ChartParts): PaneMethods {
  const { chart, state, bars, panes, layout, publisher, layoutWatch } = parts;
  const { view } = state;
  const arrangePanes = () => {
    panes.sync();
    layout.apply();
  };
  const chooseStudies = () => {
    const { studies, leftOut } = view;
    state.studies.choose(studies.filter(({ key }) => key !== leftOut));
    bars.recompute();
    publisher.invalidate();
    arrangePanes();
  };
  return {
    setStudies(studies) {
      view.studies = studies;
      chooseStudies();
      layoutWatch.touch();
    },
    setPublishedMarks(marks) {
      state.marks.publish(marks);
      bars.redraw();
      publisher.invalidate();
    },
    setOnlyPane(pane, leftOut = null) {
      view.onlyPane = pane;
      if (leftOut === view.leftOut) {
        arrangePanes();
        return;
      }
      view.leftOut = leftOut;
      chooseStudies();
    },
    setHeadRoom(pane, px) {
      if (view.headRoomsPx.get(pane) === px) return;
      view.headRoomsPx.set(pane, px);
      if (pane === 'main') applyMainAxis(chart, state);
      else panes.sync();
    },
    enlargePane(pane) {
      for (const one of ['main', ...panes.panes()] as const) {
        const isEnlarged = one === pane;
        chart.setPaneOptions({
          id: klinePaneId(one),
          state: isEnlarged ? 'maximize' : 'normal',
        });
      }
      if (pane === null) layout.apply();
    },
  };
}
