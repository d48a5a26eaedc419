import type { ChartComparison, ComparedInstrument, OpenCompared } from '../chart-comparison.ts';
import type { UndoHistory } from '../history/undo-history.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import type { ChartState } from './chart-state.ts';
import type { Emitter } from './emitter.ts';
import { applyMainAxis, drawnScale } from './value-axes.ts';

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emitter: Emitter;
  history: UndoHistory;
  /** Null where nothing can be compared. */
  open: OpenCompared | null;
  /** Draws anew. */
  redraw: () => void;
  /** The layout is another one. */
  touch: () => void;
};

export type Comparison = ChartComparison & {
  /** Something else has been opened. */
  onOpened: () => void;
  onPainted: () => void;
  end: () => void;
};

function isSame(a: readonly ComparedInstrument[], b: readonly ComparedInstrument[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Which instruments are compared. What loads and draws them is loaded with the first. */
export function createComparison(deps: Deps): Comparison {
  const { chart, state, emitter, history, open, redraw } = deps;
  const { view } = state;
  let isEnded = false;
  let isLoading = false;
  const fail = (cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    const load = { kind: 'failed', part: 'first', message, hasBars: false, cause } as const;
    const nothing = { load, close: null, percent: null, hasNoBase: false };
    const readings = view.compared.map(({ symbol }) => ({ symbol, ...nothing }));
    emitter.emit('comparedReadings', readings);
  };
  const follow = () => {
    if (state.compared || view.compared.length === 0) {
      state.compared?.follow(view.compared);
      return;
    }
    if (isLoading || !open || isEnded) return;
    isLoading = true;
    import('../compare/create-compared-layer.ts')
      .then(({ createComparedLayer }) => {
        if (isEnded) return;
        state.compared = createComparedLayer({ chart, state, emitter, open, redraw });
        state.compared.follow(view.compared);
      })
      .catch(fail)
      .finally(() => {
        isLoading = false;
      });
  };
  const put = (instruments: readonly ComparedInstrument[]) => {
    if (isSame(instruments, view.compared)) return;
    const scale = drawnScale(state);
    view.compared = instruments;
    emitter.emit('compared', { instruments });
    if (drawnScale(state) !== scale) applyMainAxis(chart, state);
    else redraw();
    follow();
    deps.touch();
  };
  return {
    all: () => view.compared,
    set(instruments) {
      const before = view.compared;
      if (isSame(instruments, before)) return;
      put(instruments);
      history.push({ undo: () => put(before), redo: () => put(instruments) });
    },
    replaceAll: put,
    retry(symbol) {
      if (state.compared) state.compared.retry(symbol);
      else follow();
    },
    reopen: (symbol) => state.compared?.reopen(symbol),
    closes: () => state.compared?.closes() ?? [],
    onOpened: follow,
    onPainted: () => state.compared?.onPainted(),
    end() {
      isEnded = true;
      state.compared?.end();
    },
  };
}
