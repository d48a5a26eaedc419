import type { AlertMemory } from '@moneytrail/alerts';
import { sql } from 'kysely';
import * as z from 'zod';
import { DATABASE_NOW_MS, type Db, type Trx } from '../../../db/index.ts';
import type { WriteFence } from '../../bars/index.ts';
import { lockInOrder } from '../alert-states.ts';
import type { Way } from '../deliver/delivery-jobs.ts';
import type { Gap, Seen } from './missed-minutes.ts';

const storedGaps = z.array(
  z.object({
    fromMs: z.number(),
    toMs: z.number(),
    before: z.number().nullable(),
    high: z.number(),
    low: z.number(),
    sinceMs: z.number(),
    untilMs: z.number(),
  }),
) satisfies z.ZodType<Gap[]>;

/** The place up to which the alerts of an instrument were evaluated; see the table. */
export type Cursor = Seen & {
  readonly closedMs: number;
  readonly isSimulated: boolean;
  readonly gaps: readonly Gap[];
};

/** The memories of alerts by their ids. */
type Memories = ReadonlyMap<number, { activation: number; memory: AlertMemory }>;

/**
 * The last evaluated price of an instrument's alerts, and the memories that have changed by then: one is never stored
 * without the other. The cursor is null before the first price.
 */
export type AlertsState = { readonly cursor: Cursor | null; readonly memories: Memories };

/** A firing to be stored, with the state of its alert at that moment. */
export type NewFiring = {
  alertId: number;
  /** The alert on a watchlist to which it belongs; null for an alert on one symbol. */
  listAlertId: number | null;
  userId: string;
  activation: number;
  isLast: boolean;
  memory: AlertMemory;
  occurrence: string;
  name: string;
  symbol: string;
  resolution: string;
  timeMs: number;
  barTime: number;
  price: number;
  text: string;
  message: string;
  late: { fromMs: number; toMs: number } | null;
  sound: string | null;
  channels: { mail: boolean; push: boolean; webhook: number | null };
};

export type StoredFiring = NewFiring & { id: number };

/** Another process evaluates the instrument by now. */
export class NotOwner extends Error {
  override readonly name = 'NotOwner';
}

/**
 * Stores firings of one instrument with everything that follows from them, in one transaction: the firings, the state of
 * their alerts, their deliveries, and how far the instrument was evaluated. Returns those that are new: one whose alert was
 * changed, paused or deleted meanwhile does not happen, and none happens twice. Throws `NotOwner` if the lease is over.
 */
export async function storeFirings(
  db: Db,
  batch: {
    instrumentId: number;
    firings: readonly NewFiring[];
    /** The memories are those of alerts that have not fired; null if further firings come before. */
    state: AlertsState | null;
    nowMs: number;
  },
  fence: WriteFence,
  onStored: (trx: Trx, ways: readonly Way[]) => Promise<void>,
): Promise<StoredFiring[]> {
  return db.transaction().execute(async (trx) => {
    if (!(await fence(trx))) throw new NotOwner('another process evaluates the alerts');
    await lockInOrder(trx, [
      ...batch.firings.flatMap(({ alertId, listAlertId }) => [alertId, listAlertId ?? alertId]),
      ...(batch.state?.memories.keys() ?? []),
    ]);
    const stored = await tellFirings(trx, batch, onStored);
    if (batch.state) await saveStates(trx, new Map([[batch.instrumentId, batch.state]]));
    return stored;
  });
}

/** Stores firings of alerts that are locked, with the state of these and their deliveries; returns those that are new. */
export async function tellFirings(
  trx: Trx,
  { firings, nowMs }: { firings: readonly NewFiring[]; nowMs: number },
  onStored: (trx: Trx, ways: readonly Way[]) => Promise<void>,
): Promise<StoredFiring[]> {
  const stored = await insertFirings(trx, firings, nowMs);
  if (stored.length > 0) {
    await noteFired(trx, stored);
    await onStored(trx, await insertDeliveries(trx, stored, nowMs));
  }
  return stored;
}

/**
 * Saves how far instruments were evaluated, those of each fence in one transaction. Returns the fences that failed: another
 * process owns their instruments by now, and nothing of them was saved.
 */
export async function saveOwnStates<Fence extends WriteFence>(
  db: Db,
  states: ReadonlyMap<Fence, ReadonlyMap<number, AlertsState>>,
): Promise<Set<Fence>> {
  const failed = new Set<Fence>();
  if (states.size === 0) return failed;
  await db.transaction().execute(async (trx) => {
    const own = new Map<number, AlertsState>();
    for (const [fence, group] of states) {
      if (!(await fence(trx))) failed.add(fence);
      else for (const [id, state] of group) own.set(id, state);
    }
    await saveStates(trx, own);
  });
  return failed;
}

async function saveStates(trx: Trx, states: ReadonlyMap<number, AlertsState>): Promise<void> {
  const memories = new Map([...states.values()].flatMap((state) => [...state.memories]));
  await lockInOrder(trx, [...memories.keys()]);
  await saveMemories(trx, memories);
  const cursors = [...states].flatMap(([id, { cursor }]) =>
    cursor ? [[id, cursor] as const] : [],
  );
  await saveCursors(trx, new Map(cursors));
}

/** Leaves out the firings of alerts that have changed; they are locked. */
async function insertFirings(
  trx: Trx,
  firings: readonly NewFiring[],
  nowMs: number,
): Promise<StoredFiring[]> {
  if (firings.length === 0) return [];
  const alertIds = [...new Set(firings.map(({ alertId }) => alertId))];
  const present = await trx
    .selectFrom('alerts')
    .select(['id', 'activation'])
    .where('id', 'in', alertIds)
    .where('state', '=', 'active')
    .execute();
  const activations = new Map(present.map(({ id, activation }) => [id, activation]));
  const happening = firings.filter(
    ({ alertId, activation }) => activations.get(alertId) === activation,
  );
  if (happening.length === 0) return [];
  const ownerOf = (each: NewFiring) => each.listAlertId ?? each.alertId;
  const occurrenceOf = ({ alertId, listAlertId, activation, occurrence }: NewFiring) =>
    `${listAlertId === null ? '' : `${alertId}: `}${activation} ${occurrence}`;
  const values = happening.map((each, place) => ({
    place,
    alert_id: ownerOf(each),
    user_id: each.userId,
    occurrence: occurrenceOf(each),
    name: each.name,
    symbol: each.symbol,
    resolution: each.resolution,
    time_ms: each.timeMs,
    bar_time: each.barTime,
    price: each.price,
    text: each.text,
    message: each.message,
    late_from_ms: each.late?.fromMs ?? null,
    late_to_ms: each.late?.toMs ?? null,
    sound: each.sound,
  }));
  const { rows } = await sql<{ id: number; alert_id: number; occurrence: string }>`
    insert into alert_firings (alert_id, user_id, occurrence, name, symbol, resolution, time_ms, bar_time, price,
      text, message, late_from_ms, late_to_ms, sound, stored_at_ms)
    select alert_id, user_id, occurrence, name, symbol, resolution, time_ms, bar_time, price,
      text, message, late_from_ms, late_to_ms, sound, ${nowMs}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as fired(place integer, alert_id bigint, user_id text, occurrence text, name text, symbol text,
        resolution text, time_ms bigint, bar_time bigint, price double precision, text text, message text,
        late_from_ms bigint, late_to_ms bigint, sound text)
    order by place
    on conflict (alert_id, occurrence) do nothing
    returning id, alert_id, occurrence
  `.execute(trx);
  const ids = new Map(rows.map((row) => [`${row.alert_id} ${row.occurrence}`, row.id]));
  return happening.flatMap((each) => {
    const id = ids.get(`${ownerOf(each)} ${occurrenceOf(each)}`);
    return id === undefined ? [] : [{ ...each, id }];
  });
}

/** Two statements, however many alerts fire on a tick. */
async function noteFired(trx: Trx, stored: readonly StoredFiring[]): Promise<void> {
  const newest = new Map<number, { firing: StoredFiring; count: number }>();
  for (const firing of stored) {
    newest.set(firing.alertId, { firing, count: (newest.get(firing.alertId)?.count ?? 0) + 1 });
  }
  const rows = [...newest.values()].map(({ firing, count }) => ({
    id: firing.alertId,
    count,
    is_last: firing.isLast,
    fired_ms: firing.timeMs,
    memory: JSON.stringify(firing.memory),
  }));
  await sql`
    update alerts set
      fired_count = fired_count + fired.count,
      last_fired_ms = fired.fired_ms,
      memory = fired.memory,
      state = case when fired.is_last then 'fired' else state end,
      changed_ms = ${DATABASE_NOW_MS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as fired(id bigint, count integer, is_last boolean, fired_ms bigint, memory text)
    where alerts.id = fired.id
  `.execute(trx);
  await noteListsFired(trx, stored);
}

/** An alert on a list is over once all its instruments are. */
async function noteListsFired(trx: Trx, stored: readonly StoredFiring[]): Promise<void> {
  const newest = new Map<number, { id: number; count: number; fired_ms: number }>();
  for (const { listAlertId: id, timeMs } of stored) {
    if (id === null) continue;
    newest.set(id, { id, count: (newest.get(id)?.count ?? 0) + 1, fired_ms: timeMs });
  }
  if (newest.size === 0) return;
  await sql`
    update alerts set
      fired_count = fired_count + fired.count,
      last_fired_ms = greatest(last_fired_ms, fired.fired_ms),
      state = case when state = 'active' and not exists (
        select from alerts as one where one.list_alert_id = alerts.id and one.state <> 'fired'
      ) then 'fired' else state end
    from jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb)
      as fired(id bigint, count integer, fired_ms bigint)
    where alerts.id = fired.id
  `.execute(trx);
}

/** Returns the ways on which the firings wait to be told. */
async function insertDeliveries(
  trx: Trx,
  stored: readonly StoredFiring[],
  nowMs: number,
): Promise<Way[]> {
  const named = [...new Set(stored.flatMap(({ channels }) => channels.webhook ?? []))];
  const webhooks =
    named.length === 0
      ? []
      : await trx
          .selectFrom('webhooks')
          .select(['id', 'user_id'])
          .where('id', 'in', named)
          .execute();
  const ways = stored.flatMap(({ id: firingId, userId, channels }) => {
    const found: (Way & { firingId: number })[] = [];
    if (channels.mail) found.push({ firingId, userId, channel: 'mail', webhookId: null });
    if (channels.push) found.push({ firingId, userId, channel: 'push', webhookId: null });
    // A webhook may be gone by now.
    const webhook = webhooks.find(
      ({ id, user_id }) => id === channels.webhook && user_id === userId,
    );
    if (webhook) found.push({ firingId, userId, channel: 'webhook', webhookId: webhook.id });
    return found;
  });
  if (ways.length === 0) return [];
  const values = ways.map(({ firingId, userId, channel, webhookId }, place) => ({
    place,
    firing_id: firingId,
    user_id: userId,
    channel,
    webhook_id: webhookId,
  }));
  await sql`
    insert into alert_deliveries (firing_id, user_id, channel, webhook_id, state, created_at_ms)
    select firing_id, user_id, channel, webhook_id, 'waiting', ${nowMs}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as way(place integer, firing_id bigint, user_id text, channel text, webhook_id bigint)
    order by place
  `.execute(trx);
  return ways;
}

async function saveMemories(trx: Trx, memories: Memories): Promise<void> {
  if (memories.size === 0) return;
  const rows = [...memories].map(([id, { activation, memory }]) => ({
    id,
    activation,
    memory: JSON.stringify(memory),
  }));
  await sql`
    update alerts set memory = kept.memory
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as kept(id bigint, activation integer, memory text)
    where alerts.id = kept.id and alerts.activation = kept.activation
  `.execute(trx);
}

/** One statement; an older cursor replaces no newer one. */
async function saveCursors(trx: Trx, cursors: ReadonlyMap<number, Cursor>): Promise<void> {
  if (cursors.size === 0) return;
  const rows = [...cursors].map(([instrument_id, cursor]) => ({
    instrument_id,
    time_ms: cursor.timeMs,
    price: cursor.price,
    high: cursor.high,
    low: cursor.low,
    closed_ms: cursor.closedMs,
    is_simulated: cursor.isSimulated,
    gaps: JSON.stringify(cursor.gaps),
  }));
  await trx
    .insertInto('alert_cursors')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('instrument_id')
        .doUpdateSet((row) => ({
          time_ms: row.ref('excluded.time_ms'),
          price: row.ref('excluded.price'),
          high: row.ref('excluded.high'),
          low: row.ref('excluded.low'),
          closed_ms: row.ref('excluded.closed_ms'),
          is_simulated: row.ref('excluded.is_simulated'),
          gaps: row.ref('excluded.gaps'),
        }))
        .whereRef('alert_cursors.time_ms', '<=', 'excluded.time_ms'),
    )
    .execute();
}

export async function findCursor(db: Db, instrumentId: number): Promise<Cursor | null> {
  const row = await db
    .selectFrom('alert_cursors')
    .selectAll()
    .where('instrument_id', '=', instrumentId)
    .executeTakeFirst();
  if (!row) return null;
  const { price, high, low } = row;
  return {
    timeMs: row.time_ms,
    price,
    high,
    low,
    closedMs: row.closed_ms,
    isSimulated: row.is_simulated,
    // Missed minutes that another release has noted in its own way are not made up for.
    gaps: storedGaps.safeParse(JSON.parse(row.gaps)).data ?? [],
  };
}
