import type { StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { contractBounds, startOfDate } from '../history/series-bounds.ts';
import {
  type Db,
  readBeginning,
  type SeriesKey,
  seriesName,
  writeBeginning,
} from '../store/series.ts';

/** Where the history of every series begins, as far as is known. */
export type KnownBeginnings = {
  /** The moment before which there are no bars; the contract's start, or the first day, at the earliest. */
  of: (instrument: Instrument, resolution: StoredResolution) => Promise<number>;
  /** Notes that a series has no bars before a moment. */
  note: (
    instrument: Instrument,
    resolution: StoredResolution,
    beginningMs: number,
  ) => Promise<void>;
};

/** `discoverDaily` reads the whole daily history of an instrument once and answers its beginning. */
export function createKnownBeginnings(deps: {
  db: Db;
  discoverDaily: (instrument: Instrument) => Promise<number>;
}): KnownBeginnings {
  const remembered = new Map<string, number>();

  async function known(key: SeriesKey): Promise<number | null> {
    const name = seriesName(key);
    const beginning = remembered.get(name) ?? (await readBeginning(deps.db, key));
    if (beginning !== null) remembered.set(name, beginning);
    return beginning;
  }

  async function daily(instrument: Instrument): Promise<number> {
    const key: SeriesKey = { instrumentId: instrument.id, resolution: '1D' };
    const beginning = (await known(key)) ?? (await deps.discoverDaily(instrument));
    remembered.set(seriesName(key), beginning);
    return beginning;
  }

  return {
    of: async (instrument, resolution) => {
      const contractMs = contractBounds(instrument, resolution).fromMs;
      if (resolution === '1D') return Math.max(contractMs, await daily(instrument));
      const own = await known({ instrumentId: instrument.id, resolution });
      if (own !== null) return Math.max(contractMs, own);
      // Minutes cannot begin before days do; where the days cannot be read that bound is missing, nothing else.
      const dayMs = await daily(instrument).catch(() => null);
      if (dayMs === null) return contractMs;
      return Math.max(contractMs, startOfDate(instrument.hours, resolution, dayMs));
    },
    note: async (instrument, resolution, beginningMs) => {
      const key: SeriesKey = { instrumentId: instrument.id, resolution };
      await writeBeginning(deps.db, key, beginningMs);
      remembered.set(seriesName(key), beginningMs);
    },
  };
}
