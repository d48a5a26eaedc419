import type { ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { barAt, barsBetween, concatColumns } from '../columns/bar-columns.ts';
import { reaches } from '../door/reaches.ts';
import { readWhole, type WholeDeps } from '../history/read-whole.ts';
import { type HeldBar, readHeldBar } from '../store/held-bars.ts';
import type { Db, SeriesKey } from '../store/series.ts';
import type { Word } from './word.ts';

export type OtherFeedsDeps = WholeDeps & {
  db: Db;
  feeds: Record<ExchangeName, Pick<Feed, 'isSimulated'>>;
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

/** The other feed's bar of the same time. One that is held back there counts too: two vendors do not misprint alike. */
async function hearOther(deps: OtherFeedsDeps, other: Instrument, held: HeldBar): Promise<Word> {
  const { bar } = held;
  const key: SeriesKey = { instrumentId: other.id, resolution: held.key.resolution };
  const span = { fromMs: chunkStartOf(key.resolution, bar.time), toMs: bar.time + 1 };
  const { chunks } = await readWhole(deps, other, key, span);
  const columns = barsBetween(
    concatColumns(chunks.map((chunk) => chunk.columns)),
    bar.time,
    bar.time + 1,
  );
  const believed = columns.length > 0 ? barAt(columns, 0) : null;
  if (believed && reaches(believed, bar)) return 'confirms';
  const heldThere = await readHeldBar(deps.db, key, bar.time);
  if (heldThere && reaches(heldThere, bar)) return 'confirms';
  return believed ? 'contradicts' : 'silent';
}

/**
 * Asks the other feeds that carry the same instrument; one that confirms outweighs those that do not. A feed that
 * cannot be reached is silent.
 */
export async function hearOtherFeeds(
  deps: OtherFeedsDeps,
  instrument: Instrument,
  held: HeldBar,
  all: readonly Instrument[],
): Promise<Word> {
  let word: Word = 'silent';
  for (const other of sameElsewhere(deps, instrument, all)) {
    const heard = await hearOther(deps, other, held);
    if (heard === 'confirms') return heard;
    if (heard === 'contradicts') word = heard;
  }
  return word;
}
