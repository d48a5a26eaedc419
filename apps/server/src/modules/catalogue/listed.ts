import type { MarketHoursId } from '@moneytrail/calendar';
import type { ExchangeName, ImportAccess, InstrumentType } from '@moneytrail/contract';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/index.ts';
import { type Instrument, instrumentOf } from './instrument.ts';
import { INSTRUMENT_COLUMNS, type ListKinds } from './store.ts';

type ListQuestion = {
  exchange: ExchangeName;
  /** Whether a simulator replaces the feed; instruments listed by simulators alone exist only then. */
  isSimulated: boolean;
};

/** The listed instruments that are not enabled. */
function availableIn(db: Db, { exchange, isSimulated }: ListQuestion) {
  const available = db
    .selectFrom('instruments')
    .where('exchange', '=', exchange)
    .where(sql<boolean>`not is_enabled`)
    .where('vanished_at_ms', 'is', null);
  return isSimulated ? available : available.where('is_listed_by_simulator', '=', false);
}

/** At most `limit` instruments of a list that can be enabled, by code. */
export async function readAvailable(
  db: Db,
  question: ListQuestion,
  limit: number,
): Promise<Instrument[]> {
  const rows = await availableIn(db, question)
    .select(INSTRUMENT_COLUMNS)
    .orderBy('code')
    .limit(limit)
    .execute();
  return rows.map(instrumentOf);
}

/**
 * At most `limit` instruments of a list that can be enabled and whose code or description contains a text in any case:
 * the exact code first, then codes that begin with it. An index serves three letters or more.
 */
export async function findAvailable(
  db: Db,
  question: ListQuestion & { text: string },
  limit: number,
): Promise<Instrument[]> {
  const text = question.text.trim();
  if (text === '') return [];
  const wanted = sql<string>`lower(${text}::text)`;
  const found = availableIn(db, question)
    .select(INSTRUMENT_COLUMNS)
    .where(
      sql<boolean>`(position(${wanted} in lower(code)) > 0 or position(${wanted} in lower(description)) > 0)`,
    );
  const narrowed =
    text.length < 3
      ? found
      : found.where(
          sql<boolean>`instrument_trigrams(code || ' ' || description) @> instrument_trigrams(${text}::text)`,
        );
  const rows = await narrowed
    .orderBy(sql`case when lower(code) = ${wanted} then 0
      when position(${wanted} in lower(code)) = 1 then 1
      when position(${wanted} in lower(code)) > 1 then 2 else 3 end`)
    .orderBy('code')
    .limit(limit)
    .execute();
  return rows.map(instrumentOf);
}

/** The number of instruments of each list that can be enabled. */
export async function countAvailable(db: Db, feeds: ListKinds): Promise<Map<ExchangeName, number>> {
  const rows = await db
    .selectFrom('instruments')
    .select((query) => [
      'exchange',
      'is_listed_by_simulator',
      query.fn.countAll<string>().as('count'),
    ])
    .where(sql<boolean>`not is_enabled`)
    .where('vanished_at_ms', 'is', null)
    .groupBy(['exchange', 'is_listed_by_simulator'])
    .execute();
  const counts = new Map<ExchangeName, number>();
  for (const { exchange, is_listed_by_simulator, count } of rows) {
    if (is_listed_by_simulator && !feeds[exchange].isSimulated) continue;
    counts.set(exchange, (counts.get(exchange) ?? 0) + Number(count));
  }
  return counts;
}

/** The instrument of a code, enabled or not; null if no list has it. */
export async function findInstrument(
  db: Db,
  exchange: ExchangeName,
  code: string,
): Promise<Instrument | null> {
  const row = await db
    .selectFrom('instruments')
    .select(INSTRUMENT_COLUMNS)
    .where('exchange', '=', exchange)
    .where('code', '=', code)
    .executeTakeFirst();
  return row ? instrumentOf(row) : null;
}

/** The instrument of an id, enabled or not. */
export async function readInstrument(db: Db, id: number): Promise<Instrument | null> {
  const row = await db
    .selectFrom('instruments')
    .select(INSTRUMENT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? instrumentOf(row) : null;
}

/** An instrument, and whether its list still has it. */
export type EnabledInstrument = { instrument: Instrument; isListed: boolean };

/** The currently stored enabled instruments, by exchange and code. */
export async function readEnabledNow(db: Db): Promise<EnabledInstrument[]> {
  const rows = await db
    .selectFrom('instruments')
    .select([...INSTRUMENT_COLUMNS, 'vanished_at_ms as vanishedAtMs'])
    .where('is_enabled', '=', true)
    .orderBy('exchange')
    .orderBy('code')
    .execute();
  return rows.map(({ vanishedAtMs, ...row }) => ({
    instrument: instrumentOf(row),
    isListed: vanishedAtMs === null,
  }));
}

/** The instruments of some codes, locked until the transaction ends; unknown codes are left out. */
export async function lockInstruments(
  transaction: Transaction<Database>,
  { exchange, isSimulated }: ListQuestion,
  codes: readonly string[],
): Promise<EnabledInstrument[]> {
  if (codes.length === 0) return [];
  const rows = await transaction
    .selectFrom('instruments')
    .select([
      ...INSTRUMENT_COLUMNS,
      'vanished_at_ms as vanishedAtMs',
      'is_listed_by_simulator as isMadeUp',
    ])
    .where('exchange', '=', exchange)
    .where('code', 'in', [...codes])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows
    .filter(({ isMadeUp, isEnabled }) => isEnabled || isSimulated || !isMadeUp)
    .map(({ vanishedAtMs, isMadeUp: _, ...row }) => ({
      instrument: instrumentOf(row),
      isListed: vanishedAtMs === null,
    }));
}

/** The revision of each exchange, 0 before the first toggle: it increases with every instrument enabled or disabled. */
export async function readRevisions(
  db: Pick<Db, 'selectFrom'>,
): Promise<ReadonlyMap<ExchangeName, number>> {
  const rows = await db
    .selectFrom('instruments')
    .select(({ fn }) => ['exchange', fn.max('revision').as('revision')])
    .where('revision', '>', 0)
    .groupBy('exchange')
    .execute();
  return new Map(rows.map(({ exchange, revision }) => [exchange, Number(revision)]));
}

/** Makes concurrent toggles of an exchange wait for each other; returns its next revision. */
export async function takeRevision(
  transaction: Transaction<Database>,
  exchange: ExchangeName,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`toggles of ${exchange}`}))`.execute(
    transaction,
  );
  return ((await readRevisions(transaction)).get(exchange) ?? 0) + 1;
}

/** The codes among these that were toggled after a revision. */
export async function toggledSince(
  transaction: Transaction<Database>,
  { exchange, codes, revision }: { exchange: ExchangeName; codes: string[]; revision: number },
): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await transaction
    .selectFrom('instruments')
    .select('code')
    .where('exchange', '=', exchange)
    .where('code', 'in', codes)
    .where('revision', '>', revision)
    .execute();
  return rows.map(({ code }) => code);
}

/** Changes an instrument made from files, whose row the transaction has locked. */
export async function changeImported(
  transaction: Transaction<Database>,
  instrumentId: number,
  {
    revision,
    ...changes
  }: {
    description?: string | undefined;
    type?: InstrumentType | undefined;
    marketHours?: MarketHoursId | undefined;
    access?: ImportAccess | undefined;
    revision: number;
  },
): Promise<void> {
  const { description, type, marketHours, access } = changes;
  await transaction
    .updateTable('instruments')
    .set({
      ...(description === undefined ? {} : { description }),
      ...(type === undefined ? {} : { type }),
      ...(marketHours === undefined ? {} : { market_hours: marketHours }),
      ...(access === undefined ? {} : { import_access: access }),
      revision,
    })
    .where('id', '=', instrumentId)
    .execute();
}

/** Enables or disables an instrument whose row the transaction has locked. */
export async function setEnabled(
  transaction: Transaction<Database>,
  instrumentId: number,
  { isEnabled, revision }: { isEnabled: boolean; revision: number },
): Promise<void> {
  await transaction
    .updateTable('instruments')
    .set({ is_enabled: isEnabled, revision })
    .where('id', '=', instrumentId)
    .execute();
}
