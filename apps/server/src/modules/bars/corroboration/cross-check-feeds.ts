import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { barAt, barsBetween, concatColumns } from '../columns/bar-columns.ts';
import { type QuarantinedBar, readQuarantinedBar } from '../store/quarantine.ts';
import { type FeedKinds, seriesKey } from '../store/series.ts';
import { reaches } from '../validation/filter-outliers.ts';
import type { Evidence, FinerDeps } from './corroborate-with-finer-bars.ts';

export type OtherFeedsDeps = FinerDeps & {
  db: Db;
  feeds: FeedKinds;
};

/** The same thing at other feeds: the same code traded in the same hours, real prices beside real ones. */
function sameElsewhere(
  { feeds }: OtherFeedsDeps,
  instrument: Instrument,
  all: readonly Instrument[],
): Instrument[] {
  const { exchange, code, hours } = instrument;
  return all.filter(
    (other) =>
      other.exchange !== exchange &&
      other.code === code &&
      other.hours.id === hours.id &&
      feeds[other.exchange].isSimulated === feeds[exchange].isSimulated,
  );
}

/** The other feed's bar of the same time. One that is quarantined there counts too: two vendors do not misprint alike. */
async function crossCheck(
  deps: OtherFeedsDeps,
  other: Instrument,
  quarantined: QuarantinedBar,
): Promise<Evidence> {
  const { bar } = quarantined;
  const key = seriesKey(deps, other, quarantined.key.resolution);
  const span = { fromMs: chunkStartOf(key.resolution, bar.time), toMs: bar.time + 1 };
  const { chunks } = await deps.backfiller.readThrough(other, key.resolution, span);
  const columns = barsBetween(
    concatColumns(chunks.map((chunk) => chunk.columns)),
    bar.time,
    bar.time + 1,
  );
  const accepted = columns.length > 0 ? barAt(columns, 0) : null;
  if (accepted && reaches(accepted, bar)) return 'confirms';
  const quarantinedThere = await readQuarantinedBar(deps.db, key, bar.time);
  if (quarantinedThere && reaches(quarantinedThere, bar)) return 'confirms';
  return accepted ? 'contradicts' : 'silent';
}

/**
 * Asks the other feeds that carry the same instrument; one that confirms outweighs those that do not. A feed that
 * cannot be reached is silent.
 */
export async function crossCheckFeeds(
  deps: OtherFeedsDeps,
  instrument: Instrument,
  quarantined: QuarantinedBar,
  all: readonly Instrument[],
): Promise<Evidence> {
  let evidence: Evidence = 'silent';
  for (const other of sameElsewhere(deps, instrument, all)) {
    const found = await crossCheck(deps, other, quarantined);
    if (found === 'confirms') return found;
    if (found === 'contradicts') evidence = found;
  }
  return evidence;
}
