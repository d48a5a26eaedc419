import { createDrawingBoard, type DrawingBoard } from '../drawings/board/drawing-board.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import { shapeFont } from '../drawings/shapes/paint-shapes.ts';
import { createTimePlaces } from '../drawings/time-places.ts';
import { TOOLS } from '../drawings/tools/index.ts';
import type { UndoHistory } from '../history/undo-history.ts';
import { crosshairAt } from '../kline/crosshair.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import type { PaneCanvas } from '../kline/painter.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { createDrawingPainter } from '../scene/paint-drawings.ts';
import type { LevelDrawing } from '../scene/right-tags.ts';
import type { ChartState } from './chart-state.ts';
import type { Emitter } from './emitter.ts';
import { drawingFrameOf } from './frames.ts';

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emitter: Emitter;
  history: UndoHistory;
  redraw: () => void;
};

/** Drawings over the bars: the board that keeps them, and how they are painted on the main pane. */
export function createDrawingLayer({ chart, state, emitter, history, redraw }: Deps): {
  board: DrawingBoard;
  paint: (canvas: PaneCanvas) => void;
  /** Level lines, whose prices stand on the axis. */
  levels: () => LevelDrawing[];
} {
  const { bars, view } = state;
  /** The pane as painted last: what a pointer is on is what was seen. */
  let frame: DrawingFrame | null = null;
  const places = createTimePlaces(
    () => bars.columns(),
    () => state.open && { hours: state.open.symbol.hours, resolution: state.open.resolution },
  );
  const paint = createDrawingPainter();
  const ruler = document.createElement('canvas').getContext('2d');
  const board = createDrawingBoard({
    emitter,
    history,
    redraw,
    frame: () => frame,
    open: () => state.open?.symbol ?? null,
    barAt: bars.at,
    crosshair() {
      const place = crosshairAt(chart);
      return place?.paneId === klinePaneId('main') ? place : null;
    },
    measure(line) {
      if (!ruler) return 0;
      ruler.font = shapeFont(view.font);
      return ruler.measureText(line).width;
    },
  });
  return {
    board,
    levels: () =>
      board.picture().drawings.flatMap(({ tool, points, style: { colour } }) => {
        return TOOLS[tool].isLevel ? points.map(({ price }) => ({ price, colour })) : [];
      }),
    paint(canvas) {
      const times = places();
      frame = times && drawingFrameOf(chart, state, canvas, times);
      if (!frame) return;
      const { ctx } = canvas;
      const { widthPx, heightPx } = frame;
      paint({ ctx, widthPx, heightPx }, { state, frame }, board.picture());
    },
  };
}
