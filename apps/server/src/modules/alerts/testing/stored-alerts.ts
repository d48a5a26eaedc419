import { NEW_MEMORY } from '@moneytrail/alerts';
import type { AlertDefinition } from '@moneytrail/contract';
import { sql } from 'kysely';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import type { Db } from '../../../db/index.ts';
import { type NewFiring, storeFirings } from '../engine/store-firings.ts';

const OWNER = 'u';

/** Stores an account with active alerts on bitcoin at FMP, one of each definition, in their order. */
export async function addAlerts(
  db: Db,
  definitions: readonly AlertDefinition[],
): Promise<{ userId: string; instrumentId: number; alertIds: number[] }> {
  await sql`
    insert into users (id, username, first_name, last_name, password_hash, phone_country, user_type, is_approved,
      is_detailed_summary_allowed, is_suffix_allowed, trusted_since_ms, created_at_ms)
    values (${OWNER}, 'u@firm.example', 'Ana', 'Botha', 'x', 'ZA', 'commercial', true, true, true, 0, 1)`.execute(
    db,
  );
  const { id: instrumentId } = await db
    .insertInto('instruments')
    .values({
      exchange: 'FMP',
      code: 'BTCUSD',
      description: '',
      listed_name: '',
      listed_value: '',
      type: 'crypto',
      market_hours: 'crypto',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('alerts')
    .values(
      definitions.map((definition, key) => ({
        user_id: OWNER,
        instrument_id: instrumentId,
        create_key: String(key),
        definition: JSON.stringify(definition),
        state: 'active' as const,
        revision: 1,
        activation: 1,
        activated_ms: 0,
        created_at_ms: 0,
        changed_ms: 0,
      })),
    )
    .returning('id')
    .execute();
  const alertIds = rows.map(({ id }) => id).sort((a, b) => a - b);
  return { userId: OWNER, instrumentId, alertIds };
}

/** A firing of an alert of `addAlerts` at a moment, told on the page alone unless told otherwise. */
export function makeFiring(
  alertId: number,
  timeMs: number,
  channels = makeAlert().channels,
): NewFiring {
  const text = 'BTCUSD (FMP) crosses 10,700.00. The price was 10,700.00.';
  return {
    alertId,
    listAlertId: null,
    userId: OWNER,
    activation: 1,
    isLast: false,
    memory: NEW_MEMORY,
    occurrence: `time ${timeMs}`,
    name: '',
    symbol: 'FMP:BTC/USD',
    resolution: '60',
    timeMs,
    barTime: timeMs,
    price: 10_700,
    text,
    message: text,
    late: null,
    sound: null,
    channels,
  };
}

/** Stores firings as the process that reads the feed does; returns how many are new. */
export async function storeMade(
  db: Db,
  instrumentId: number,
  firings: readonly NewFiring[],
  nowMs: number,
): Promise<number> {
  const price = { price: 10_700, high: 10_700, low: 10_600 };
  const cursor = { timeMs: nowMs, ...price, closedMs: nowMs, isSimulated: true, gaps: [] };
  const stored = await storeFirings(
    db,
    { instrumentId, firings, state: { memories: new Map(), cursor }, nowMs },
    async () => true,
    async () => {},
  );
  return stored.length;
}
