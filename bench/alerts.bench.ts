import { columnsFrom } from '@moneytrail/indicators';
import {
  createPostgres,
  DATABASE_KINDS,
  openTestDatabase,
} from '../apps/server/src/db/testing/test-database.ts';
import { InstrumentAlerts } from '../apps/server/src/modules/alerts/engine/instrument-alerts.ts';
import { makeAlertRow } from '../apps/server/src/modules/alerts/testing/make-alert-row.ts';
import {
  addAlerts,
  makeFiring,
  storeMade,
} from '../apps/server/src/modules/alerts/testing/stored-alerts.ts';
import { makeInstrument } from '../apps/server/src/modules/live/testing/make-instrument.ts';
import { makeAlert } from '../packages/alerts/src/testing/make-alert.ts';
import { firingFigures } from './alerts/fire-and-read.ts';
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
      return true;
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
  const definitions = Array.from({ length: FIRINGS }, () => crossing(1));
  const { instrumentId, alertIds } = await addAlerts(db, definitions);
  const channels = { mail: true, push: false, webhook: null };
  const firings = alertIds.map((id) => makeFiring(id, NOW_MS, channels));
  const startedAt = performance.now();
  const stored = await storeMade(db, instrumentId, firings, NOW_MS);
  const tookMs = performance.now() - startedAt;
  const again = await storeMade(db, instrumentId, firings, NOW_MS);
  await close();
  return {
    what: `1,000 alerts that fire on one tick, stored, ${kind}`,
    value: tookMs,
    unit: 'ms',
    bar: { atMost: 1_000 },
    detail: `${stored} stored, ${again} when repeated`,
  };
}

report([await quietTicks()]);
for (const kind of DATABASE_KINDS) report([await storing(kind)]);
report(await firingFigures('pglite', null));
const { url, drop } = await createPostgres();
try {
  report(await firingFigures('postgres', url));
} finally {
  await drop();
}
