import type { StoredResolution } from '@moneytrail/calendar';
import type { Db } from '../../db/index.ts';
import type { Clock } from '../../steady-clock.ts';
import type { Instrument } from '../catalogue/index.ts';
import { fromStore, type ReadOptions } from './failures.ts';
import { contractBounds, startOfDate } from './series-bounds.ts';
import { readOldestTime } from './store/chunks.ts';
import { type FeedKinds, readBeginning, seriesKey, seriesName } from './store/series.ts';
import { writeBeginning } from './store/write-bars.ts';

export type SeriesSource = ReturnType<typeof createSeriesSource>;

type SeriesSourceDeps = {
  db: Db;
  feeds: FeedKinds;
  clock: Clock;
  /** Reads the whole daily history of an instrument from its feed; answers its beginning. */
  discoverDaily: (instrument: Instrument, options: ReadOptions) => Promise<number>;
};

/** Another process may have stored older bars: a known beginning is read again after this time. */
const KNOWN_AGE_MS = 5_000;

/** Knows where each series begins. */
export function createSeriesSource(deps: SeriesSourceDeps) {
  const stored = new Map<string, { reading: Promise<number | null>; atMs: number }>();
  const derived = new Map<string, { boundMs: number; atMs: number }>();

  function known(instrument: Instrument, resolution: StoredResolution): Promise<number | null> {
    const key = seriesKey(deps, instrument, resolution);
    const name = seriesName(key);
    const atMs = deps.clock.monotonicMs();
    const last = stored.get(name);
    if (last && atMs - last.atMs < KNOWN_AGE_MS) return last.reading;
    const reading = fromStore(readBeginning(deps.db, key));
    stored.set(name, { reading, atMs });
    reading.catch(() => stored.delete(name));
    return reading;
  }

  function note(name: string, beginningMs: number): void {
    stored.set(name, { reading: Promise.resolve(beginningMs), atMs: deps.clock.monotonicMs() });
  }

  async function daily(instrument: Instrument, options: ReadOptions): Promise<number> {
    const noted = await known(instrument, '1D');
    if (noted === null && options.failure !== undefined) throw options.failure;
    if (noted !== null) return noted;
    const beginning = await deps.discoverDaily(instrument, options);
    note(seriesName(seriesKey(deps, instrument, '1D')), beginning);
    return beginning;
  }

  /** Intraday bars begin no earlier than daily ones, unless older ones are stored; unbounded if days cannot be read. */
  async function derive(
    instrument: Instrument,
    resolution: StoredResolution,
    options: ReadOptions,
  ): Promise<number> {
    const key = seriesKey(deps, instrument, resolution);
    const last = derived.get(seriesName(key));
    if (last && deps.clock.monotonicMs() - last.atMs < KNOWN_AGE_MS) return last.boundMs;
    const dayMs = await daily(instrument, options).catch(() => null);
    if (dayMs === null) return Number.NEGATIVE_INFINITY;
    const oldest = (await fromStore(readOldestTime(deps.db, key))) ?? Number.POSITIVE_INFINITY;
    const boundMs = Math.min(oldest, startOfDate(instrument.hours, resolution, dayMs));
    derived.set(seriesName(key), { boundMs, atMs: deps.clock.monotonicMs() });
    return boundMs;
  }

  return {
    /** The time before which a series has no bars; never before the contract's start. */
    beginningOf: async (
      instrument: Instrument,
      resolution: StoredResolution,
      options: ReadOptions,
    ): Promise<number> => {
      const contractMs = contractBounds(instrument, resolution).fromMs;
      if (resolution === '1D') return Math.max(contractMs, await daily(instrument, options));
      const own = await known(instrument, resolution);
      return Math.max(contractMs, own ?? (await derive(instrument, resolution, options)));
    },
    /** Stores that a series has no bars before a moment. */
    noteBeginning: async (
      instrument: Instrument,
      resolution: StoredResolution,
      beginningMs: number,
    ): Promise<void> => {
      const key = seriesKey(deps, instrument, resolution);
      note(seriesName(key), await fromStore(writeBeginning(deps.db, key, beginningMs)));
    },
  };
}
