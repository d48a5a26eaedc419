import type { BarSource, ChartBar, ChartEngine } from '../chart-engine.ts';
import { applyMainAxis } from '../kline/value-axes.ts';
import { cleanPage } from '../loading/clean-page.ts';
import { createHistory, type History } from '../loading/history.ts';
import { createTickQueue } from '../loading/tick-queue.ts';
import type { ChartParts } from './chart-parts.ts';
import type { OpenChart } from './chart-state.ts';

/** So long the former picture may stand while another chart loads: a change from cache then shows no empty canvas. */
const FORMER_PICTURE_MS = 150;
/** Older bars are asked for before the user reaches them: this many screens ahead. */
const SCREENS_AHEAD = 0.5;
const MOST_BARS_ON_A_PHONE = 20_000;

type LoadingMethods = Pick<ChartEngine, 'open' | 'reload' | 'retry'> & {
  history: History;
  stop: () => void;
};

function nextFrame(run: () => void): () => void {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}

function mostBars(): number {
  return matchMedia('(pointer: coarse)').matches ? MOST_BARS_ON_A_PHONE : Number.POSITIVE_INFINITY;
}

/** Opening, ticks and history: what comes from the source goes through here to the bars. */
export function createLoading(parts: ChartParts): LoadingMethods {
  const { chart, state, emitter, bars, announcer } = parts;
  const limit = mostBars();
  let opening: OpenChart | null = null;
  let openingTimer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let early: ChartBar[] = [];
  let isLoaded = false;

  /** From here on the canvas is about what has been opened. */
  const turnTo = (first: readonly ChartBar[]) => {
    clearTimeout(openingTimer);
    if (opening) state.open = opening;
    opening = null;
    applyMainAxis(chart, state);
    bars.show(first);
  };
  const ticks = createTickQueue({ nextFrame }, (waiting) => {
    if (!isLoaded) {
      early.push(...waiting);
      return;
    }
    bars.tick(waiting);
    announcer.touch();
  });
  const history = createHistory({
    now: state.now,
    firstTime: () => state.bars.at(0)?.time ?? null,
    hasRoom: () => state.bars.length() < limit,
    onFirst(first) {
      if (opening || state.bars.length() === 0) turnTo(first);
      else bars.refresh(first);
      isLoaded = true;
      const last = first.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
      for (const bar of early) if (bar.time >= last) ticks.push(bar);
      early = [];
      announcer.touch();
    },
    onOlder(older) {
      bars.prepend(older);
      announcer.touch();
    },
    onLoad(load) {
      emitter.emit('load', load);
      if (state.bars.length() > 0) chart.resize();
    },
  });
  const loadAhead = () => {
    const { from, to } = chart.getVisibleRange();
    if (from < (to - from) * SCREENS_AHEAD) history.loadOlder({ isAgain: false });
  };
  const onUserMove = () => {
    history.forgetGoal();
    if (chart.getVisibleRange().from === 0) history.loadOlder({ isAgain: true });
  };
  chart.subscribeAction('onScroll', onUserMove);
  chart.subscribeAction('onZoom', onUserMove);
  Object.assign(parts.loading, {
    reachedBeginning: history.reachedBeginning,
    hasFailedSpan: history.hasFailedSpan,
    isLoadingOlder: history.isLoadingOlder,
    isBetween: () => opening !== null,
    onPainted: () => {
      if (opening) return;
      announcer.announce();
      loadAhead();
    },
  });
  const subscribe = (source: BarSource) => {
    unsubscribe();
    ticks.clear();
    early = [];
    isLoaded = false;
    let isCurrent = true;
    const end = source.subscribe((bar) => {
      const [tick] = isCurrent ? cleanPage([bar], Number.POSITIVE_INFINITY) : [];
      if (tick) ticks.push(tick);
    });
    unsubscribe = () => {
      isCurrent = false;
      end();
    };
  };

  return {
    history,
    open({ symbol, resolution, source }) {
      opening = { symbol, resolution };
      clearTimeout(openingTimer);
      openingTimer = setTimeout(() => turnTo([]), FORMER_PICTURE_MS);
      announcer.forget();
      subscribe(source);
      history.open(source);
    },
    reload: history.reload,
    retry: history.retry,
    stop() {
      clearTimeout(openingTimer);
      history.close();
      ticks.clear();
      unsubscribe();
    },
  };
}
