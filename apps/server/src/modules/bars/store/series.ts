import type { Span, StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

/** A series of stored bars. Vendor and simulator have separate series, which are never mixed. */
export type SeriesKey = {
  instrumentId: number;
  resolution: StoredResolution;
  isSimulated: boolean;
};

/** Whether each feed of this process is simulated. */
export type FeedKinds = Record<ExchangeName, { readonly isSimulated: boolean }>;

/** The series of an instrument's feed in this process. */
export function seriesKey(
  { feeds }: { feeds: FeedKinds },
  { id, exchange }: Pick<Instrument, 'id' | 'exchange'>,
  resolution: StoredResolution,
): SeriesKey {
  return { instrumentId: id, resolution, isSimulated: feeds[exchange].isSimulated };
}

/** Names a series within a process, in which each feed is either real or simulated. */
export function seriesName({
  instrumentId,
  resolution,
}: Pick<SeriesKey, 'instrumentId' | 'resolution'>): string {
  return `${instrumentId}/${resolution}`;
}

/** The columns that identify a series in every table of bars. */
export function seriesColumns({ instrumentId, resolution, isSimulated }: SeriesKey) {
  return { instrument_id: instrumentId, resolution, is_simulated: isSimulated };
}

/** The time before which a series has no bars; null while unknown. */
export async function readBeginning(db: Db, key: SeriesKey): Promise<number | null> {
  const row = await db
    .selectFrom('bar_series')
    .select('beginning_ms')
    .where((where) => where.and(seriesColumns(key)))
    .executeTakeFirst();
  return row?.beginning_ms ?? null;
}

/** The beginning of an instrument's daily history; null while unknown. */
export function readSeriesBeginning(
  { db, feeds }: { db: Db; feeds: FeedKinds },
  instrument: Pick<Instrument, 'id' | 'exchange'>,
): Promise<number | null> {
  return readBeginning(db, seriesKey({ feeds }, instrument, '1D'));
}

/** PostgreSQL takes at most 65 535 parameters per statement. */
const IDS_A_STATEMENT = 10_000;

/** The ids of those instruments whose feed was ever asked for days. */
export async function readBegun(
  { db, feeds }: { db: Db; feeds: FeedKinds },
  instruments: readonly Pick<Instrument, 'id' | 'exchange'>[],
): Promise<number[]> {
  const begun: number[] = [];
  for (let at = 0; at < instruments.length; at += IDS_A_STATEMENT) {
    const some = instruments.slice(at, at + IDS_A_STATEMENT);
    const rows = await db
      .selectFrom('bar_series')
      .select(['instrument_id as id', 'is_simulated as isSimulated'])
      .where('resolution', '=', '1D')
      .where(
        'instrument_id',
        'in',
        some.map(({ id }) => id),
      )
      .execute();
    const kinds = new Map(some.map(({ id, exchange }) => [id, feeds[exchange].isSimulated]));
    for (const { id, isSimulated } of rows) if (kinds.get(id) === isSimulated) begun.push(id);
  }
  return begun;
}

/** Locks a series for writing until the transaction ends. */
export async function lockSeries(
  transaction: Transaction<Database>,
  key: SeriesKey,
): Promise<void> {
  await transaction
    .insertInto('bar_series')
    .values(seriesColumns(key))
    .onConflict((conflict) =>
      conflict.columns(['instrument_id', 'resolution', 'is_simulated']).doNothing(),
    )
    .execute();
  await transaction
    .selectFrom('bar_series')
    .select('instrument_id')
    .where((where) => where.and(seriesColumns(key)))
    .forUpdate()
    .execute();
}

/** Stores that an operator has imported a span, whose bars no feed may replace. */
export async function noteImport(db: Db, key: SeriesKey, { fromMs, toMs }: Span): Promise<void> {
  await db
    .insertInto('bar_imports')
    .values({ ...seriesColumns(key), from_ms: fromMs, to_ms: toMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The imported spans of a series, in any order. */
export async function readImports(db: Db, key: SeriesKey): Promise<Span[]> {
  const rows = await db
    .selectFrom('bar_imports')
    .select(['from_ms as fromMs', 'to_ms as toMs'])
    .where((where) => where.and(seriesColumns(key)))
    .execute();
  return rows;
}
