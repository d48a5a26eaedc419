import type { ChartBar } from '../chart-source.ts';

/** Asks for one call before the next picture; returns what takes it back. */
export type NextFrame = (run: () => void) => () => void;

export type TickQueue = {
  push: (bar: ChartBar) => void;
  /** Forgets what waits. */
  clear: () => void;
};

/**
 * Gathers ticks until the next picture: the newest state of each bar, oldest bar first.
 * A hidden tab makes no pictures; what waits then stays as small as the number of bars it is about.
 */
export function createTickQueue(
  deps: { nextFrame: NextFrame },
  apply: (bars: ChartBar[]) => void,
): TickQueue {
  const waiting = new Map<number, ChartBar>();
  let cancel: (() => void) | null = null;
  const flush = () => {
    cancel = null;
    const bars = [...waiting.values()].sort((a, b) => a.time - b.time);
    waiting.clear();
    apply(bars);
  };
  return {
    push(bar) {
      waiting.set(bar.time, bar);
      cancel ??= deps.nextFrame(flush);
    },
    clear() {
      cancel?.();
      cancel = null;
      waiting.clear();
    },
  };
}
