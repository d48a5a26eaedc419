import { isBarClosed, type Resolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import type { BarService } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

type WriteListener = Parameters<BarService['onWritten']>[0];
type Refreshed = Omit<Parameters<BarService['refreshTail']>[0], 'instrument' | 'fence'> & {
  ticker: string;
};

/** Bars of a test, answered like stored ones. */
export type MemoryBars = Pick<BarService, 'history' | 'lastBars' | 'refreshTail' | 'onWritten'> & {
  put: (instrument: Instrument, resolution: Resolution, bars: readonly Bar[]) => void;
  /** Notifies that stored bars of an instrument were written. */
  announce: WriteListener;
  refreshed: Refreshed[];
  /** The time of the read from the feed: bars that closed before it are final. 0 at first, so that ticks know more. */
  knownUntilMs: number;
};

export function createMemoryBars(): MemoryBars {
  const kept = new Map<string, readonly Bar[]>();
  const listeners = new Set<WriteListener>();
  const refreshed: Refreshed[] = [];
  const memory: MemoryBars = {
    history: async () => {
      throw new Error('these bars have no history');
    },
    async lastBars({ instrument, resolution, count }) {
      const bars = kept.get(`${instrument.id} ${resolution}`) ?? [];
      const open = bars.find(
        ({ time }) => !isBarClosed(instrument.hours, resolution, time, memory.knownUntilMs),
      );
      return {
        columns: columnsFrom(bars.slice(-count)),
        warning: null,
        wholeUntilMs: open?.time ?? Number.POSITIVE_INFINITY,
        knownUntilMs: memory.knownUntilMs,
      };
    },
    async refreshTail({ instrument: { ticker }, fence: _fence, ...asked }) {
      refreshed.push({ ticker, ...asked });
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put: (instrument, resolution, bars) => void kept.set(`${instrument.id} ${resolution}`, bars),
    announce(...written) {
      for (const listener of listeners) listener(...written);
    },
    refreshed,
    knownUntilMs: 0,
  };
  return memory;
}
