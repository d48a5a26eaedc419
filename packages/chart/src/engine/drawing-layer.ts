import type { Emit } from '../chart-events.ts';
import { createDrawingBoard } from '../drawings/board.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import { createTimePlaces } from '../drawings/time-places.ts';
import { TOOLS } from '../drawings/tools/index.ts';
import type { PaneCanvas } from '../kline/kline.ts';
import { type KlineChart, klinePaneId } from '../kline/library.ts';
import { crosshairAt } from '../kline/viewport.ts';
import { canvasFont } from '../paint/text-size.ts';
import { createDrawingPainter } from '../scene/drawings.ts';
import type { LevelTag } from '../scene/tags.ts';
import type { ChartState } from '../state/chart-state.ts';
import type { UndoHistory } from '../undo-history.ts';
import { drawingFrameOf } from './panes.ts';
import { createRangeProfiles } from './range-profiles.ts';

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emit: Emit;
  undo: UndoHistory;
  redraw: () => void;
};

/** The drawing board, and its painting on the main pane. */
export function createDrawingLayer({ chart, state, emit, undo, redraw }: Deps) {
  const { bars, view } = state;
  /** The last painted pane: a pointer hits what the user saw. */
  let frame: DrawingFrame | null = null;
  const places = createTimePlaces(
    () => bars.columns(),
    () => state.open && { hours: state.open.symbol.hours, resolution: state.open.resolution },
  );
  const paint = createDrawingPainter();
  const profileOf = createRangeProfiles(state);
  const ruler = document.createElement('canvas').getContext('2d');
  const board = createDrawingBoard({
    emit,
    undo,
    redraw,
    frame: () => frame,
    open: () => state.open && { ...state.open.symbol, resolution: state.open.resolution },
    barAt: bars.at,
    crosshair() {
      const place = crosshairAt(chart);
      return place?.paneId === klinePaneId('main') ? place : null;
    },
    measure(line) {
      if (!ruler) return 0;
      ruler.font = canvasFont(view, 500);
      return ruler.measureText(line).width;
    },
  });
  return {
    board,
    frame: () => frame,
    /** Level lines, which the axis labels. */
    tags: (): LevelTag[] =>
      board.picture().drawings.flatMap(({ tool, points, style: { colour } }) => {
        const { line: color, tagText: textColor } = view.theme.studies[colour];
        return TOOLS[tool].isLevel ? points.map(({ price }) => ({ price, color, textColor })) : [];
      }),
    paint(canvas: PaneCanvas): void {
      const times = places();
      frame = times && {
        ...drawingFrameOf(chart, canvas, { times, textScale: view.textScale }),
        profileOf,
      };
      if (!frame) return;
      const { widthPx, heightPx } = frame;
      paint({ ctx: canvas.ctx, widthPx, heightPx }, { state, frame }, board.picture());
    },
  };
}
