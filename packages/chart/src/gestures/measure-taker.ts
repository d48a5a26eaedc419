import type { ChartPoint } from '../chart-source.ts';
import type { MeasureTool } from '../engine/measure-tool.ts';
import type { ChartPointer, PointerTaker } from './pointer-gestures.ts';

/** The two points are chosen by dragging with Shift, or by two clicks once the tool waits for them. */
export type MeasureTaker = PointerTaker & {
  /** The taps of a finger: all of them until what was measured has been put away. */
  areTapsWanted: () => boolean;
  tap: (at: ChartPointer) => void;
};

export function createMeasureTaker(
  tool: MeasureTool,
  /** Null where nothing can be measured. */
  pointAt: (at: ChartPointer) => ChartPoint | null,
): MeasureTaker {
  /** Takes a press as the next point; false where it is none. */
  const press = (point: ChartPoint | null, mayBegin: boolean): boolean => {
    if (tool.phase() === 'drawing') {
      if (point) tool.move(point);
      tool.finish();
      return true;
    }
    if (point && mayBegin) {
      tool.begin(point);
      return true;
    }
    tool.clear();
    return false;
  };
  return {
    press: (at) => press(pointAt(at), at.isStraight || tool.phase() === 'armed'),
    move(at) {
      if (tool.phase() !== 'drawing') return;
      const point = pointAt(at);
      if (point) tool.move(point);
    },
    release(_at, hasMoved) {
      if (hasMoved && tool.phase() === 'drawing') tool.finish();
    },
    areTapsWanted: () => tool.phase() !== 'off',
    tap: (at) => void press(pointAt(at), tool.phase() === 'armed'),
  };
}
