import { SECOND_MS } from '@moneytrail/calendar';
import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type TickBus } from '../../../bus/index.ts';
import type { Clock } from '../../../steady-clock.ts';
import { type NewestStored, readNewestStored } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

/** The newest stored bars of instruments, kept for a moment. */
export type StoredPrices = {
  /** Those of each instrument by its id, as far as they are at hand and new enough. */
  kept: (instruments: readonly Instrument[]) => Map<number, NewestStored>;
  /** Reads the newest bars of instruments and keeps them. */
  read: (instruments: readonly Instrument[]) => Promise<Map<number, NewestStored>>;
  close: () => void;
};

export type StoredPricesDeps = Parameters<typeof readNewestStored>[0] & {
  bus: TickBus;
  clock: Pick<Clock, 'monotonicMs'>;
};

/** What another process wrote unnoticed is read after this long. */
const KEPT_MS = 5 * SECOND_MS;
/** Some hundred bytes each. */
const MOST_KEPT = 5_000;

/** Counts until bars of the instrument are written, and for five seconds at the most; what is unchanged is not unpacked again. */
export function createStoredPrices(deps: StoredPricesDeps): StoredPrices {
  const memory = new LRUCache<number, { stored: NewestStored; readMs: number }>({ max: MOST_KEPT });
  /** For each reading under way the instruments that were written meanwhile: it may have read them before. */
  const underWay = new Set<Set<number>>();
  const leave = deps.bus.subscribe(BARS_WRITTEN, ({ instrumentId }) => {
    const kept = memory.peek(instrumentId);
    if (kept) kept.readMs = Number.NEGATIVE_INFINITY;
    for (const written of underWay) written.add(instrumentId);
  });
  function find(instruments: readonly Instrument[], sinceMs: number): Map<number, NewestStored> {
    const found = new Map<number, NewestStored>();
    for (const { id } of instruments) {
      const kept = memory.get(id);
      if (kept && kept.readMs >= sinceMs) found.set(id, kept.stored);
    }
    return found;
  }
  return {
    kept: (instruments) => find(instruments, deps.clock.monotonicMs() - KEPT_MS),
    read: async (instruments) => {
      const written = new Set<number>();
      underWay.add(written);
      const readMs = deps.clock.monotonicMs();
      try {
        const known = find(instruments, Number.NEGATIVE_INFINITY);
        const newest = await readNewestStored(deps, instruments, known);
        for (const [id, stored] of newest) {
          memory.set(id, { stored, readMs: written.has(id) ? Number.NEGATIVE_INFINITY : readMs });
        }
        return newest;
      } finally {
        underWay.delete(written);
      }
    },
    close: leave,
  };
}
