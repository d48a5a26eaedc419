import type { StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { contractBounds, startOfDate } from '../history/series-bounds.ts';
import { readOldestTime } from '../store/chunk-rows.ts';
import {
  type Db,
  deleteSeries,
  readFacts,
  type SeriesKey,
  seriesName,
  writeFacts,
} from '../store/series.ts';

/** Where the history of every series begins, as far as is known. */
export type KnownSeries = {
  /** The moment before which there are no bars; the contract's start, or the first day, at the earliest. */
  beginningOf: (instrument: Instrument, resolution: StoredResolution) => Promise<number>;
  /** Notes that a series has no bars before a moment. */
  noteBeginning: (
    instrument: Instrument,
    resolution: StoredResolution,
    beginningMs: number,
  ) => Promise<void>;
  /** Sees to it that simulated and real bars never mix: bars of the other kind are forgotten. Cheap after the first time. */
  claim: (instrument: Instrument, resolution: StoredResolution) => Promise<void>;
};

export type KnownSeriesDeps = {
  db: Db;
  feeds: Record<ExchangeName, Pick<Feed, 'isSimulated'>>;
  clock: { now: () => number };
  log: { warn: (detail: object, message: string) => void };
  /** Reads the whole daily history of an instrument once and answers its beginning. */
  discoverDaily: (instrument: Instrument) => Promise<number>;
};

/** A bound that only follows from other series is worked out again after this time. */
const DERIVED_AGE_MS = 60_000;

const keyOf = (instrument: Instrument, resolution: StoredResolution): SeriesKey => ({
  instrumentId: instrument.id,
  resolution,
});

/** Removes bars that the other kind of feed told; answers the beginning that is known then. */
async function claimSeries(
  { db, feeds, log }: KnownSeriesDeps,
  instrument: Instrument,
  key: SeriesKey,
): Promise<number | null> {
  const { isSimulated } = feeds[instrument.exchange];
  const facts = await readFacts(db, key);
  if (facts.isSimulated === isSimulated) return facts.beginningMs;
  if (facts.isSimulated !== null) {
    await deleteSeries(db, key);
    log.warn({ ...key, isSimulated }, 'bars of another kind of feed were removed');
  }
  await writeFacts(db, key, { isSimulated });
  return facts.isSimulated === null ? facts.beginningMs : null;
}

/** Remembers what is known for as long as the process lives. */
export function createKnownSeries(deps: KnownSeriesDeps): KnownSeries {
  const beginnings = new Map<string, number>();
  const claims = new Map<string, Promise<number | null>>();
  const derived = new Map<string, { boundMs: number; atMs: number }>();

  function claimed(instrument: Instrument, resolution: StoredResolution): Promise<number | null> {
    const key = keyOf(instrument, resolution);
    const name = seriesName(key);
    const claim = claims.get(name) ?? claimSeries(deps, instrument, key);
    claims.set(name, claim);
    claim.catch(() => claims.delete(name));
    return claim;
  }

  async function known(instrument: Instrument, resolution: StoredResolution) {
    const name = seriesName(keyOf(instrument, resolution));
    return beginnings.get(name) ?? (await claimed(instrument, resolution));
  }

  async function daily(instrument: Instrument): Promise<number> {
    const beginning = (await known(instrument, '1D')) ?? (await deps.discoverDaily(instrument));
    beginnings.set(seriesName(keyOf(instrument, '1D')), beginning);
    return beginning;
  }

  /** Minutes cannot begin before days do, unless older ones are stored; where days cannot be read that bound is missing. */
  async function derive(instrument: Instrument, resolution: StoredResolution): Promise<number> {
    const key = keyOf(instrument, resolution);
    const last = derived.get(seriesName(key));
    if (last && deps.clock.now() - last.atMs < DERIVED_AGE_MS) return last.boundMs;
    const dayMs = await daily(instrument).catch(() => null);
    if (dayMs === null) return Number.NEGATIVE_INFINITY;
    const oldest = (await readOldestTime(deps.db, key)) ?? Number.POSITIVE_INFINITY;
    const boundMs = Math.min(oldest, startOfDate(instrument.hours, resolution, dayMs));
    derived.set(seriesName(key), { boundMs, atMs: deps.clock.now() });
    return boundMs;
  }

  return {
    beginningOf: async (instrument, resolution) => {
      const contractMs = contractBounds(instrument, resolution).fromMs;
      if (resolution === '1D') return Math.max(contractMs, await daily(instrument));
      const own = await known(instrument, resolution);
      return Math.max(contractMs, own ?? (await derive(instrument, resolution)));
    },
    noteBeginning: async (instrument, resolution, beginningMs) => {
      const key = keyOf(instrument, resolution);
      await writeFacts(deps.db, key, { beginningMs });
      beginnings.set(seriesName(key), beginningMs);
    },
    claim: async (instrument, resolution) => {
      await claimed(instrument, resolution);
    },
  };
}
