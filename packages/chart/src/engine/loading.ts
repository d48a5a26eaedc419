import { formatValue } from '../axis/format-value.ts';
import { union } from '../axis/value-extent.ts';
import type { Emit } from '../chart-events.ts';
import type { BarSource, ChartBar } from '../chart-source.ts';
import { type KlineChart, visibleBars } from '../kline/library.ts';
import type { AxisWidth } from '../kline/library-axes.ts';
import type { Viewport } from '../kline/viewport.ts';
import { levelExtents, priceExtent } from '../scene/pane-extent.ts';
import { type ChartState, drawnScale, type OpenChart } from '../state/chart-state.ts';
import type { MeasureTool } from '../state/measure-tool.ts';
import { BarLoader } from './bar-loader.ts';
import { type ChartBars, createTickBuffer } from './bars.ts';
import type { EventPublisher } from './events.ts';
import { applyMainAxis } from './value-axes.ts';

/** The previous picture stays this long while another chart loads: cached bars then show no empty canvas. */
const FORMER_PICTURE_MS = 150;
/** Older bars are requested this many screens before the user reaches them. */
const SCREENS_AHEAD = 0.5;
const FIRST_SCREEN_BARS = 200;

/** The highest price of the first screen and its levels, as the axis writes it. */
function widestPrice(state: ChartState): string {
  const count = state.bars.length();
  const span = { from: count - FIRST_SCREEN_BARS, to: count };
  const { high } = levelExtents(state, span).reduce(union, priceExtent(state, span));
  return count === 0 ? '' : formatValue('price', high, state.open?.symbol.precision ?? 2);
}

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emit: Emit;
  bars: ChartBars;
  viewport: Viewport;
  axisWidth: AxisWidth;
  publisher: EventPublisher;
  measureTool: MeasureTool;
  /** Another chart has replaced the previous one. */
  onOpened: () => void;
  onPainted: () => void;
};

/** Opens charts: their bars go from the source to the screen, their ticks too. */
export function createLoading(deps: Deps) {
  const { chart, state, emit, bars, publisher, viewport } = deps;
  /** The chart that replaces the drawn one with its first bars, or after a moment. */
  let next: OpenChart | null = null;
  let transition: ReturnType<typeof setTimeout> | undefined;
  let follow: ReturnType<typeof setTimeout> | undefined;
  /** The next picture is the first one of opened bars. */
  let isFresh = false;

  const replace = (first: readonly ChartBar[]) => {
    clearTimeout(transition);
    const scale = drawnScale(state);
    if (next) {
      viewport.takeRoomBack();
      state.open = next;
    }
    next = null;
    isFresh = first.length > 0;
    deps.onOpened();
    bars.show(first, () => {
      if (drawnScale(state) !== scale) applyMainAxis(chart, state);
      deps.axisWidth.fit(widestPrice(state));
    });
  };
  const show = (newest: readonly ChartBar[]) => {
    if (next || state.bars.length() === 0) replace(newest);
    else bars.refresh(newest);
    publisher.invalidate();
  };
  const ticks = createTickBuffer((waiting) => {
    const count = state.bars.length();
    bars.tick(waiting);
    viewport.takeAppended(state.bars.length() - count);
    publisher.invalidate();
  });
  const loader = new BarLoader({
    now: state.now,
    bars: state.bars,
    progress: state.loading,
    onPart: show,
    onFirst(first) {
      show(first);
      ticks.release(first.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    },
    onOlder(older) {
      bars.prepend(older);
      publisher.invalidate();
    },
    onLoad(load) {
      emit('load', load);
      // The left edge shows a running request and a failure.
      if (load.kind === 'older' || load.kind === 'failed') chart.resize();
      if (load.kind === 'failed' && load.part === 'older') viewport.showMissing();
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
    if (next) return;
    publisher.publish();
    deps.onPainted();
    const { from, to } = visibleBars(chart);
    if (from < (to - from) * SCREENS_AHEAD) loader.loadOlder();
  };

  return {
    loader,
    open({ symbol, resolution, source }: OpenChart & { source: BarSource }): void {
      next = { symbol, resolution };
      clearTimeout(transition);
      transition = setTimeout(() => replace([]), FORMER_PICTURE_MS);
      publisher.reset();
      deps.measureTool.clear();
      setUnread(null);
      ticks.follow(source, setUnread);
      loader.open(source);
    },
    /** Publishes events after each picture and requests older bars near the left edge. */
    onPainted(): void {
      const wasFresh = isFresh;
      isFresh = false;
      // Listeners are slow after a change of chart: the new bars reach the screen first.
      if (wasFresh) follow = setTimeout(followPicture);
      else followPicture();
    },
    end(): void {
      clearTimeout(transition);
      clearTimeout(follow);
      loader.close();
      ticks.close();
    },
  };
}
