import { type Resolution, SECOND_MS } from '@moneytrail/calendar';
import type { Quote } from '@moneytrail/contract';
import { BARS_WRITTEN, SUBSCRIBED } from '../../../bus/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { LiveInstrument, type LiveInstrumentDeps, type Subscription } from './live-instrument.ts';

/** What the stream clients of this process subscribed to; equal subscriptions share one set of forming bars. */
export type SubscriptionRegistry = {
  /** `onNews` is called when the snapshot may have changed, also once the stored bars are there. */
  open: (instrument: Instrument, resolution: Resolution, onNews: () => void) => Subscription;
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
    const subscribed = [...live.values()].filter(({ hasSubscribers }) => hasSubscribers);
    const instrumentIds = subscribed.map(({ instrument }) => instrument.id);
    if (instrumentIds.length > 0) deps.bus.publish(SUBSCRIBED, { instrumentIds });
  };

  return {
    open(instrument, resolution, onNews) {
      const subscribed = live.get(instrument.id) ?? new LiveInstrument(deps, instrument);
      live.set(instrument.id, subscribed);
      const isNew = !subscribed.hasSubscribers;
      const subscription = subscribed.subscribe(resolution, onNews);
      if (isNew) announce();
      return subscription;
    },
    newestTick: (instrumentId) => live.get(instrumentId)?.newestTick ?? null,
    sweep() {
      const nowMs = deps.clock.now();
      if (nowMs < sweptMs - STEP_BACK_MS) for (const each of live.values()) each.restart();
      sweptMs = nowMs;
      for (const [id, each] of live) {
        each.sweep();
        if (!each.isIdle) continue;
        each.close();
        live.delete(id);
      }
    },
    announce,
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const each of live.values()) each.close();
      live.clear();
    },
  };
}
