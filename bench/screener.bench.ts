import { loadavg } from 'node:os';
import { DAY_MS } from '@moneytrail/calendar';
import { SCREEN_FIGURES, type ScreenAnswer, SNAPSHOT_RESOLUTIONS } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import { sql } from 'kysely';
import { SNAPSHOT_STORED } from '../apps/server/src/bus/index.ts';
import { addAccount } from '../apps/server/src/conformance/testing/people.ts';
import { type AppWorld, startApp } from '../apps/server/src/conformance/testing/start-app.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../apps/server/src/db/testing/test-database.ts';
import { storeFigures } from '../apps/server/src/modules/snapshots/testing/store-figures.ts';
import { signIn } from '../apps/server/src/modules/workspace/testing/workspace-client.ts';
import { type Figure, percentile, report, timeRuns } from './figure.ts';

const INSTRUMENTS = 5_000;
const RUNS = 200;
const CLOSED_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Stocks with a snapshot at every resolution, whose figures differ. */
async function seed({ context: { db } }: AppWorld): Promise<void> {
  await sql`
    insert into instruments (exchange, code, description, listed_name, listed_value, type, market_hours)
    select 'FMP', 'S' || n, 'Stock ' || n, 'NASDAQ', 'NASDAQ', 'stock', 'us-stocks'
    from generate_series(1, ${sql.lit(INSTRUMENTS)}) as n`.execute(db);
  for (const resolution of SNAPSHOT_RESOLUTIONS) {
    await sql`
      insert into instrument_snapshots (instrument_id, resolution, is_simulated, formula_version, bar_time,
        closed_at_ms, close, long_term_resistance, short_term_resistance, short_term_support, long_term_support,
        long_term_tightness, short_term_tightness, long_short_percentage, deployment, liquidity_spread,
        mark_side, mark_is_strong, mark_time, studies_time, studies_close, change_1, change_20, volume, volume_ratio, rsi, to_sma_200)
      select id, ${resolution}, true, ${FORMULA_VERSION}, ${CLOSED_MS - DAY_MS}::bigint, ${CLOSED_MS}::bigint, 100 + id % 97,
        120 + id % 7, 110 + id % 7, 95 - id % 7, 90 - id % 7, id % 13, id % 11, id % 100 - 50, id % 100, id % 5,
        case when id % 2 = 0 then 'buy' else 'sell' end, id % 3 = 0,
        ${CLOSED_MS}::bigint - (id % 90) * 86400000::bigint, ${CLOSED_MS - DAY_MS}::bigint, 100 + id % 97, id % 9 - 4, id % 31 - 15,
        id * 10, id % 4, id % 100, id % 41 - 20
      from instruments where code like 'S%' and exchange = 'FMP' and description like 'Stock %'`.execute(
      db,
    );
  }
}

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const world = await startApp(kind);
  await seed(world);
  await world.context.catalogue.reload();
  const admin = await signIn(world, await addAccount(world, { is_super_admin: true }));
  let asked = 0;
  /** A question that nobody has asked: two conditions on two intervals, sorted by a figure. */
  const question = () => {
    asked += 1;
    const by = SCREEN_FIGURES[asked % SCREEN_FIGURES.length];
    const figure = { kind: 'figure', figure: 'longShortPercentage', is: 'above' };
    const value = -50 + (asked % 50) + asked / 1_000;
    const conditions = [
      { ...figure, than: { value } },
      { kind: 'between', figure: 'rsi', resolution: '60', from: 10, to: 90 },
    ];
    const groups = [{ join: 'and', conditions }];
    return { resolution: '1D', join: 'and', groups, sort: { by, direction: 'descending' } };
  };
  const ask = async (body: object): Promise<ScreenAnswer> =>
    (await admin.own('POST', 'data/screen', body)).body;
  const [firstMs = 0] = await timeRuns(1, () => ask({ question: question() }));
  const fresh = await timeRuns(RUNS, () => ask({ question: question() }));
  const kept = { question: question() };
  const { version, total } = await ask(kept);
  const unchanged = await timeRuns(RUNS, () => ask({ ...kept, since: version }));
  if (total < INSTRUMENTS) throw new Error(`only ${total} instruments were looked at`);

  const instrument = await world.context.catalogue.resolve('FMP:S7');
  const key = { instrumentId: instrument.id, resolution: '1D', isSimulated: true } as const;
  const changed = await timeRuns(20, async () => {
    const longShortPercentage = 60 + Math.random();
    const snapshot = { longShortPercentage, time: CLOSED_MS - DAY_MS, closedAtMs: CLOSED_MS };
    await storeFigures(world.context.db, key, { snapshot });
    world.context.bus.publish(SNAPSHOT_STORED, { ...key, time: CLOSED_MS });
    const { rows } = await ask({ ...kept, limit: 500 });
    if (!rows) throw new Error('no rows');
  });
  await world.close();
  const detail = `load average ${loadavg()[0]?.toFixed(1)}`;
  const of = `of ${INSTRUMENTS} instruments at four intervals, ${kind}`;
  return [
    {
      what: `a new screen ${of}, 95th percentile`,
      value: percentile(fresh, 0.95),
      unit: 'ms',
      bar: { atMost: 50 },
      detail,
    },
    {
      what: `the same screen without changes ${of}, 95th percentile`,
      value: percentile(unchanged, 0.95),
      unit: 'ms',
    },
    {
      what: `a figure stored and seen in a screen ${of}, 95th percentile`,
      value: percentile(changed, 0.95) / 1_000,
      unit: 's',
      bar: { atMost: 2 },
    },
    { what: `the first screen of a process ${of}`, value: firstMs, unit: 'ms' },
  ];
}

for (const kind of DATABASE_KINDS) report(await measure(kind));
