import type { Resolution } from '@moneytrail/calendar';
import type { OpenCompared } from '../chart-comparison.ts';
import type { LoadState } from '../chart-events.ts';
import type { ChartSymbol } from '../chart-source.ts';
import { createBarEnds } from './bar-ends.ts';
import { type ComparedBars, createComparedBars } from './compared-bars.ts';

/** One instrument that is compared: found by its symbol, then loaded. */
export type ComparedSeries = Pick<
  ComparedBars,
  'columns' | 'revision' | 'unreadFromMs' | 'reachTo'
> & {
  symbol: string;
  resolution: Resolution;
  /** Null until it is found. */
  instrument: () => ChartSymbol | null;
  /** When its bar of a time ends, ms. */
  endOf: (timeMs: number) => number;
  load: () => LoadState;
  /** Tries again what failed. */
  retry: () => void;
  /** Finds and loads it anew; what is drawn goes. */
  reopen: () => void;
  end: () => void;
};

type Deps = {
  open: OpenCompared;
  now: () => number;
  /** Its bars or the state of its loading are others. */
  onChange: () => void;
};

function failedToOpen(error: unknown): LoadState {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', part: 'first', message, hasBars: false, cause: error };
}

export function createComparedSeries(
  { open, now, onChange }: Deps,
  { symbol, resolution }: { symbol: string; resolution: Resolution },
): ComparedSeries {
  let found: ChartSymbol | null = null;
  let endOf = (timeMs: number) => timeMs;
  /** Whether it was found, so that its bars can be asked for. */
  let isOpen = false;
  let load: LoadState = { kind: 'idle' };
  /** The attempt that counts; what comes of an earlier one is dropped. */
  let attempt = 0;
  const setLoad = (next: LoadState) => {
    load = next;
    onChange();
  };
  const bars = createComparedBars({ now, onChange, onLoad: setLoad });
  const start = (isRetry: boolean) => {
    attempt += 1;
    const own = attempt;
    isOpen = false;
    bars.clear();
    setLoad({ kind: 'first', startedAtMs: now(), hasBars: false, isRetry });
    const onGap = () => own === attempt && bars.reload();
    // Through a promise in any case, so that what throws at once fails like what rejects.
    Promise.resolve()
      .then(() => open({ symbol, resolution, onGap }))
      .then(
        (opened) => {
          if (own !== attempt) return;
          isOpen = true;
          found = opened.symbol;
          endOf = createBarEnds(found.hours, resolution);
          bars.open(opened.source);
        },
        (error: unknown) => own === attempt && setLoad(failedToOpen(error)),
      );
  };
  start(false);
  return {
    ...bars,
    symbol,
    resolution,
    instrument: () => found,
    endOf: (timeMs) => endOf(timeMs),
    load: () => load,
    retry() {
      if (isOpen) bars.retry();
      else if (load.kind === 'failed') start(true);
    },
    reopen: () => start(true),
    end() {
      attempt += 1;
      bars.clear();
    },
  };
}
