import type { AlertLine, ChartAlerts, PastFiring } from '../chart-alerts.ts';
import type { Emit } from '../chart-events.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import type { LevelTag } from '../scene/tags.ts';
import type { ChartState } from '../state/chart-state.ts';
import { createLinePointer } from './line-pointer.ts';

type Deps = {
  state: Pick<ChartState, 'open' | 'view'>;
  emit: Emit;
  redraw: () => void;
  /** The last painted pane: a pointer hits what the user saw. */
  frame: () => DrawingFrame | null;
};

async function importPainters() {
  const { paintAlertLines, paintPastFirings } = await import('../scene/alerts.ts');
  return { paintAlertLines, paintPastFirings };
}

/** The lines of alerts and the marks of past firings: the public methods, the pointer and the painting. */
export function createAlertLayer({ state, emit, redraw, frame }: Deps) {
  let lines: readonly AlertLine[] = [];
  let past: readonly PastFiring[] = [];
  /** Loaded with the first line or mark; if that fails, the next change tries again. */
  let painters: Awaited<ReturnType<typeof importPainters>> | null = null;
  const loadPainters = () => {
    if (painters || lines.length + past.length === 0) return;
    importPainters().then(
      (loaded) => {
        painters = loaded;
        redraw();
      },
      () => {},
    );
  };
  const { shown, activeId, settle, pointer } = createLinePointer<number, AlertLine>({
    lines: () => lines,
    frame,
    precision: () => state.open?.symbol.precision ?? 2,
    redraw,
    onMoved: (id, price) => emit('alertMoved', { id, price }),
    onPressed: (id) => emit('alertPressed', { id }),
  });
  const methods: ChartAlerts = {
    setLines(next) {
      lines = next;
      loadPainters();
      settle();
    },
    setPast(next) {
      past = next;
      loadPainters();
      redraw();
    },
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
      if (!pane || !painters) return;
      const { theme } = state.view;
      painters.paintPastFirings(ctx, pane, past, theme);
      painters.paintAlertLines(ctx, pane, { lines: shown(), activeId: activeId(), theme });
    },
  };
}
