import { SECOND_MS } from '@moneytrail/calendar';
import { ALERT_FIRED, ALERTS_CHANGED, ticksOf } from '../../apps/server/src/bus/index.ts';
import { DATABASE_NOW_MS } from '../../apps/server/src/db/index.ts';
import { makeAlert } from '../../packages/alerts/src/testing/make-alert.ts';
import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { addAccount, openSessionOf } = await import(
  '../../apps/server/src/conformance/testing/people.ts'
);

/** A serving process as the benchmark sees it. */
export type AlertServer = { port: number; token: string };
/**
 * Alerts to make, which all hold at once: each fires on the first tick from its moment on, the first after some seconds, one
 * every `everyMs`.
 */
export type AlertOrder = { count: number; everyMs: number };
/** The moments of one firing, as of `Date`: its tick on the bus, and the notice that it is stored. */
export type Fired = { id: number; tickMs: number; storedMs: number };

const SYMBOL = 'FMP:BTCUSD';
/** Time for the engine to learn of new alerts. */
const AHEAD_MS = 6 * SECOND_MS;
const nowMs = () => performance.timeOrigin + performance.now();

const { DATABASE_URL } = process.env;
const { context, port } = await serveProduct({ settings: DATABASE_URL ? { DATABASE_URL } : {} });
const { bus, catalogue, db } = context;
const { id: instrumentId } = await catalogue.resolve(SYMBOL);
const userId = await addAccount(
  { context },
  { user_type: 'commercial', has_paid: true, payment_valid_until: '2099-12-31' },
);
const { token } = await openSessionOf({ context }, userId);
context.alertEngine?.start();

/** Arrivals of ticks by their own times. */
const ticks = new Map<number, number>();
const stored = new Map<number, number>();
let wanted = 0;
bus.subscribe(ticksOf(instrumentId), ({ timeMs }) => ticks.set(timeMs, nowMs()));
bus.subscribe(ALERT_FIRED, ({ id }) => {
  stored.set(id, nowMs());
  if (stored.size === wanted) void answer();
});

async function answer(): Promise<void> {
  const rows = await db
    .selectFrom('alert_firings')
    .select(['id', 'time_ms'])
    .where('id', 'in', [...stored.keys()])
    .execute();
  const fired = rows.map(({ id, time_ms }): Fired => {
    const [tickMs, storedMs] = [ticks.get(time_ms), stored.get(id)];
    if (tickMs === undefined || storedMs === undefined) throw new Error('a firing without a tick');
    return { id, tickMs, storedMs };
  });
  process.send?.(fired);
}

async function add({ count, everyMs }: AlertOrder): Promise<void> {
  ticks.clear();
  stored.clear();
  wanted = count;
  await db.deleteFrom('alerts').execute();
  const startMs = context.clock.now() + AHEAD_MS;
  const definition = makeAlert({ conditions: [{ kind: 'price', is: 'above', value: 0 }] });
  await db
    .insertInto('alerts')
    .values(
      Array.from({ length: count }, (_, place) => ({
        user_id: userId,
        instrument_id: instrumentId,
        create_key: String(place),
        definition: JSON.stringify(definition),
        state: 'active' as const,
        revision: 1,
        activation: 1,
        activated_ms: Math.floor(startMs + place * everyMs),
        created_at_ms: 0,
        changed_ms: DATABASE_NOW_MS,
      })),
    )
    .execute();
  bus.publish(ALERTS_CHANGED, { deleted: [] });
}

process.on('message', (order: AlertOrder) => {
  add(order).catch((error: unknown) => process.send?.(String(error)));
});
process.send?.({ port, token } satisfies AlertServer);
