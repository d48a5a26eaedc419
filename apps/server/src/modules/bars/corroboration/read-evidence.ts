import { barClosesAtMs, barOpensAtMs, DAY_MS, type StoredResolution } from '@moneytrail/calendar';
import { AppError, type Bar } from '@moneytrail/contract';
import { roundToScale, trueRangeOf } from '@moneytrail/indicators';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { type BarColumns, barsOf, NO_BARS, positionOf } from '../columns/bar-columns.ts';
import type { ReadOptions } from '../failures.ts';
import { type ReadHistory, rollUp } from '../history.ts';
import { readQuarantinedBar } from '../store/quarantine.ts';
import { type FeedKinds, seriesKey } from '../store/series.ts';
import { COMPARED_BARS, reaches } from '../validation/filter-outliers.ts';
import { OUTLIER_TRUE_RANGES, outlierDistance } from '../validation/true-range.ts';
import { FINER, sameElsewhere } from './corroborate-bar.ts';

/** A second source of a quarantined bar. */
type Source = {
  /** The ticker of another feed; null for the vendor's own finer bars. */
  ticker: string | null;
  /** The resolution that was read. */
  resolution: StoredResolution;
  /** Its bar of the same time; null if it has none. */
  bar: Bar | null;
  /** Whether its bar reaches the high and the low of the quarantined one. */
  isReached: boolean;
  /** The reason why bars may be missing. */
  warning: string | null;
};

/** The evidence by which a person judges a quarantined bar. */
type BarEvidence = {
  /** Accepted bars, ascending. */
  before: Bar[];
  after: Bar[];
  /** The accepted bar of the same time, which acceptance would replace. */
  stored: Bar | null;
  trueRange: number;
  /** The usual true range before it; null if there are too few bars. */
  usualRange: number | null;
  sources: Source[];
};

/** Bars shown on either side. */
const SHOWN = 20;
/** Windows that hold the bars after any bar, over long weekends. */
const AFTER_MS: Record<StoredResolution, number> = {
  '1': 5 * DAY_MS,
  '15': 6 * DAY_MS,
  '60': 14 * DAY_MS,
  '1D': 60 * DAY_MS,
};
/** The minutes of one day. */
const MOST_FINER = 1_440;

type EvidenceDeps = {
  db: Db;
  feeds: FeedKinds;
  clock: { now: () => number };
  bars: { history: ReadHistory };
  /** Limits of the reads. */
  options?: ReadOptions;
};

async function readWindow(
  { bars, options }: EvidenceDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  { fromMs, toMs, limit }: { fromMs: number; toMs: number; limit: number },
) {
  const window = { fromMs, toMs, limit, countBack: 0, order: 'oldest' } as const;
  return bars.history({ instrument, resolution, ...window }, options);
}

/** The window of a second source: no bars and the reason if it cannot be read, as the others may still tell. */
async function readSource(
  ...read: Parameters<typeof readWindow>
): Promise<{ columns: BarColumns; warning: string | null }> {
  try {
    return await readWindow(...read);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FEED_UNAVAILABLE') throw error;
    return { columns: NO_BARS, warning: error.message };
  }
}

/** The vendor's finer bars of the same time, rolled up: the coarsest available ones, which take the fewest requests. */
async function readFiner(
  deps: EvidenceDeps,
  instrument: Instrument,
  { resolution, bar }: QuarantinedPlace,
): Promise<Source[]> {
  const { hours } = instrument;
  const span = {
    fromMs: barOpensAtMs(hours, resolution, bar.time),
    toMs: barClosesAtMs(hours, resolution, bar.time),
  };
  let source: Source | null = null;
  for (const finer of FINER[resolution].toReversed()) {
    const window = { ...span, limit: MOST_FINER };
    const { columns, warning } = await readSource(deps, instrument, finer, window);
    const rolled = barsOf(rollUp({ hours, from: finer, to: resolution }, columns));
    const found = rolled.find(({ time }) => time === bar.time) ?? null;
    const isReached = found !== null && reaches(found, bar);
    source = { ticker: null, resolution: finer, bar: found, isReached, warning };
    if (found) break;
  }
  return source ? [source] : [];
}

/** Another feed's bar of the same time, even if it is quarantined there. */
async function readElsewhere(
  deps: EvidenceDeps,
  other: Instrument,
  { resolution, bar }: QuarantinedPlace,
): Promise<Source> {
  const span = { fromMs: bar.time, toMs: bar.time + 1, limit: 1 };
  const { columns, warning } = await readSource(deps, other, resolution, span);
  const [accepted = null] = barsOf(columns);
  const key = seriesKey(deps, other, resolution);
  const found = (await readQuarantinedBar(deps.db, key, bar.time)) ?? accepted;
  const isReached = found !== null && reaches(found, bar);
  return { ticker: other.ticker, resolution, bar: found, isReached, warning };
}

type QuarantinedPlace = { resolution: StoredResolution; bar: Bar };

/**
 * Reads the bars around a quarantined bar and its second sources, asking the feeds for what is not stored. Rejects with
 * 503 if nothing around it is known.
 */
export async function readEvidence(
  deps: EvidenceDeps,
  instrument: Instrument,
  quarantined: QuarantinedPlace,
  all: readonly Instrument[],
): Promise<BarEvidence> {
  const { resolution, bar } = quarantined;
  const { time } = bar;
  const [earlier, later, finer, elsewhere] = await Promise.all([
    deps.bars.history(
      {
        instrument,
        resolution,
        fromMs: time,
        toMs: time,
        limit: COMPARED_BARS + 1,
        countBack: COMPARED_BARS + 1,
      },
      deps.options,
    ),
    readWindow(deps, instrument, resolution, {
      fromMs: time,
      toMs: Math.min(time + AFTER_MS[resolution], deps.clock.now()),
      limit: SHOWN + 1,
    }),
    readFiner(deps, instrument, quarantined),
    Promise.all(
      sameElsewhere(deps, instrument, all).map((other) => readElsewhere(deps, other, quarantined)),
    ),
  ]);
  const before = barsOf(earlier.columns);
  const usual = outlierDistance(before);
  const rounded = (value: number) => roundToScale(value, instrument.priceScale);
  const from = positionOf(later.columns, time);
  const following = barsOf(later.columns).slice(from);
  const stored = following.find((each) => each.time === time) ?? null;
  return {
    before: before.slice(-SHOWN),
    after: following.filter((each) => each.time > time).slice(0, SHOWN),
    stored,
    trueRange: rounded(trueRangeOf(bar.high, bar.low, before.at(-1)?.close ?? Number.NaN)),
    usualRange: usual === null ? null : rounded(usual / OUTLIER_TRUE_RANGES),
    sources: [...finer, ...elsewhere],
  };
}
