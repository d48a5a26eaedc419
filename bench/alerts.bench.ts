import { NEW_MEMORY } from '@moneytrail/alerts';
import { columnsFrom } from '@moneytrail/indicators';
import { sql } from 'kysely';
import { DATABASE_KINDS, openTestDatabase } from '../apps/server/src/db/testing/test-database.ts';
import { InstrumentAlerts } from '../apps/server/src/modules/alerts/engine/instrument-alerts.ts';
import {
  type NewFiring,
  storeFirings,
} from '../apps/server/src/modules/alerts/engine/store-firings.ts';
import { makeAlertRow } from '../apps/server/src/modules/alerts/testing/make-alert-row.ts';
import { makeInstrument } from '../apps/server/src/modules/live/testing/make-instrument.ts';
import { makeAlert } from '../packages/alerts/src/testing/make-alert.ts';
import { type Figure, report } from './figure.ts';

const INSTRUMENTS = 1_000;
const ALERTS_EACH = 100;
const TICKS = 200_000;
const FIRINGS = 1_000;
const NOW_MS = Date.UTC(2026, 2, 2, 10);

const crossing = (value: number) =>
  makeAlert({
    conditions: [{ kind: 'price', is: 'crosses', value }],
    trigger: { kind: 'oncePerBar' },
    channels: { mail: true, push: false, webhook: null },
  });

/** The cost of a tick that fires nothing, beside 100,000 alerts on 1,000 instruments; the price moves between two alerts. */
async function quietTicks(): Promise<Figure> {
  let fired = 0;
  const deps = {
    clock: { now: () => NOW_MS },
    closedBars: async () => ({ columns: columnsFrom([]), wholeUntilMs: NOW_MS }),
    isSimulated: true,
    sleep: async () => {},
    store: async () => {
      fired += 1;
    },
    log: { warn: (detail: object) => console.error(detail) },
  };
  const all = Array.from({ length: INSTRUMENTS }, (_, place) => {
    const alerts = new InstrumentAlerts(deps, makeInstrument({ id: place + 1 }), null);
    for (let id = 0; id < ALERTS_EACH; id += 1) {
      const definition = crossing(10_000 + 10 * id);
      alerts.set(makeAlertRow({ id: place * ALERTS_EACH + id, definition }));
    }
    return alerts;
  });
  let timeMs = NOW_MS;
  const tickAll = async (count: number) => {
    for (let tick = 0; tick < count; tick += 1) {
      if (tick % INSTRUMENTS === 0) {
        timeMs += 250;
        // The work of a tick begins in a microtask.
        await Promise.resolve();
      }
      all[tick % INSTRUMENTS]?.receive({ timeMs, price: 10_501 + (tick % 7) });
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  await tickAll(2 * INSTRUMENTS);
  const startedAt = performance.now();
  await tickAll(TICKS);
  const eachMs = (performance.now() - startedAt) / TICKS;
  await Promise.all(all.map((alerts) => alerts.close()));
  return {
    what: `a tick that fires nothing, beside ${INSTRUMENTS * ALERTS_EACH} alerts`,
    value: eachMs * 1_000,
    unit: 'µs',
    bar: { atMost: 2 },
    detail: `${TICKS} ticks, ${fired} batches stored`,
  };
}

async function storing(kind: (typeof DATABASE_KINDS)[number]): Promise<Figure> {
  const { db, close } = await openTestDatabase(kind);
  await sql`
    insert into users (id, username, first_name, last_name, password_hash, phone_country, user_type, is_approved,
      is_detailed_summary_allowed, is_suffix_allowed, trusted_since_ms, created_at_ms)
    values ('u', 'u@firm.example', 'Ana', 'Botha', 'x', 'ZA', 'commercial', true, true, true, 0, 1)`.execute(
    db,
  );
  const { id: instrument_id } = await db
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
  const alert = {
    user_id: 'u',
    instrument_id,
    definition: JSON.stringify(crossing(1)),
    state: 'active',
    revision: 1,
    activation: 1,
    activated_ms: 0,
    created_at_ms: 0,
    changed_ms: 0,
  } as const;
  const rows = await db
    .insertInto('alerts')
    .values(Array.from({ length: FIRINGS }, (_, key) => ({ ...alert, create_key: String(key) })))
    .returning('id')
    .execute();
  const firings = rows.map(
    ({ id }): NewFiring => ({
      alertId: id,
      userId: 'u',
      activation: 1,
      isLast: false,
      memory: NEW_MEMORY,
      occurrence: `bar ${NOW_MS}`,
      name: '',
      symbol: 'FMP:BTC/USD',
      resolution: '60',
      timeMs: NOW_MS,
      barTime: NOW_MS,
      price: 10_700,
      text: 'BTCUSD (FMP) crosses 10,700.00. The price was 10,700.00.',
      message: 'BTCUSD (FMP) crosses 10,700.00. The price was 10,700.00.',
      late: null,
      sound: null,
      channels: { mail: true, push: false, webhook: null },
    }),
  );
  const cursor = {
    timeMs: NOW_MS,
    price: 10_700,
    high: 10_700,
    low: 10_600,
    closedMs: NOW_MS,
    isSimulated: true,
    gaps: [],
  };
  const batch = {
    instrumentId: instrument_id,
    firings,
    memories: new Map(),
    cursor,
    nowMs: NOW_MS,
  };
  const startedAt = performance.now();
  const stored = await storeFirings(
    db,
    batch,
    async () => true,
    async () => {},
  );
  const tookMs = performance.now() - startedAt;
  const again = await storeFirings(
    db,
    batch,
    async () => true,
    async () => {},
  );
  await close();
  return {
    what: `1,000 alerts that fire on one tick, stored, ${kind}`,
    value: tookMs,
    unit: 'ms',
    bar: { atMost: 1_000 },
    detail: `${stored.length} stored, ${again.length} when repeated`,
  };
}

const figures = [await quietTicks()];
for (const kind of DATABASE_KINDS) figures.push(await storing(kind));
report(figures);
