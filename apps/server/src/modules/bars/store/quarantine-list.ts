import type { StoredResolution } from '@moneytrail/calendar';
import type { Bar, ExchangeName } from '@moneytrail/contract';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { type FeedKinds, type SeriesKey, seriesColumns } from './series.ts';
import { writeBarsWithin } from './write-bars.ts';

/** A quarantined bar with its instrument, and what is known of it. */
export type ListedBar = {
  instrumentId: number;
  exchange: ExchangeName;
  code: string;
  description: string;
  resolution: StoredResolution;
  bar: Bar;
  isRejected: boolean;
  /** Why it was rejected; null before, and where that was not kept. */
  reason: string | null;
  /** When corroboration was tried first, and when it is tried next. */
  askedAtMs: number | null;
  dueMs: number;
};

/** Where a bar stands in the list: the newest first. */
export type ListPlace = { time: number; instrumentId: number; resolution: StoredResolution };

export type QuarantineFilter = {
  exchange?: ExchangeName | undefined;
  code?: string | undefined;
  isRejected?: boolean | undefined;
};

/** Quarantined bars of the feeds as they are in this process, the newest first; at most `most` that follow a place. */
export async function listQuarantined(
  { db, feeds }: { db: Db; feeds: FeedKinds },
  filter: QuarantineFilter,
  after: ListPlace | null,
  most: number,
): Promise<ListedBar[]> {
  const simulated = Object.entries(feeds).flatMap(([name, feed]) => (feed.isSimulated ? name : []));
  let query = db
    .selectFrom('quarantined_bars as bar')
    .innerJoin('instruments', 'instruments.id', 'bar.instrument_id')
    .select(['instruments.exchange', 'instruments.code', 'instruments.description'])
    .select(['bar.instrument_id as instrumentId', 'bar.resolution', 'bar.time', 'bar.open'])
    .select(['bar.high', 'bar.low', 'bar.close', 'bar.volume', 'bar.is_rejected as isRejected'])
    .select(['bar.reason', 'bar.asked_at_ms as askedAtMs', 'bar.due_ms as dueMs'])
    .where(sql<boolean>`bar.is_simulated = (instruments.exchange = any(${simulated}::text[]))`);
  const { exchange, code, isRejected } = filter;
  if (exchange !== undefined) query = query.where('instruments.exchange', '=', exchange);
  if (code !== undefined) query = query.where('instruments.code', '=', code);
  if (isRejected !== undefined) query = query.where('bar.is_rejected', '=', isRejected);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(bar.time, bar.instrument_id, bar.resolution)
        < (${after.time}::bigint, ${after.instrumentId}::int, ${after.resolution}::text)`,
    );
  }
  const rows = await query
    .orderBy('bar.time', 'desc')
    .orderBy('bar.instrument_id', 'desc')
    .orderBy('bar.resolution', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ time, open, high, low, close, volume, ...rest }) => ({
    ...rest,
    bar: { time, open, high, low, close, volume },
  }));
}

/** Stores a quarantined bar after all, as long as it is quarantined exactly so; answers whether it was. */
export async function acceptQuarantined(
  transaction: Transaction<Database>,
  key: SeriesKey,
  bar: Bar,
): Promise<boolean> {
  const columns = columnsOf([bar]);
  const written = await writeBarsWithin(transaction, {
    ...{ key, columns, coverage: null },
    trust: 'corroborated',
  });
  return written.isChanged;
}

/** Ends the attempts to corroborate a bar, as long as it is quarantined exactly so; answers whether it was. */
export async function rejectListed(
  transaction: Transaction<Database>,
  key: SeriesKey,
  { time, open, high, low, close }: Bar,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('quarantined_bars')
    .set({ is_rejected: true, reason })
    .where((where) => where.and({ ...seriesColumns(key), time, open, high, low, close }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
