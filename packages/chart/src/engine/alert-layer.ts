import type { AlertLine, ChartAlerts, PastFiring } from '../chart-alerts.ts';
import type { Emit } from '../chart-events.ts';
import { type DrawingFrame, shownPrice } from '../drawings/drawing-frame.ts';
import type { Pointer } from '../drawings/pointer.ts';
import { paintAlertLines, paintPastFirings } from '../scene/alerts.ts';
import type { LevelTag } from '../scene/tags.ts';
import type { ChartState } from '../state/chart-state.ts';

type Deps = {
  state: Pick<ChartState, 'open' | 'view'>;
  emit: Emit;
  redraw: () => void;
  /** The last painted pane: a pointer hits what the user saw. */
  frame: () => DrawingFrame | null;
};

export type AlertPointer = ReturnType<typeof createAlertLayer>['pointer'];

/** The lines of alerts and the marks of past firings: the public methods, the pointer and the painting. */
export function createAlertLayer({ state, emit, redraw, frame }: Deps) {
  let lines: readonly AlertLine[] = [];
  let past: readonly PastFiring[] = [];
  /** A dragged line; it keeps its place until the page sets the lines anew. */
  let moved: AlertLine | null = null;
  let held: Pick<AlertLine, 'id' | 'isFixed'> | null = null;
  let hoveredId: number | null = null;

  const shown = () => lines.map((line) => (line.id === moved?.id ? moved : line));
  const lineAt = ({ y, reachPx }: Pointer): AlertLine | null => {
    const { toY } = frame() ?? {};
    if (!toY) return null;
    const near = shown()
      .map((line) => ({ line, px: Math.abs(toY(line.price) - y) }))
      .filter(({ px }) => px <= reachPx)
      .sort((a, b) => a.px - b.px);
    return near[0]?.line ?? null;
  };
  const hover = (id: number | null) => {
    if (id === hoveredId) return;
    hoveredId = id;
    redraw();
  };
  const methods: ChartAlerts = {
    setLines(next) {
      lines = next;
      if (!held) moved = null;
      redraw();
    },
    setPast(next) {
      past = next;
      redraw();
    },
  };
  const pointer = {
    press(at: Pointer): boolean {
      const line = lineAt(at);
      held = line;
      return line !== null;
    },
    move(at: Pointer): void {
      const pane = frame();
      if (held?.isFixed) return;
      if (held && pane) {
        const precision = state.open?.symbol.precision ?? 2;
        const price = shownPrice(pane, pane.priceAt(at.y), precision);
        moved = { id: held.id, price };
        redraw();
      } else if (!held) hover(lineAt(at)?.id ?? null);
    },
    leave: () => hover(null),
    /** A line that is fixed or was hardly moved stays where it was. */
    release(_at: Pointer, hasMoved: boolean): void {
      const pressed = held;
      held = null;
      if (!pressed) return;
      if (hasMoved && moved) emit('alertMoved', { id: pressed.id, price: moved.price });
      else {
        moved = null;
        redraw();
        emit('alertPressed', { id: pressed.id });
      }
    },
    isBusy: () => held !== null,
    isHovered: () => hoveredId !== null,
  };
  return {
    methods,
    pointer,
    tags: (): LevelTag[] => {
      const { axisText, background } = state.view.theme;
      return shown().map(({ price }) => ({ price, color: axisText, textColor: background }));
    },
    paint(ctx: CanvasRenderingContext2D): void {
      const pane = frame();
      if (!pane) return;
      paintPastFirings(ctx, pane, past, state.view.theme);
      const activeId = held?.id ?? hoveredId;
      paintAlertLines(ctx, pane, { lines: shown(), activeId, theme: state.view.theme });
    },
  };
}
