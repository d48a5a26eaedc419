import type { Resolution } from '@moneytrail/calendar';
import type { OpenCompared } from '../chart-comparison.ts';
import type { LoadState } from '../chart-events.ts';
import type { ChartBar, ChartSymbol } from '../chart-source.ts';
import { BarLoader } from '../engine/bar-loader.ts';
import { createTickBuffer } from '../engine/bars.ts';
import { createBarStore } from '../state/bar-store.ts';
import { nothingLoaded } from '../state/chart-state.ts';
import { type StudiedMarket, studiedMarket } from '../studies/studied-market.ts';
import { createBarEnds } from './align-closes.ts';
import type { InstrumentBars } from './instrument-values.ts';

type Deps = {
  open: OpenCompared;
  now: () => number;
  /** The bars or the state of their loading changed. */
  onChange: () => void;
};

function failedToOpen(error: unknown): LoadState {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', part: 'first', message, hasBars: false, cause: error };
}

/** The bars that a compared instrument is to have. */
type Reach = { fromMs: number; awayUntilMs: number | null; neededBars: number };

export type ComparedSeries = ReturnType<typeof createComparedSeries>;

/** One compared instrument: found by its symbol, then loaded page by page and updated by its ticks. */
export function createComparedSeries(
  { open, now, onChange }: Deps,
  { symbol, resolution }: { symbol: string; resolution: Resolution },
) {
  const bars = createBarStore();
  let revision = 0;
  let unreadFromMs: number | null = null;
  let instrument: ChartSymbol | null = null;
  let market: StudiedMarket | null = null;
  /** Another object once other bars than the last one have changed. */
  let epoch = {};
  let endOf = (timeMs: number) => timeMs;
  /** The instrument was found, so that its bars can be requested. */
  let isOpen = false;
  let load: LoadState = { kind: 'idle' };
  /** The current attempt; results of earlier ones are dropped. */
  let attempt = 0;
  const changed = (isOfLast = false) => {
    revision += 1;
    if (!isOfLast) epoch = {};
    onChange();
  };
  const setLoad = (next: LoadState) => {
    load = next;
    onChange();
  };
  const replaceAll = (all: readonly ChartBar[]) => {
    bars.replaceAll(all);
    changed();
  };
  const ticks = createTickBuffer((waiting) => {
    const kinds = waiting.map((bar) => bars.apply(bar).kind);
    changed(!kinds.some((kind) => kind === 'corrected' || kind === 'inserted'));
  });
  const progress = nothingLoaded();
  const changedBy =
    <Given>(change: (given: Given) => void) =>
    (given: Given) => {
      change(given);
      changed();
    };
  const loader = new BarLoader({
    now,
    bars,
    progress,
    onPart: replaceAll,
    onFirst(first) {
      replaceAll(first);
      ticks.release(first.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    },
    onOlder: changedBy(bars.prepend),
    onNewer: changedBy(bars.append),
    onDistant: changedBy(bars.leave),
    onReturn() {
      bars.comeBack();
      changed();
    },
    onLoad: setLoad,
  });
  const setUnread = (fromMs: number | null) => {
    unreadFromMs = fromMs;
    changed(true);
  };
  const clear = () => {
    attempt += 1;
    loader.close();
    ticks.close();
    bars.comeBack();
    unreadFromMs = null;
    replaceAll([]);
  };
  const start = (isRetry: boolean) => {
    isOpen = false;
    clear();
    const own = attempt;
    setLoad({ kind: 'first', startedAtMs: now(), hasBars: false, isRetry });
    const onGap = () => own === attempt && loader.reload();
    // Inside a promise an error that is thrown fails like one that rejects.
    Promise.resolve()
      .then(() => open({ symbol, resolution, onGap }))
      .then(
        (opened) => {
          if (own !== attempt) return;
          isOpen = true;
          instrument = opened.symbol;
          endOf = createBarEnds(instrument.hours, resolution);
          market = studiedMarket({ symbol: instrument, resolution });
          ticks.follow(opened.source, setUnread);
          loader.open(opened.source);
        },
        (error: unknown) => own === attempt && setLoad(failedToOpen(error)),
      );
  };
  start(false);
  return {
    symbol,
    resolution,
    columns: bars.columns,
    /** Rises with every change of the bars. */
    revision: () => revision,
    /** From this time on bars may be missing; null once all have been read. */
    unreadFromMs: () => unreadFromMs,
    /** Null until it is found. */
    instrument: () => instrument,
    /** End of the bar of a time, ms. */
    endOf: (timeMs: number) => endOf(timeMs),
    /** Null until it is found. */
    market: () => market,
    /** The bars as studies read them; null until the instrument is found. */
    studied: (): InstrumentBars | null =>
      market && { columns: bars.columns(), epoch, endOf, unreadFromMs, market },
    load: () => load,
    /**
     * Requests one page of what is missing: beside the chart's bars, which begin at a time and end at `awayUntilMs` while
     * they do not reach to the newest one, and of as many bars as studies need. Failed pages wait for `retry`.
     */
    reachTo({ fromMs, awayUntilMs, neededBars }: Reach): void {
      if (awayUntilMs === null) loader.comeBack();
      if (progress.phase !== 'idle' || progress.failed) return;
      const firstMs = bars.at(0)?.time;
      const lastMs = bars.at(bars.length() - 1)?.time;
      if (firstMs === undefined || lastMs === undefined) return;
      const untilMs = awayUntilMs ?? Number.POSITIVE_INFINITY;
      if (firstMs > untilMs || lastMs < fromMs) loader.goTo(fromMs, () => {});
      else if (firstMs > fromMs || bars.length() < neededBars) loader.loadOlder();
      else if (lastMs < untilMs) loader.loadNewer();
    },
    /** Tries again only what failed. */
    retry(): void {
      if (isOpen) loader.retry();
      else if (load.kind === 'failed') start(true);
    },
    /** Finds and loads it again; its drawn line goes. */
    reopen: () => start(true),
    end: clear,
  };
}
