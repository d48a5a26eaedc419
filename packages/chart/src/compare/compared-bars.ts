import type { Columns } from '@moneytrail/indicators';
import type { LoadState } from '../chart-events.ts';
import type { BarSource } from '../chart-source.ts';
import { createBarStore } from '../engine/bar-store.ts';
import { createHistory } from '../loading/history.ts';
import { mostBars } from '../loading/most-bars.ts';
import { createTickBuffer } from '../loading/tick-queue.ts';

/** The bars of an instrument that is compared, loaded page by page and kept up by its ticks. */
export type ComparedBars = {
  columns: () => Columns;
  /** Rises with every change of them. */
  revision: () => number;
  /** From this time on bars may be missing; null where all have been read. */
  unreadFromMs: () => number | null;
  open: (source: BarSource) => void;
  reload: () => void;
  /** Tries again what failed. */
  retry: () => void;
  /** Asks for an older page where the first bar is after a time, as far as there is room. */
  reachTo: (timeMs: number) => void;
  /** Lets all of them go, and their source. */
  clear: () => void;
};

type Deps = {
  now: () => number;
  onChange: () => void;
  onLoad: (load: LoadState) => void;
};

export function createComparedBars({ now, onChange, onLoad }: Deps): ComparedBars {
  const bars = createBarStore();
  const limit = mostBars();
  let revision = 0;
  let unreadFromMs: number | null = null;
  const changed = () => {
    revision += 1;
    onChange();
  };
  const replaceAll: typeof bars.replaceAll = (all) => {
    bars.replaceAll(all);
    changed();
  };
  const setUnread = (fromMs: number | null) => {
    unreadFromMs = fromMs;
    changed();
  };
  const ticks = createTickBuffer((waiting) => {
    for (const bar of waiting) bars.apply(bar);
    changed();
  });
  const history = createHistory({
    now,
    firstTime: () => bars.at(0)?.time ?? null,
    // One that trades longer hours has more bars back to one time than the chart has.
    hasRoom: () => bars.length() < limit,
    onPart: replaceAll,
    onFirst(first) {
      replaceAll(first);
      ticks.release(first.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    },
    onOlder(older) {
      bars.prepend(older);
      changed();
    },
    onLoad,
  });
  return {
    columns: bars.columns,
    revision: () => revision,
    unreadFromMs: () => unreadFromMs,
    open(source) {
      ticks.switchTo(source, setUnread);
      history.open(source);
    },
    reload: history.reload,
    retry: history.retry,
    reachTo(timeMs) {
      const firstMs = bars.at(0)?.time;
      if (firstMs !== undefined && firstMs > timeMs) history.loadOlder({ isAgain: true });
    },
    clear() {
      history.close();
      ticks.close();
      unreadFromMs = null;
      replaceAll([]);
    },
  };
}
