import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser } from '@moneytrail/contract';
import { sql } from 'kysely';
import { ALERTS_CHANGED, type TickBus } from '../../bus/index.ts';
import { DATABASE_NOW_MS, type Trx } from '../../db/index.ts';
import { createAllowance } from '../../http/caller-budget.ts';
import type { Clock } from '../../steady-clock.ts';
import { entitlement } from '../access/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { ListFollower } from '../watchlists/index.ts';
import { type AlertLimits, alertLimitOf, withinLimit } from './alert-limits.ts';
import { pause } from './alert-states.ts';
import { lockOwner } from './alert-store.ts';

/** Rows that an account may add or change: the processes that evaluate read each of them. */
const ROWS_A_MINUTE = 6_000;

/** Alerts on lists, by the ids of their own rows. */
type Which = { ids: readonly number[] };

/**
 * Removes the rows of instruments that are not in the list any more. An alert that waited for these alone is over. Returns
 * the ids of the rows.
 */
async function leave(trx: Trx, { ids }: Which, listed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select id from alerts where list_alert_id in (${sql.join(ids)})
        and instrument_id not in (select id from jsonb_to_recordset(${listed}::jsonb) as listed(id integer))
      order by id for update
    )
    delete from alerts using locked where alerts.id = locked.id returning alerts.id`.execute(trx);
  if (rows.length > 0) {
    await sql`
      update alerts set state = 'fired' where id in (${sql.join(ids)}) and state = 'active'
        and exists (select from alerts as one where one.list_alert_id = alerts.id)
        and not exists (
          select from alerts as one where one.list_alert_id = alerts.id and one.state <> 'fired'
        )`.execute(trx);
  }
  return rows.map(({ id }) => id);
}

/**
 * Adds a row for each instrument that has none, in the state of the alert; without the right to its instrument, it waits for
 * that. Returns how many were added.
 */
async function join(trx: Trx, { ids }: Which, listed: string, nowMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into alerts (user_id, instrument_id, list_alert_id, create_key, definition, state, paused_for,
      snoozed_until_ms, until_ms, revision, activation, activated_ms, created_at_ms, changed_ms)
    select whole.user_id, listed.id, whole.id, 'list ' || whole.id || ' ' || listed.id,
      ((whole.definition::jsonb - 'watchlist') || jsonb_build_object('symbol', listed.ticker))::text,
      case when whole.state = 'active' and not listed.allowed then 'paused' else whole.state end,
      case when whole.state = 'active' and not listed.allowed then 'noRight' else whole.paused_for end,
      whole.snoozed_until_ms, whole.until_ms, 1, 1,
      greatest(${nowMs}::bigint, whole.snoozed_until_ms), ${nowMs}, ${DATABASE_NOW_MS}
    from alerts as whole
      cross join jsonb_to_recordset(${listed}::jsonb) as listed(id integer, ticker text, allowed boolean)
    where whole.id in (${sql.join(ids)})
    order by whole.id, listed.id
    on conflict (user_id, create_key) do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** Lets alerts watch another list than the one that is gone: those that waited for a list go on. */
async function moveToList(
  trx: Trx,
  userId: string,
  { goneId, listId }: { goneId: number; listId: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with locked as materialized (
      select id, state = 'paused' and paused_for = 'noWatchlist' as waited
      from alerts where watchlist_id = ${goneId} and user_id = ${userId} order by id for update
    )
    update alerts set watchlist_id = ${listId},
      definition = (definition::jsonb || jsonb_build_object('watchlist', ${listId}::bigint))::text,
      state = case when waited then 'active' else state end,
      paused_for = case when waited then null else paused_for end,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    from locked where alerts.id = locked.id`.execute(trx);
  return Number(numAffectedRows);
}

async function countRows(trx: Trx, { ids }: Which): Promise<number> {
  const { count } = await trx
    .selectFrom('alerts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('list_alert_id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ListAlerts = ListFollower & {
  /** Throws 429 if the account has changed too many rows in this minute. */
  assertRoom: (owner: CurrentUser) => void;
  /** Counts rows that were changed. */
  charge: (owner: CurrentUser, rows: number) => void;
  /** Lets an alert begin anew on the instruments of a list, or on none. Returns the ids of the rows that are gone. */
  begin: (
    trx: Trx,
    owner: CurrentUser,
    alertId: number,
    instruments: readonly Instrument[],
  ) => Promise<number[]>;
};

/** Alerts on watchlists: they follow the changes of their lists, within the limit of the account. */
export function createListAlerts({
  bus,
  clock,
  limits,
}: {
  bus: Pick<TickBus, 'publish'>;
  clock: Pick<Clock, 'now' | 'monotonicMs'>;
  limits: AlertLimits;
}): ListAlerts {
  const allowance = createAllowance(clock, MINUTE_MS);
  const assertRoom = (owner: CurrentUser) => allowance.take(owner._id, 0);
  const charge = (owner: CurrentUser, rows: number) =>
    allowance.charge(owner._id, (rows * MINUTE_MS) / ROWS_A_MINUTE);

  function listedOf(owner: CurrentUser, instruments: readonly Instrument[]): string {
    const nowMs = clock.now();
    return JSON.stringify(
      instruments.map((instrument) => ({
        id: instrument.id,
        ticker: instrument.ticker,
        allowed: entitlement(owner, instrument, nowMs).allowed,
      })),
    );
  }

  /** The alerts on a list, locked before their instruments, as firings lock them. */
  async function watching(trx: Trx, owner: CurrentUser, listId: number) {
    const alerts = await trx
      .selectFrom('alerts')
      .select(['id', 'state'])
      .where('watchlist_id', '=', listId)
      .where('user_id', '=', owner._id)
      .orderBy('id')
      .forUpdate()
      .execute();
    return { alerts, ids: alerts.map(({ id }) => id) };
  }

  const announce = (deleted: number[]) => () => bus.publish(ALERTS_CHANGED, { deleted });
  const nothing = () => {};

  async function saved(
    trx: Trx,
    owner: CurrentUser,
    listId: number,
    instruments: readonly Instrument[],
  ) {
    await lockOwner(trx, owner._id);
    const { ids } = await watching(trx, owner, listId);
    if (ids.length === 0) return nothing;
    assertRoom(owner);
    const limit = alertLimitOf(limits, owner, clock.now());
    const refusal = `Alerts watch this list, and each of its instruments counts as one: your account may have ${limit} alerts. Delete some first.`;
    const listed = listedOf(owner, instruments);
    const gone = await withinLimit(
      trx,
      { userId: owner._id, limit },
      async () => {
        const left = await leave(trx, { ids }, listed);
        const missing = ids.length * instruments.length - (await countRows(trx, { ids }));
        // They would be written before they are counted.
        if (missing > limit) throw new AppError('CONFLICT', refusal);
        charge(owner, left.length + (await join(trx, { ids }, listed, clock.now())));
        return left;
      },
      { refusals: { all: refusal, active: refusal }, listAlertsOf: () => ids },
    );
    return announce(gone);
  }

  return {
    assertRoom,
    charge,
    saved,
    async replaced(trx, owner, lists, instruments) {
      await lockOwner(trx, owner._id);
      const moved = await moveToList(trx, owner._id, lists);
      return moved > 0 ? saved(trx, owner, lists.listId, instruments) : nothing;
    },
    async begin(trx, owner, alertId, instruments) {
      if (instruments.length > 0) assertRoom(owner);
      const which = { ids: [alertId] };
      const gone = await leave(trx, which, '[]');
      const listed = listedOf(owner, instruments);
      const added = instruments.length > 0 ? await join(trx, which, listed, clock.now()) : 0;
      charge(owner, gone.length + added);
      return gone;
    },
    async deleted(trx, owner, listId) {
      await lockOwner(trx, owner._id);
      const { alerts, ids } = await watching(trx, owner, listId);
      if (ids.length === 0) return nothing;
      const gone = await leave(trx, { ids }, '[]');
      charge(owner, gone.length);
      // A pause by its owner would be forgotten when the list comes back.
      const active = alerts.filter(({ state }) => state === 'active');
      await pause(
        trx,
        active.map(({ id }) => id),
        'noWatchlist',
      );
      return announce(gone);
    },
  };
}
