import type { BarSource, ChartBar } from '../chart-source.ts';
import { cleanPage } from './clean-page.ts';

/** Requests one call before the next picture; returns what cancels it. */
type NextFrame = (run: () => void) => () => void;

type TickQueue = {
  push: (bar: ChartBar) => void;
  /** Drops what is queued. */
  clear: () => void;
};

/**
 * Gathers ticks until the next picture: the newest state of each bar, oldest bar first.
 * A hidden tab makes no pictures; the queue then stays as small as the number of bars it is about.
 */
export function createTickQueue(
  deps: { nextFrame: NextFrame },
  apply: (bars: ChartBar[]) => void,
): TickQueue {
  const queued = new Map<number, ChartBar>();
  let cancel: (() => void) | null = null;
  const flush = () => {
    cancel = null;
    const bars = [...queued.values()].sort((a, b) => a.time - b.time);
    queued.clear();
    apply(bars);
  };
  return {
    push(bar) {
      queued.set(bar.time, bar);
      cancel ??= deps.nextFrame(flush);
    },
    clear() {
      cancel?.();
      cancel = null;
      queued.clear();
    },
  };
}

function nextFrame(run: () => void): () => void {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}

/** The ticks of the open chart: gathered per picture, buffered until the first bars are there. */
export type TickBuffer = {
  /** Takes ticks of this source alone from here on, and what it says of bars that are not read. */
  switchTo: (source: BarSource, onUnread: (fromMs: number | null) => void) => void;
  /** The first bars are there: buffered ticks follow them, as far as they are not older than the newest. */
  release: (newestMs: number) => void;
  close: () => void;
};

export function createTickBuffer(apply: (bars: ChartBar[]) => void): TickBuffer {
  let unsubscribe = () => {};
  let early = new Map<number, ChartBar>();
  let isBuffering = true;
  const queue = createTickQueue({ nextFrame }, (bars) => {
    if (!isBuffering) apply(bars);
    else for (const bar of bars) early.set(bar.time, bar);
  });
  const close = () => {
    unsubscribe();
    unsubscribe = () => {};
    queue.clear();
    early = new Map();
    isBuffering = true;
  };
  return {
    switchTo(source, onUnread) {
      close();
      let isCurrent = true;
      const end = source.subscribe(
        (bar) => {
          const [tick] = isCurrent ? cleanPage([bar], Number.POSITIVE_INFINITY) : [];
          if (tick) queue.push(tick);
        },
        (fromMs) => isCurrent && onUnread(fromMs),
      );
      unsubscribe = () => {
        isCurrent = false;
        end();
      };
    },
    release(newestMs) {
      isBuffering = false;
      for (const bar of early.values()) if (bar.time >= newestMs) queue.push(bar);
      early = new Map();
    },
    close,
  };
}
