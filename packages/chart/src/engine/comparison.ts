import { instrumentSource } from '@moneytrail/indicators';
import type { ChartComparison, ComparedInstrument, OpenCompared } from '../chart-comparison.ts';
import type { Emit } from '../chart-events.ts';
import type { KlineChart } from '../kline/library.ts';
import { type ChartState, drawnScale } from '../state/chart-state.ts';
import type { UndoHistory } from '../undo-history.ts';
import { applyMainAxis } from './value-axes.ts';

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emit: Emit;
  undo: UndoHistory;
  /** Null where nothing can be compared. */
  open: OpenCompared | null;
  redraw: () => void;
  /** Computes the studies anew. */
  recompute: () => void;
  /** More values of studies are known. */
  redrawStudies: () => void;
  touch: () => void;
};

function isSame(a: readonly ComparedInstrument[], b: readonly ComparedInstrument[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The compared instruments. The code that loads and draws them is imported with the first one. */
export function createComparison(deps: Deps) {
  const { chart, state, emit, undo, open, redraw, recompute } = deps;
  const { view } = state;
  let isEnded = false;
  let isImporting = false;
  const fail = (cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    const load = { kind: 'failed', part: 'first', message, hasBars: false, cause } as const;
    const nothing = { load, precision: null, close: null, percent: null, hasNoBase: false };
    emit(
      'comparedReadings',
      view.compared.map(({ symbol }) => ({ symbol, ...nothing })),
    );
  };
  const studied = () =>
    new Set(view.studies.flatMap(({ inputs }) => instrumentSource(inputs.source)?.symbol ?? []));
  const follow = () => {
    if (state.compared || view.compared.length === 0) {
      state.compared?.follow(view.compared, studied());
      return;
    }
    if (isImporting || !open || isEnded) return;
    isImporting = true;
    import('../compare/compared-layer.ts')
      .then(({ createComparedLayer }) => {
        if (isEnded) return;
        const onStudied = () => {
          if (state.studies.syncInstruments(state.bars.columns())) deps.redrawStudies();
        };
        state.compared = createComparedLayer({ chart, state, emit, open, redraw, onStudied });
        state.compared.follow(view.compared, studied());
        state.studies.startInstruments(state.compared.startValues);
        if (studied().size > 0) recompute();
      })
      .catch(fail)
      .finally(() => {
        isImporting = false;
      });
  };
  const put = (instruments: readonly ComparedInstrument[]) => {
    if (isSame(instruments, view.compared)) return;
    const scale = drawnScale(state);
    view.compared = instruments;
    emit('compared', { instruments });
    follow();
    if (studied().size > 0) recompute();
    if (drawnScale(state) !== scale) applyMainAxis(chart, state);
    else redraw();
    deps.touch();
  };
  const methods: ChartComparison = {
    all: () => view.compared,
    set(instruments) {
      const before = view.compared;
      if (isSame(instruments, before)) return;
      put(instruments);
      undo.push({ undo: () => put(before), redo: () => put(instruments) });
    },
    replaceAll: put,
    retry(symbol) {
      if (state.compared) state.compared.retry(symbol);
      else follow();
    },
    reopen: (symbol) => state.compared?.reopen(symbol),
    closes: () => state.compared?.closes() ?? [],
    frozen: () => state.compared?.frozen() ?? null,
  };
  return {
    ...methods,
    /** Another chart has been opened, or other studies were chosen. */
    follow,
    onPainted: () => state.compared?.onPainted(),
    end() {
      isEnded = true;
      state.compared?.end();
    },
  };
}
