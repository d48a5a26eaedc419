import type { CurrentUser } from '@moneytrail/contract';
import { sql } from 'kysely';
import { ALERTS_CHANGED, type TickBus } from '../../bus/index.ts';
import { DATABASE_NOW_MS, type Trx } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { ListFollower } from '../watchlists/index.ts';
import { type AlertLimits, alertLimitOf, withinLimit } from './alert-limits.ts';

type Listed = Pick<Instrument, 'id' | 'ticker'>;

/**
 * Brings the evaluated rows of an alert on a watchlist in line with the instruments of the list. A new one has the state of
 * the alert; one that comes back begins anew. Returns the ids of the rows that are gone.
 */
async function followInstruments(
  trx: Trx,
  alertId: number,
  instruments: readonly Listed[],
  nowMs: number,
): Promise<number[]> {
  const listed = JSON.stringify(instruments.map(({ id, ticker }) => ({ id, ticker })));
  const given = sql`jsonb_to_recordset(${listed}::jsonb) as listed(id integer, ticker text)`;
  const { rows } = await sql<{ id: number }>`
    delete from alerts
    where list_alert_id = ${alertId} and instrument_id not in (select listed.id from ${given})
    returning id`.execute(trx);
  await sql`
    insert into alerts (user_id, instrument_id, list_alert_id, create_key, definition, state, paused_for,
      snoozed_until_ms, until_ms, revision, activation, activated_ms, created_at_ms, changed_ms)
    select whole.user_id, listed.id, whole.id, 'list ' || whole.id || ' ' || listed.id,
      ((whole.definition::jsonb - 'watchlist') || jsonb_build_object('symbol', listed.ticker))::text,
      whole.state, whole.paused_for, whole.snoozed_until_ms, whole.until_ms, 1, 1,
      greatest(${nowMs}::bigint, whole.snoozed_until_ms), ${nowMs}, ${DATABASE_NOW_MS}
    from alerts as whole cross join ${given}
    where whole.id = ${alertId}
    on conflict (user_id, create_key) do nothing`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Lets an alert begin anew on the instruments of a list, or on none. Returns the ids of the rows that are gone. */
export async function beginOnInstruments(
  trx: Trx,
  alertId: number,
  instruments: readonly Listed[],
  nowMs: number,
): Promise<number[]> {
  const gone = await followInstruments(trx, alertId, [], nowMs);
  await followInstruments(trx, alertId, instruments, nowMs);
  return gone;
}

/** Pauses active alerts whose watchlist was deleted. */
export async function pauseWithoutList(trx: Trx, userId: string): Promise<void> {
  await sql`
    update alerts set state = 'paused', paused_for = 'noWatchlist', snoozed_until_ms = null,
      revision = revision + 1, changed_ms = ${DATABASE_NOW_MS}
    where user_id = ${userId} and watchlist_id is not null and state = 'active'
      and not exists (select from watchlists where watchlists.id = alerts.watchlist_id)`.execute(
    trx,
  );
}

/** Lets alerts on watchlists follow the changes of these lists, within the limit of the account. */
export function createListFollower({
  bus,
  clock,
  limits,
}: {
  bus: Pick<TickBus, 'publish'>;
  clock: { now: () => number };
  limits: AlertLimits;
}): ListFollower {
  async function follow(
    trx: Trx,
    owner: CurrentUser,
    listId: number,
    instruments: readonly Listed[],
  ): Promise<number[] | null> {
    const alerts = await trx
      .selectFrom('alerts')
      .select('id')
      .where('watchlist_id', '=', listId)
      .where('user_id', '=', owner._id)
      .orderBy('id')
      .execute();
    if (alerts.length === 0) return null;
    const gone: number[] = [];
    for (const { id } of alerts) {
      gone.push(...(await followInstruments(trx, id, instruments, clock.now())));
    }
    return gone;
  }

  const announce = (deleted: number[] | null) => () => {
    if (deleted) bus.publish(ALERTS_CHANGED, { deleted });
  };

  return {
    async saved(trx, owner, listId, instruments) {
      const limit = alertLimitOf(limits, owner, clock.now());
      const refusal = `Alerts watch this list, and each of its instruments counts as one: your account may have ${limit} alerts. Delete some first.`;
      const gone = await withinLimit(
        trx,
        { userId: owner._id, limit },
        () => follow(trx, owner, listId, instruments),
        { all: refusal, active: refusal },
      );
      return announce(gone);
    },
    async deleted(trx, owner, listId) {
      const gone = await follow(trx, owner, listId, []);
      await pauseWithoutList(trx, owner._id);
      return announce(gone);
    },
  };
}
