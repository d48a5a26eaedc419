import type { BarSource, ChartBar } from '../chart-source.ts';
import { cleanPage } from '../loading/clean-page.ts';
import { createTickQueue } from '../loading/tick-queue.ts';

function nextFrame(run: () => void): () => void {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}

/** The stream of the open chart: gathered per picture, held back until the first bars are there. */
export type TickIntake = {
  /** Listens to this source alone from here on. */
  turnTo: (source: BarSource) => void;
  /** The first bars are there: what came meanwhile follows them, as far as it is not older than the newest. */
  release: (newestMs: number) => void;
  close: () => void;
};

export function createTickIntake(apply: (bars: ChartBar[]) => void): TickIntake {
  let unsubscribe = () => {};
  let early = new Map<number, ChartBar>();
  let isHeld = true;
  const queue = createTickQueue({ nextFrame }, (bars) => {
    if (!isHeld) apply(bars);
    else for (const bar of bars) early.set(bar.time, bar);
  });
  const close = () => {
    unsubscribe();
    unsubscribe = () => {};
    queue.clear();
    early = new Map();
    isHeld = true;
  };
  return {
    turnTo(source) {
      close();
      let isCurrent = true;
      const end = source.subscribe((bar) => {
        const [tick] = isCurrent ? cleanPage([bar], Number.POSITIVE_INFINITY) : [];
        if (tick) queue.push(tick);
      });
      unsubscribe = () => {
        isCurrent = false;
        end();
      };
    },
    release(newestMs) {
      isHeld = false;
      for (const bar of early.values()) if (bar.time >= newestMs) queue.push(bar);
      early = new Map();
    },
    close,
  };
}
