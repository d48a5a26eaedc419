import { addDrawingTouches } from '../gestures/drawing-touches.ts';
import { createMeasureTaker } from '../gestures/measure-taker.ts';
import {
  addPointerGestures,
  type ChartPointer,
  type PointerTaker,
} from '../gestures/pointer-gestures.ts';
import { chartPointAt, mainArea } from '../kline/chart-point.ts';
import { hideCrosshair } from '../kline/crosshair.ts';
import type { ChartParts } from './chart-parts.ts';

/** The pointer on the chart: who of measuring and drawing takes it, and what it looks like. */
export function addPointers(parts: ChartParts): {
  /** The taps of a finger that measure. */
  taps: { areWanted: () => boolean; take: (clientX: number, clientY: number) => void };
  end: () => void;
} {
  const { container, chart, state, board, measureTool } = parts;
  const { pointer } = board;
  const measuring = createMeasureTaker(measureTool, ({ x, y }) => {
    const topPx = mainArea(chart)?.topPx ?? 0;
    return chartPointAt(chart, state.bars, { x, y: y + topPx });
  });
  const drawing: PointerTaker = {
    press: (at) => at.isInside && pointer.press(at),
    move: (at) => (at.isInside || pointer.isBusy() ? pointer.move(at) : pointer.leave()),
    release: pointer.release,
  };
  /** The page's style sheet gives the container its cursor. */
  const showCursor = () => {
    const cursor = pointer.cursor();
    if (cursor) container.dataset.cursor = cursor;
    else delete container.dataset.cursor;
  };
  const gestures = addPointerGestures({
    container,
    area: () => mainArea(chart),
    // A tool that was chosen goes before all others.
    takers: () => (pointer.hasTool() ? [drawing] : [measuring, drawing]),
    onMoved: showCursor,
  });
  const { finger } = gestures;
  const begin = (at: ChartPointer) => at.isInside && pointer.wantsTouch(at) && pointer.press(at);
  const endTouches = addDrawingTouches({
    container,
    begin: (x, y) => begin(finger(x, y)),
    move: (x, y) => pointer.move(finger(x, y)),
    end: (x, y, hasMoved) => pointer.release(finger(x, y), hasMoved),
    giveUp: pointer.giveUp,
    tap(x, y) {
      const at = finger(x, y);
      if (measuring.areTapsWanted() || !at.isInside || !pointer.press(at)) return;
      pointer.release(at, false);
      hideCrosshair(chart);
    },
  });
  return {
    taps: {
      areWanted: measuring.areTapsWanted,
      take: (x, y) => measuring.tap(finger(x, y)),
    },
    end() {
      gestures.end();
      endTouches();
    },
  };
}
