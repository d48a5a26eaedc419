import type { Summary } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { BARS_WRITTEN, type TickBus } from '../../../bus/index.ts';
import {
  type ReadSummaryDeps,
  readSummary,
  type SummaryRequest,
  type TimedSummary,
} from './read-summary.ts';

/** Summaries that are kept: each until its next bar closes, or bars of its instrument are written. */
export type SummaryCache = {
  read: (request: SummaryRequest) => Promise<Summary>;
  close: () => void;
};

const MOST_KEPT = 1_000;
const MOST_INSTRUMENTS = 10_000;

/** A cache that joins equal requests under way; answers with a warning are not kept. */
export function createSummaryCache(deps: ReadSummaryDeps & { bus: TickBus }): SummaryCache {
  const kept = new LRUCache<string, Promise<TimedSummary>>({ max: MOST_KEPT });
  /** How often bars of an instrument were written; part of the key, so that older answers are never found again. */
  const writes = new LRUCache<number, number>({ max: MOST_INSTRUMENTS });
  let writeCount = 0;

  const leave = deps.bus.subscribe(BARS_WRITTEN, ({ instrumentId }) => {
    writeCount += 1;
    writes.set(instrumentId, writeCount);
  });

  function keyOf({ instrument, resolution, inputs }: SummaryRequest): string {
    const write = writes.get(instrument.id) ?? 0;
    return [instrument.id, write, resolution, ...Object.values(inputs)].join(' ');
  }

  return {
    async read(request) {
      const key = keyOf(request);
      const known = kept.get(key);
      if (known && (await known).validUntilMs > deps.clock.now()) return (await known).summary;
      const reading = readSummary(deps, request);
      kept.set(key, reading);
      try {
        const { summary, validUntilMs } = await reading;
        if (validUntilMs <= deps.clock.now()) kept.delete(key);
        return summary;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
    close: leave,
  };
}
