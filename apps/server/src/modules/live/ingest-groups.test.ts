import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { openDatabase } from '../../db/index.ts';
import { createPostgres } from '../../db/testing/test-database.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { groupsOf } from './feed-groups.ts';
import { createLive } from './index.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';
import { createMemoryBars } from './testing/memory-bars.ts';
import { createScriptedFeeds } from './testing/scripted-feed.ts';

const log = pino({ level: 'silent' });
const clock = createSteadyClock({ now: Date.now });
const TIMING = { leaseMs: 1_500, renewMs: 100, announceMs: 50, sweepMs: 50 };
/** One instrument in each group of Bitfinex, and one of a feed with a single group. */
const PAIRS = groupsOf('Bitfinex').map((group) =>
  makeInstrument({ id: 16 + group, code: `PAIR${group}`, exchange: 'Bitfinex' }),
);
const ALL = [...PAIRS, makeInstrument({ id: 1, code: 'BTCUSD' })];

/** Live modules on one PostgreSQL and one bus, each with feeds, bars and a pool of its own, as in separate processes. */
async function openProcesses() {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const bus = createCheckedBus();
  const start = async (processId: string, isIngest = true) => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', log });
    const [feeds, bars] = [createScriptedFeeds(), createMemoryBars()];
    const live = createLive({
      db: database.db,
      bus,
      feeds,
      bars,
      clock,
      log,
      processId,
      isIngest,
      catalogue: { enabled: (exchange) => ALL.filter((each) => each.exchange === exchange) },
      jobs: { enqueue: async () => null },
      isAlone: false,
      timing: TIMING,
    });
    live.start();
    onTestFinished(async () => {
      await live.stop();
      await database.close();
    });
    const followed = () =>
      [feeds.Bitfinex, feeds.FMP].flatMap((feed) => feed.followed() ?? []).map(({ code }) => code);
    /** Sends a price of every instrument, as vendors do to each connection. */
    const tick = (price: number) => {
      for (const { exchange, code } of ALL)
        feeds[exchange].tick({ code, timeMs: Date.now(), price });
    };
    return { live, bars, followed, tick, stop: live.stop, cutOff: () => database.close() };
  };
  return { bus, start };
}

const CODES = ALL.map(({ code }) => code).toSorted();

test('each instrument is read by one process while processes join, stop and are cut off; missed bars are read', async () => {
  const { bus, start } = await openProcesses();
  const api = await start('api', false);
  for (const instrument of ALL) api.live.registry.open(instrument, '1', () => {});
  const first = await start('first');
  await eventually(() => expect(first.followed().toSorted()).toEqual(CODES));
  await eventually(() =>
    expect(api.live.feedStates()).toMatchObject({ Bitfinex: false, FMP: false }),
  );

  const second = await start('second');
  const third = await start('third');
  const processes = [first, second, third];
  const isShared = (...by: typeof processes) => {
    for (const each of by) expect(each.followed()).not.toEqual([]);
    expect(by.flatMap(({ followed }) => followed()).toSorted()).toEqual(CODES);
  };
  await eventually(() => isShared(...processes));

  const prices: string[] = [];
  for (const { id, code } of ALL) {
    bus.subscribe(ticksOf(id), ({ price }) => prices.push(`${code} ${price}`));
  }
  for (const [index, each] of processes.entries()) each.tick(index);
  expect(prices.map((each) => each.split(' ')[0]).toSorted()).toEqual(CODES);

  const ofSecond = second.followed();
  await second.stop();
  await eventually(() => isShared(first, third));
  expect(ofSecond.length).toBeGreaterThan(0);

  const [ofThird, cutOffMs] = [third.followed(), Date.now()];
  first.bars.refreshed.length = 0;
  await third.cutOff();
  await eventually(() => isShared(first));
  // A process that a busy machine held up longer than its lease reads again what it gets back, so there may be more.
  const readFromBefore = () =>
    first.bars.refreshed
      .filter(({ resolution, sinceMs }) => resolution === '1' && sinceMs < cutOffMs)
      .map(({ ticker }) => ticker.split(':')[1]);
  await eventually(() => expect(readFromBefore()).toEqual(expect.arrayContaining(ofThird)));
  expect(third.followed()).toEqual([]);
});
