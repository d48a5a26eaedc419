import { type Resolution, SECOND_MS } from '@moneytrail/calendar';
import type { Quote } from '@moneytrail/contract';
import type { KnownBar } from '@moneytrail/indicators';
import { BARS_WRITTEN, type InstrumentTick, SUBSCRIBED } from '../../bus/index.ts';
import type { LiveBars } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { LiveInstrument, type LiveInstrumentDeps, type Subscription } from './live-instrument.ts';

export type SubscriptionRegistry = ReturnType<typeof createSubscriptionRegistry>;

const NONE: readonly KnownBar[] = [];

/** A clock that goes back by more was wrong before. */
const STEP_BACK_MS = 5 * SECOND_MS;

/** The subscriptions of this process's stream clients; equal subscriptions share one set of forming bars. */
export function createSubscriptionRegistry(deps: LiveInstrumentDeps) {
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

  function instrumentOf(instrument: Instrument): LiveInstrument {
    const known = live.get(instrument.id) ?? new LiveInstrument(deps, instrument);
    live.set(instrument.id, known);
    return known;
  }

  return {
    /** Follows the accepted ticks of an instrument, misprints left out; see `LiveInstrument.follow`. */
    follow(instrument: Instrument, onTick: (tick: InstrumentTick) => void): () => void {
      const unfollow = instrumentOf(instrument).follow(onTick);
      deps.bus.publish(SUBSCRIBED, { instrumentIds: [instrument.id] });
      return unfollow;
    },
    /** `onChange` is called when the snapshot may have changed, also once the stored bars are read. */
    open(instrument: Instrument, resolution: Resolution, onChange: () => void): Subscription {
      const subscribed = instrumentOf(instrument);
      const isNew = !subscribed.hasSubscribers;
      const subscription = subscribed.subscribe(resolution, onChange);
      if (isNew) deps.bus.publish(SUBSCRIBED, { instrumentIds: [instrument.id] });
      return subscription;
    },
    /** Whether the bars of a resolution are read already: a subscription causes no new reads. */
    has: ({ id }: Instrument, resolution: Resolution): boolean =>
      live.get(id)?.has(resolution) ?? false,
    /** The newest tick of an instrument that is subscribed here; null before one. */
    newestTick: (instrumentId: number): Pick<Quote, 'price' | 'timeMs'> | null =>
      live.get(instrumentId)?.newestTick ?? null,
    /** The newest bars of instruments with subscribers here, for answers of history; see `LiveBars`. */
    liveBars: {
      newest: ({ instrument, resolution }) => live.get(instrument.id)?.states(resolution) ?? NONE,
      load: async ({ instrument, resolution }) => live.get(instrument.id)?.load(resolution),
    } satisfies LiveBars,
    /** Closes bars by the clock, and repeats reads that are due. */
    sweep() {
      const nowMs = deps.clock.now();
      if (nowMs < sweptMs - STEP_BACK_MS) for (const each of live.values()) each.clockWasAhead();
      sweptMs = nowMs;
      for (const [id, each] of live) {
        each.sweep();
        if (!each.isIdle) continue;
        each.close();
        live.delete(id);
      }
    },
    /** Publishes the subscribed instruments to the owners of the feeds. */
    announce,
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const each of live.values()) each.close();
      live.clear();
    },
  };
}
