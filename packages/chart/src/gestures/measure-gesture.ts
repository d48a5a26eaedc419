import type { ChartPoint } from '../chart-events.ts';
import type { MeasureTool } from '../engine/measure-tool.ts';

const MOVED_PX = 4;
const MAIN_BUTTON = 0;

export type MeasureGestureDeps = {
  container: HTMLElement;
  tool: MeasureTool;
  /** The point at a place of the page, px; null where nothing can be measured. */
  pointAt: (clientX: number, clientY: number) => ChartPoint | null;
};

/** The two points are chosen by dragging with Shift, or by two clicks once the tool waits for them. */
export type MeasureGesture = {
  /** The taps of a finger: all of them until what was measured has been put away. */
  taps: { areWanted: () => boolean; take: (clientX: number, clientY: number) => void };
  end: () => void;
};

export function addMeasureGesture({
  container,
  tool,
  pointAt,
}: MeasureGestureDeps): MeasureGesture {
  const over = new AbortController();
  const { signal } = over;
  let pressedAt: { x: number; y: number } | null = null;

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
  const onDown = (event: MouseEvent) => {
    if (event.button !== MAIN_BUTTON) return;
    const mayBegin = event.shiftKey || tool.phase() === 'armed';
    if (!press(pointAt(event.clientX, event.clientY), mayBegin)) return;
    // The library would pan.
    event.stopPropagation();
    container.focus({ preventScroll: true });
    pressedAt = { x: event.clientX, y: event.clientY };
  };
  const onMove = ({ clientX, clientY }: MouseEvent) => {
    if (tool.phase() !== 'drawing') return;
    const point = pointAt(clientX, clientY);
    if (point) tool.move(point);
  };
  const onUp = ({ clientX, clientY }: MouseEvent) => {
    const start = pressedAt;
    pressedAt = null;
    if (!start || tool.phase() !== 'drawing') return;
    const hasMoved = Math.hypot(clientX - start.x, clientY - start.y) >= MOVED_PX;
    if (hasMoved) tool.finish();
  };
  container.addEventListener('mousedown', onDown, { capture: true, signal });
  window.addEventListener('mousemove', onMove, { signal });
  window.addEventListener('mouseup', onUp, { signal });
  return {
    taps: {
      areWanted: () => tool.phase() !== 'off',
      take: (clientX, clientY) => {
        press(pointAt(clientX, clientY), tool.phase() === 'armed');
      },
    },
    end: () => over.abort(),
  };
}
