import { type Resolution, SECOND_MS } from '@moneytrail/calendar';
import type { Quote } from '@moneytrail/contract';
import { BARS_WRITTEN, SUBSCRIBED } from '../../../bus/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { Snapshot } from './forming-bar.ts';
import { LiveInstrument, type LiveInstrumentDeps } from './live-instrument.ts';

/** A subscription to one instrument in one resolution. */
type Subscription = {
  /** The newest state; null before anything is known. The same object as long as nothing changed. */
  snapshot: () => Snapshot | null;
  close: () => void;
};

/** What the stream clients of this process subscribed to; equal subscriptions share one set of forming bars. */
export type SubscriptionRegistry = {
  /** `listener` is called when the snapshot may have changed, also once the stored bars are there. */
  open: (instrument: Instrument, resolution: Resolution, listener: () => void) => Subscription;
  /** The newest tick of an instrument that is subscribed here; null where none came. */
  newestTick: (instrumentId: number) => Pick<Quote, 'price' | 'timeMs'> | null;
  /** Closes bars by the clock and repeats readings that are due. */
  sweep: () => void;
  /** Publishes what is subscribed here to the owners of the feeds. */
  announce: () => void;
  close: () => void;
};

/** A clock that goes back further was wrong before. */
const STEP_BACK_MS = 5 * SECOND_MS;

/** A registry on the ticks of a bus and the stored bars. */
export function createSubscriptionRegistry(deps: LiveInstrumentDeps): SubscriptionRegistry {
  const live = new Map<number, LiveInstrument>();
  let sweptMs = deps.clock.now();

  const unsubscribes = [
    deps.bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution }) =>
      live.get(instrumentId)?.barsWritten(resolution),
    ),
    deps.bus.onReconnect(() => {
      for (const each of live.values()) each.invalidate();
      announce();
    }),
  ];
  const announce = () => {
    if (live.size > 0) deps.bus.publish(SUBSCRIBED, { instrumentIds: [...live.keys()] });
  };

  function liveInstrumentOf(instrument: Instrument): LiveInstrument {
    const existing = live.get(instrument.id);
    if (existing) return existing;
    const opened = new LiveInstrument(deps, instrument);
    live.set(instrument.id, opened);
    announce();
    return opened;
  }

  return {
    open(instrument, resolution, listener) {
      const subscribed = liveInstrumentOf(instrument);
      // Equal listeners of two subscriptions must not be one entry of the set.
      const remove = subscribed.add(resolution, () => listener());
      return {
        snapshot: () => subscribed.snapshot(resolution),
        close() {
          remove();
          if (!subscribed.isIdle || live.get(instrument.id) !== subscribed) return;
          subscribed.close();
          live.delete(instrument.id);
        },
      };
    },
    newestTick: (instrumentId) => live.get(instrumentId)?.newestTick ?? null,
    sweep() {
      const nowMs = deps.clock.now();
      if (nowMs < sweptMs - STEP_BACK_MS) for (const each of live.values()) each.restart();
      sweptMs = nowMs;
      for (const each of live.values()) each.sweep();
    },
    announce,
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const each of live.values()) each.close();
      live.clear();
    },
  };
}
