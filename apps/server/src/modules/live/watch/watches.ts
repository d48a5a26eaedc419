import type { Resolution } from '@moneytrail/calendar';
import { BARS_WRITTEN, WATCHED } from '../../../bus/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { InstrumentWatch, type WatchDeps } from './instrument-watch.ts';
import type { Snapshot } from './series.ts';

/** A look at one instrument in one resolution. */
type Watch = {
  /** The newest state; null before anything is known. The same object as long as nothing changed. */
  snapshot: () => Snapshot | null;
  close: () => void;
};

/** Everything this process looks at; equal looks share one set of forming bars. */
export type Watches = {
  /** `listener` is called when the snapshot may have changed, also once the stored bars are there. */
  open: (instrument: Instrument, resolution: Resolution, listener: () => void) => Watch;
  /** Looks at the clock: bars that end, readings that are due. */
  sweep: () => void;
  /** Tells the owners of the feeds what is looked at here. */
  announce: () => void;
  close: () => void;
};

/** Watches on the ticks of a bus and the stored bars. */
export function createWatches(deps: WatchDeps): Watches {
  const open = new Map<number, InstrumentWatch>();

  const leave = deps.bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution }) =>
    open.get(instrumentId)?.barsWritten(resolution),
  );
  const announce = () => {
    if (open.size > 0) deps.bus.publish(WATCHED, { instrumentIds: [...open.keys()] });
  };

  function watchOf(instrument: Instrument): InstrumentWatch {
    const existing = open.get(instrument.id);
    if (existing) return existing;
    const watch = new InstrumentWatch(deps, instrument);
    open.set(instrument.id, watch);
    announce();
    return watch;
  }

  return {
    open(instrument, resolution, listener) {
      const watch = watchOf(instrument);
      // Equal listeners of two looks must not be one entry of the set.
      const remove = watch.add(resolution, () => listener());
      return {
        snapshot: () => watch.snapshot(resolution),
        close() {
          remove();
          if (!watch.isIdle || open.get(instrument.id) !== watch) return;
          watch.close();
          open.delete(instrument.id);
        },
      };
    },
    sweep() {
      for (const watch of open.values()) watch.sweep();
    },
    announce,
    close() {
      leave();
      for (const watch of open.values()) watch.close();
      open.clear();
    },
  };
}
