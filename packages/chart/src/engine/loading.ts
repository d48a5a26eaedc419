import type { Emit } from '../chart-events.ts';
import type { BarSource } from '../chart-source.ts';
import { type KlineChart, visibleBars } from '../kline/library.ts';
import type { Viewport } from '../kline/viewport.ts';
import type { ChartState, OpenChart } from '../state/chart-state.ts';
import type { MeasureTool } from '../state/measure-tool.ts';
import { BarLoader } from './bar-loader.ts';
import type { ChartBars } from './bars.ts';
import type { EventPublisher } from './events.ts';

/** Further bars are requested this many screens before the user reaches them. */
const SCREENS_AHEAD = 0.5;

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emit: Emit;
  bars: ChartBars;
  viewport: Viewport;
  publisher: EventPublisher;
  measureTool: MeasureTool;
  onPainted: () => void;
};

/** Opens charts, and decides when their bars are loaded; the loader gives them to `bars`. */
export function createLoading(deps: Deps) {
  const { chart, state, emit, bars, publisher, viewport } = deps;
  let follow: ReturnType<typeof setTimeout> | undefined;

  const loader = new BarLoader({
    now: state.loadNow,
    bars: state.bars,
    progress: state.loading,
    onPart: bars.showNewest,
    onFirst: bars.showFirst,
    onOlder: bars.prepend,
    onNewer: bars.append,
    onDistant: bars.showDistant,
    onReturn: bars.showReturned,
    onLoad(load) {
      emit('load', load);
      // The left edge shows a running request and a failure.
      if (load.kind === 'older' || load.kind === 'failed') chart.resize();
      if (load.kind === 'failed' && state.loading.failed === 'older') viewport.showMissing();
    },
  });
  const setUnread = (fromMs: number | null) => {
    if (state.unreadFromMs === fromMs) return;
    state.unreadFromMs = fromMs;
    bars.redraw();
    emit('unread', { fromMs });
  };
  const forgetGoal = () => loader.forgetGoal();
  chart.subscribeAction('onScroll', forgetGoal);
  chart.subscribeAction('onZoom', forgetGoal);
  const followPicture = () => {
    if (bars.isOpening()) return;
    publisher.publish();
    deps.onPainted();
    const { from, to } = visibleBars(chart);
    const ahead = (to - from) * SCREENS_AHEAD;
    const isAway = state.bars.isAway();
    // The studies in view need bars before them. The newest bars were loaded with enough of them.
    if (from < Math.max(ahead, isAway ? state.studies.neededBars() : 0)) loader.loadOlder();
    if (isAway && to > state.bars.length() - ahead) loader.loadNewer();
  };

  return {
    loader,
    open({ symbol, resolution, source }: OpenChart & { source: BarSource }): void {
      publisher.reset();
      deps.measureTool.clear();
      setUnread(null);
      bars.open({ symbol, resolution }, source, setUnread);
      loader.open(source);
    },
    /** Publishes events after each picture and requests further bars near the edges. */
    onPainted(): void {
      // Listeners are slow after a change of chart: the new bars reach the screen first.
      if (bars.takeFresh()) follow = setTimeout(followPicture);
      else followPicture();
    },
    end(): void {
      clearTimeout(follow);
      loader.close();
      bars.end();
    },
  };
}
