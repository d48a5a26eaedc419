import { STORED_RESOLUTIONS, type StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { type ReaderDeps, readSpan } from '../backfill/feed-reader.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { seriesName } from '../store/series.ts';
import type { GapWatch, GapWork } from './gap-watch.ts';
import { readRecentGaps } from './recent-gaps.ts';

/** A bounded piece of work on the stored bars of one feed; doing it twice changes nothing. */
export type MaintenanceRound = {
  exchange: ExchangeName;
  /** Enabled instruments of every exchange. */
  instruments: readonly Instrument[];
  signal: AbortSignal;
};

export type GapRound = MaintenanceRound & {
  /** Whether the newest bars of a series are read in a steady rhythm, so that none may be missing. */
  isKeptUp: (resolution: StoredResolution) => boolean;
  /** Since when the feed was away, in the first round after that; else null. */
  awaySinceMs: number | null;
};

type Series = { instrument: Instrument; resolution: StoredResolution; name: string };
type SeriesWork = { series: Series; work: GapWork };

/** Each round looks at this part of all series: with a round a minute every one is looked at within four. */
const SHARE_A_ROUND = 1 / 4;
/** Questions to the vendor in a round; what is left over comes first in the next one. */
const MOST_READS = 30;

function seriesOf({ exchange, instruments }: GapRound): Series[] {
  return instruments
    .filter((instrument) => instrument.exchange === exchange)
    .flatMap((instrument) =>
      STORED_RESOLUTIONS.map((resolution) => {
        const name = seriesName({ instrumentId: instrument.id, resolution });
        return { instrument, resolution, name };
      }),
    );
}

/** Those not looked at since the feed's last outage, else the ones that were not looked at for longest. */
function choose(watch: GapWatch, all: readonly Series[]): (Series & { isStale: boolean })[] {
  const scanned = all.map((series) => ({ ...series, ...watch.scanned(series.name) }));
  const stale = scanned.filter(({ isStale }) => isStale);
  const oldest = scanned.toSorted((a, b) => a.atMs - b.atMs);
  const share = Math.ceil(all.length * SHARE_A_ROUND);
  return [...new Set([...stale, ...oldest.slice(0, share)])];
}

async function scan(deps: ReaderDeps, watch: GapWatch, round: GapRound): Promise<SeriesWork[]> {
  const found: SeriesWork[] = [];
  for (const series of choose(watch, seriesOf(round))) {
    round.signal.throwIfAborted();
    const { resolution, name, isStale } = series;
    const isKeptUp = round.isKeptUp(resolution);
    const gaps = await readRecentGaps(deps, { ...series, isKeptUp, isHasty: isStale });
    const pieceOf = (timeMs: number) => chunkStartOf(resolution, timeMs);
    for (const work of watch.plan(name, gaps, pieceOf)) found.push({ series, work });
  }
  return found;
}

/** Reads one stretch; answers the failure of the feed. */
async function repair(
  deps: ReaderDeps,
  watch: GapWatch,
  { series, work }: SeriesWork,
  signal: AbortSignal,
): Promise<FeedError | null> {
  const { log } = deps;
  const { instrument, resolution, name } = series;
  const { fromMs, toMs, barCount } = work;
  const { ticker } = instrument;
  try {
    await readSpan(deps, instrument, resolution, { fromMs, toMs }, signal);
    watch.noteRead(name, work);
    if (work.isNew) {
      log.warn({ ticker, resolution, fromMs, toMs, barCount }, 'missing bars were read again');
    }
    return null;
  } catch (error) {
    watch.putOff(name);
    signal.throwIfAborted();
    log.warn({ err: error, ticker, resolution, fromMs, toMs }, 'missing bars could not be read');
    return error instanceof FeedError ? error : null;
  }
}

/**
 * Asks a feed for stretches of at least two bars that sessions and holidays say should be stored among the last days
 * and are not. What was never asked for comes first, then what the vendor did not have some time ago. Every instrument
 * has its turn: what exceeds the round's share of questions is asked in the next one. Answers the failure of the feed that
 * ended the round.
 */
export async function repairGaps(
  deps: ReaderDeps,
  watch: GapWatch,
  round: GapRound,
): Promise<FeedError | null> {
  if (round.awaySinceMs !== null) watch.feedIsBack(round.awaySinceMs);
  const found = await scan(deps, watch, round);
  const ordered = found.toSorted((a, b) => Number(b.work.isNew) - Number(a.work.isNew));
  let failure: FeedError | null = null;
  for (const [index, each] of ordered.entries()) {
    const isOver = failure !== null || index >= MOST_READS;
    if (isOver) watch.putOff(each.series.name);
    else failure = await repair(deps, watch, each, round.signal);
  }
  return failure;
}
