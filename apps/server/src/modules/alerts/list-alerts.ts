import { MINUTE_MS } from '@moneytrail/calendar';
import { sql } from 'kysely';
import { ALERTS_CHANGED, type TickBus } from '../../bus/index.ts';
import { DATABASE_NOW_MS, type Trx } from '../../db/index.ts';
import { createAllowance } from '../../http/caller-budget.ts';
import type { Clock } from '../../steady-clock.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { ListFollower } from '../watchlists/index.ts';
import { type AlertLimits, alertLimitOf, withinLimit } from './alert-limits.ts';
import type { AlertRow } from './alert-store.ts';

type Listed = Pick<Instrument, 'id' | 'ticker'>;

/** Rows that an account may add and remove: the processes that evaluate read each of them. */
const ROWS_A_MINUTE = 6_000;

/**
 * Brings the evaluated rows of an alert on a watchlist in line with the instruments of the list. A new one has the state of
 * the alert; one that comes back begins anew.
 */
async function followInstruments(
  trx: Trx,
  alertId: number,
  instruments: readonly Listed[],
  nowMs: number,
): Promise<{ gone: number[]; added: number }> {
  const listed = JSON.stringify(instruments.map(({ id, ticker }) => ({ id, ticker })));
  const given = sql`jsonb_to_recordset(${listed}::jsonb) as listed(id integer, ticker text)`;
  const { rows } = await sql<{ id: number }>`
    delete from alerts
    where list_alert_id = ${alertId} and instrument_id not in (select listed.id from ${given})
    returning id`.execute(trx);
  const { numAffectedRows } = await sql`
    insert into alerts (user_id, instrument_id, list_alert_id, create_key, definition, state, paused_for,
      snoozed_until_ms, until_ms, revision, activation, activated_ms, created_at_ms, changed_ms)
    select whole.user_id, listed.id, whole.id, 'list ' || whole.id || ' ' || listed.id,
      ((whole.definition::jsonb - 'watchlist') || jsonb_build_object('symbol', listed.ticker))::text,
      whole.state, whole.paused_for, whole.snoozed_until_ms, whole.until_ms, 1, 1,
      greatest(${nowMs}::bigint, whole.snoozed_until_ms), ${nowMs}, ${DATABASE_NOW_MS}
    from alerts as whole cross join ${given}
    where whole.id = ${alertId}
    on conflict (user_id, create_key) do nothing`.execute(trx);
  return { gone: rows.map(({ id }) => id), added: Number(numAffectedRows) };
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

export type ListAlerts = ListFollower & {
  /** Lets an alert begin anew on the instruments of a list, or on none. Returns the ids of the rows that are gone. */
  begin: (
    trx: Trx,
    alert: Pick<AlertRow, 'id' | 'user_id'>,
    instruments: readonly Listed[],
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

  /** Throws 429 if the account has changed too many rows in this minute. */
  async function follow(
    trx: Trx,
    { id, user_id: userId }: Pick<AlertRow, 'id' | 'user_id'>,
    instruments: readonly Listed[],
  ): Promise<number[]> {
    allowance.take(userId, 0);
    const { gone, added } = await followInstruments(trx, id, instruments, clock.now());
    allowance.charge(userId, ((gone.length + added) * MINUTE_MS) / ROWS_A_MINUTE);
    return gone;
  }

  async function followAll(
    trx: Trx,
    userId: string,
    listId: number,
    instruments: readonly Listed[],
  ): Promise<number[] | null> {
    const alerts = await trx
      .selectFrom('alerts')
      .select(['id', 'user_id'])
      .where('watchlist_id', '=', listId)
      .where('user_id', '=', userId)
      .orderBy('id')
      // As firings do: an alert before its instruments.
      .forUpdate()
      .execute();
    if (alerts.length === 0) return null;
    const gone: number[] = [];
    for (const alert of alerts) gone.push(...(await follow(trx, alert, instruments)));
    return gone;
  }

  const announce = (deleted: number[] | null) => () => {
    if (deleted) bus.publish(ALERTS_CHANGED, { deleted });
  };

  return {
    async begin(trx, alert, instruments) {
      const gone = await follow(trx, alert, []);
      if (instruments.length > 0) await follow(trx, alert, instruments);
      return gone;
    },
    async saved(trx, owner, listId, instruments) {
      const limit = alertLimitOf(limits, owner, clock.now());
      const refusal = `Alerts watch this list, and each of its instruments counts as one: your account may have ${limit} alerts. Delete some first.`;
      const gone = await withinLimit(
        trx,
        { userId: owner._id, limit },
        () => followAll(trx, owner._id, listId, instruments),
        { all: refusal, active: refusal },
      );
      return announce(gone);
    },
    async deleted(trx, owner, listId) {
      const gone = await followAll(trx, owner._id, listId, []);
      await pauseWithoutList(trx, owner._id);
      return announce(gone);
    },
  };
}
