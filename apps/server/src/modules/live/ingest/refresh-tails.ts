import type { StoredResolution } from '@moneytrail/calendar';
import type { Logger } from 'pino';
import type { BarService } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { eachBounded } from './each-bounded.ts';

export type RefreshDeps = {
  bars: Pick<BarService, 'refreshTail'>;
  log: Logger;
  /** Whether to go on is pointless: the feed is offline, or no longer ours. */
  isPointless: () => boolean;
};

const MOST_READS_AT_ONCE = 4;

/** Reads the newest bars of some instruments again and stores them; one that fails does not stop the others. */
export async function refreshTails(
  deps: RefreshDeps,
  instruments: readonly Instrument[],
  resolution: StoredResolution,
  sinceMs: (instrument: Instrument) => number,
): Promise<void> {
  const { bars, log, isPointless } = deps;
  const refresh = async (instrument: Instrument) => {
    try {
      await bars.refreshTail({ instrument, resolution, sinceMs: sinceMs(instrument) });
    } catch (error) {
      log.warn({ err: error, instrument: instrument.ticker, resolution }, 'bars not refreshed');
    }
  };
  await eachBounded(instruments, MOST_READS_AT_ONCE, refresh, isPointless);
}
