import { SECOND_MS } from '@moneytrail/calendar';
import { LRUCache } from 'lru-cache';
import { STREAM_SPENT, type TickBus } from '../../../bus/index.ts';

/** The units that a caller may spend at once, and the units that come back each second. */
export type ChannelLimits = { atOnce: number; aSecond: number };

/**
 * Prices in units. A message, and each channel that it names, costs one; a channel whose bars have to be read costs more,
 * as does a connection with its ticket, session and slot. Watched instruments cost less: only their prices are read.
 */
export const STREAM_COSTS = { message: 1, channel: 1, newChannel: 4, watched: 0.2, connection: 10 };

/**
 * More than a person with several windows needs: six tabs that connect again with four new channels each spend 186, and
 * a chart that runs through a hundred symbols, which the page sends four times a second, 800.
 */
const CHANNEL_LIMITS: ChannelLimits = { atOnce: 1_000, aSecond: 20 };
/** A process notifies the others once a caller has spent this much here. */
const BATCH_UNITS = 100;
const MOST_CALLERS = 20_000;

type Deps = {
  bus: Pick<TickBus, 'publish' | 'subscribe'>;
  clock: { monotonicMs: () => number };
  /** Names this process among its replicas. */
  processId: string;
};

export type ChannelBudget = ReturnType<typeof createChannelBudget>;

/**
 * One budget of stream operations for each caller, over all connections. Processes tell each other in batches what a
 * caller has spent, so that in each of them a caller can exceed the budget by one batch, or while the bus is away by the
 * budget itself; nothing waits for a shared count.
 */
export function createChannelBudget(
  { bus, clock, processId }: Deps,
  { atOnce, aSecond }: ChannelLimits = CHANNEL_LIMITS,
) {
  const unitMs = SECOND_MS / aSecond;
  const windowMs = atOnce * unitMs;
  /** `fullAtMs`: when the budget will be whole again; `unpublished`: units that the other processes do not know yet. */
  const spending = new LRUCache<string, { fullAtMs: number; unpublished: number }>({
    max: MOST_CALLERS,
  });

  /** The spending of a caller; a new one if the budget is whole. */
  function spentBy(caller: string, nowMs: number) {
    const known = spending.get(caller);
    if (known && known.fullAtMs > nowMs) return known;
    const whole = { fullAtMs: nowMs, unpublished: 0 };
    spending.set(caller, whole);
    return whole;
  }

  const stop = bus.subscribe(STREAM_SPENT, ({ by, caller, units }) => {
    if (by === processId) return;
    const nowMs = clock.monotonicMs();
    const spent = spentBy(caller, nowMs);
    spent.fullAtMs = Math.min(spent.fullAtMs + units * unitMs, nowMs + windowMs);
  });

  return {
    /** Spends units of a caller and returns 0. Without enough of them it spends none and returns the time until there are, ms. */
    spend(caller: string, units: number): number {
      const nowMs = clock.monotonicMs();
      const spent = spentBy(caller, nowMs);
      const fullAtMs = spent.fullAtMs + units * unitMs;
      if (fullAtMs > nowMs + windowMs) return fullAtMs - nowMs - windowMs;
      spent.fullAtMs = fullAtMs;
      spent.unpublished += units;
      if (spent.unpublished >= BATCH_UNITS) {
        bus.publish(STREAM_SPENT, { by: processId, caller, units: spent.unpublished });
        spent.unpublished = 0;
      }
      return 0;
    },
    close: stop,
  };
}
