import type { ValueFormat } from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { AxisWidth } from '../kline/axis-width.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import {
  addContent,
  addOverlayPainter,
  type PaneCanvas,
  removeOverlayPainter,
} from '../kline/painter.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { tickedAxis } from '../kline/value-axes.ts';
import { paintMain } from '../scene/paint-main.ts';
import { paintMeasure } from '../scene/paint-measure.ts';
import { paintStudyPane } from '../scene/paint-studies.ts';
import { paintTagNames, paintTagValues, relabelBesideTags } from '../scene/paint-tags.ts';
import { type LevelDrawing, placeTags } from '../scene/right-tags.ts';
import { inPaneOrder } from '../studies/study-places.ts';
import type { ChartState } from './chart-state.ts';
import { frameOf, toYOf } from './frames.ts';
import { applyStudyAxis, axisLabels } from './value-axes.ts';

/** The study panes that belong on the chart: those with a study in sight, or the chosen one alone. */
function wantedPanes({ view, studies }: ChartState): PaneId[] {
  return inPaneOrder(studies.shown().map(({ pane }) => pane)).filter(
    (pane) => pane !== 'main' && (view.onlyPane === null || view.onlyPane === pane),
  );
}

function axisFormat({ studies }: ChartState, pane: PaneId): ValueFormat {
  const ofPane = studies.shown().filter((study) => study.pane === pane);
  const study = ofPane.find(({ definition }) => definition.axis === 'right') ?? ofPane[0];
  return study?.definition.outputs[0]?.format ?? 'percent';
}

function paintMeasureOn(state: ChartState, canvas: PaneCanvas): void {
  const { ctx, bounding, xAxis } = canvas;
  paintMeasure(state, {
    ctx,
    widthPx: bounding.width,
    heightPx: bounding.height,
    xOf: (index) => xAxis.convertToPixel(index),
    toY: toYOf(state, canvas),
  });
}

/** The panes of the library, kept like the studies in sight. */
export type PaneSync = {
  /** The panes that are there, top to bottom. */
  panes: () => readonly PaneId[];
  /** Makes and removes panes and sets their axes after the studies have changed. */
  sync: () => void;
};

export type PaneSyncDeps = {
  chart: KlineChart;
  axisWidth: AxisWidth;
  /** What the user drew on the main pane. */
  drawings: { paint: (canvas: PaneCanvas) => void; levels: () => readonly LevelDrawing[] };
  /** After each picture of the main pane's upper layer, which every picture has. */
  onPainted: () => void;
};

export function createPaneSync(deps: PaneSyncDeps, state: ChartState): PaneSync {
  const { chart } = deps;
  let panes: PaneId[] = [];
  const tagsOf = (pane: PaneId, canvas: PaneCanvas) =>
    placeTags(
      state,
      pane,
      toYOf(state, canvas),
      canvas.bounding.height,
      pane === 'main' ? deps.drawings.levels() : [],
    );
  const addOverlayOf = (pane: PaneId) =>
    addOverlayPainter(chart, klinePaneId(pane), {
      pane: (canvas) => {
        if (pane === 'main') deps.drawings.paint(canvas);
        paintTagNames(state, canvas.ctx, tagsOf(pane, canvas), canvas.bounding.width);
        if (pane !== 'main') return;
        paintMeasureOn(state, canvas);
        deps.onPainted();
      },
      axis: (canvas) => {
        const { ctx, bounding, yAxis } = canvas;
        const tags = tagsOf(pane, canvas);
        const ticks = yAxis.getTicks();
        const texts = [...ticks, ...tags].map(({ text }) => text);
        // After the picture: a change of width lays out anew.
        queueMicrotask(() => deps.axisWidth.grow(texts));
        const labels = axisLabels(state, pane === 'main' ? 'price' : axisFormat(state, pane));
        relabelBesideTags(state, ctx, tags, {
          axis: tickedAxis(labels, yAxis.getRange(), bounding.height),
          text: labels.text,
          paintedPx: ticks.map(({ coord }) => coord),
          widthPx: bounding.width,
        });
        paintTagValues(state, ctx, tags, bounding.width);
      },
    });
  const addPane = (pane: PaneId) => {
    addContent(chart, { id: `content-${pane}`, paneId: klinePaneId(pane) }, (canvas) => {
      const { from, to } = canvas.yAxis.getRange();
      paintStudyPane(state, frameOf(chart, state, canvas), pane, { from, to });
    });
    addOverlayOf(pane);
  };

  addContent(chart, { id: 'content-main', paneId: klinePaneId('main') }, (canvas) =>
    paintMain(state, frameOf(chart, state, canvas)),
  );
  addOverlayOf('main');

  return {
    panes: () => panes,
    sync() {
      const wanted = wantedPanes(state);
      for (const pane of panes) {
        if (wanted.includes(pane)) continue;
        removeOverlayPainter(chart, klinePaneId(pane));
        chart.removeIndicator({ id: `content-${pane}` });
      }
      for (const pane of wanted) if (!panes.includes(pane)) addPane(pane);
      panes = wanted;
      for (const pane of panes) applyStudyAxis(chart, state, pane, axisFormat(state, pane));
    },
  };
}
