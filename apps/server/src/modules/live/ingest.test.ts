import { MARKET_HOURS } from '@moneytrail/calendar';
import { AppError, type FeedExchange } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { feedStateOf, type InstrumentTick, SUBSCRIBED, ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import type { Jobs } from '../../jobs/index.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { REPAIR_GAPS } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { FeedIngest, trackSubscribed } from './ingest.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';
import { createMemoryBars } from './testing/memory-bars.ts';
import { createScriptedFeed } from './testing/scripted-feed.ts';
import { LIVE_TIMING } from './timing.ts';

const HOUR = 3_600_000;
const clock = createSteadyClock({ now: Date.now });
const silent = pino({ level: 'silent' });

const bitcoin = makeInstrument({ id: 1, code: 'BTCUSD' });
const ether = makeInstrument({ id: 2, code: 'ETHUSD' });

/** A lease that is not lost. */
const LEASE = { token: 7, groupToken: 9, isHeld: () => true, unreadMs: HOUR };

function startIngest(
  instruments: readonly Instrument[] = [bitcoin, ether],
  exchange: FeedExchange = 'FMP',
) {
  const feed = createScriptedFeed(exchange);
  const bus = createCheckedBus();
  const bars = createMemoryBars();
  const timing = { ...LIVE_TIMING, announceMs: 30 };
  const subscribed = trackSubscribed({ bus, clock }, { announceMs: 30, forgetMs: 60_000 });
  const enabled = { now: [...instruments] };
  const catalogue = { enabled: () => enabled.now };
  const planned: { name: string; payload: unknown }[] = [];
  const jobs: Pick<Jobs, 'enqueue'> = {
    enqueue: async ({ name }, payload) => {
      planned.push({ name, payload });
      return null;
    },
  };
  const told: unknown[] = [];
  const log = Object.assign(Object.create(silent), {
    warn: (detail: unknown) => told.push(detail),
  });
  const create = () => {
    const ingest = new FeedIngest(
      { bus, bars, jobs, catalogue, subscribed, clock, log, timing },
      feed,
    );
    onTestFinished(() => ingest.stop());
    return ingest;
  };
  const begin = () => {
    const ingest = create();
    ingest.own({ ...LEASE, exchange, group: 0 });
    return ingest;
  };
  return { feed, bus, bars, planned, enabled, told, ingest: create, begin };
}

function collect(
  bus: ReturnType<typeof createCheckedBus>,
  instrument: Instrument,
): InstrumentTick[] {
  const ticks: InstrumentTick[] = [];
  bus.subscribe(ticksOf(instrument.id), (tick) => ticks.push(tick));
  return ticks;
}

test('live prices of followed instruments reach the bus, others do not', async () => {
  const { feed, bus, begin } = startIngest();
  const [ticks, others] = [collect(bus, bitcoin), collect(bus, ether)];
  begin();
  const timeMs = Date.now();
  feed.tick({ code: 'BTCUSD', timeMs, price: 10, bid: 9 });
  feed.tick({ code: 'NOSUCH', timeMs, price: 11 });
  expect(ticks).toEqual([{ token: 7, groupToken: 9, timeMs, price: 10, bid: 9 }]);
  expect(others).toEqual([]);
});

test('a price from the future, which would stop its bar, is dropped', async () => {
  const { feed, bus, begin } = startIngest();
  const ticks = collect(bus, bitcoin);
  begin();
  feed.tick({ code: 'BTCUSD', timeMs: Date.now() + HOUR, price: 10 });
  feed.tick({ code: 'BTCUSD', timeMs: Date.now() + 1_000, price: 11 });
  expect(ticks.map(({ price }) => price)).toEqual([11]);
});

test('enabled instruments are followed as they change, contracts until their last day', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const contract = { exchange: 'BVG', hours: MARKET_HOURS.safex } as const;
  const ended = makeInstrument({ ...contract, id: 3, code: 'ENDED', endDate: '2020-03-31' });
  const lasting = makeInstrument({ ...contract, id: 4, code: 'LASTING', endDate: '2999-03-31' });
  const { feed, enabled, begin } = startIngest([ended, lasting]);
  begin();
  const codes = () => feed.followed()?.map(({ code }) => code);
  expect(codes()).toEqual(['LASTING']);
  enabled.now = [lasting, makeInstrument({ id: 5, code: 'TODAY', endDate: today })];
  await eventually(() => expect(codes()).toEqual(['LASTING', 'TODAY']));
});

test('late subscribers get the state of the feed with the next announcement', async () => {
  const { feed, bus, begin } = startIngest();
  begin();
  const states: boolean[] = [];
  bus.subscribe(feedStateOf('FMP'), ({ isOffline }) => states.push(isOffline));
  await eventually(() => expect(states).toContain(false));
  feed.setOffline(true);
  expect(states.at(-1)).toBe(true);
});

test('C61: missed bars are read in every stored resolution, those with subscribers first', async () => {
  const { feed, bus, bars, begin } = startIngest();
  begin();
  bus.publish(SUBSCRIBED, { instrumentIds: [ether.id] });
  const sinceMs = Date.now() - 2 * HOUR;
  feed.reconnect(sinceMs);
  await eventually(() => expect(bars.refreshed).toHaveLength(8));
  expect(bars.refreshed.map(({ resolution }) => resolution)).toEqual([
    '1',
    '1',
    '15',
    '15',
    '60',
    '60',
    '1D',
    '1D',
  ]);
  expect(bars.refreshed[0]?.ticker).toBe(ether.ticker);
  // Instruments without subscribers leave the vendor's limit to others.
  for (const { ticker, resolution, priority } of bars.refreshed) {
    const isUrgent = ticker === ether.ticker && resolution === '1';
    expect(priority).toBe(isUrgent ? 'reader' : 'newest');
  }
  for (const read of bars.refreshed) expect(read.sinceMs).toBeLessThanOrEqual(sinceMs);
});

test('a limit that is used up ends the round without a line for each instrument, and the next one begins with the others', async () => {
  const instruments = Array.from({ length: 20 }, (_, id) =>
    makeInstrument({ id: id + 1, code: `C${id}USD` }),
  );
  const { feed, bars, told, begin } = startIngest(instruments);
  begin();
  const refused = new FeedError({
    exchange: 'FMP',
    kind: 'rateLimit',
    cause: 'its limit is used up',
    isHeldBack: true,
  });
  let left = 5;
  const { refreshTail } = bars;
  const daily: string[] = [];
  bars.refreshTail = async (asked) => {
    if (asked.resolution !== '1D') return;
    if (left === 0) throw new AppError('FEED_UNAVAILABLE', 'Not now.', { cause: refused });
    left -= 1;
    daily.push(asked.instrument.code);
    await refreshTail(asked);
  };
  feed.reconnect(Date.now() - HOUR);
  await eventually(() => expect(daily).toHaveLength(5));
  left = 5;
  feed.reconnect(Date.now() - HOUR);
  await eventually(() => expect(new Set(daily).size).toBe(10));
  expect(told).toEqual([]);
});

test('C61: after an outage bars are read from its begin', async () => {
  const { feed, bars, begin } = startIngest([bitcoin]);
  begin();
  const beforeMs = Date.now();
  feed.setOffline(true);
  feed.reconnect(beforeMs - HOUR);
  expect(bars.refreshed).toEqual([]);
  feed.setOffline(false);
  await eventually(() => expect(bars.refreshed).toHaveLength(4));
  expect(Math.max(...bars.refreshed.map(({ sinceMs }) => sinceMs))).toBeLessThanOrEqual(
    beforeMs - HOUR,
  );
});

test('C61: after an outage a job repairs gaps from its begin', async () => {
  const { feed, planned, begin } = startIngest([bitcoin]);
  begin();
  const beforeMs = Date.now();
  feed.setOffline(true);
  feed.setOffline(false);
  const [plan] = planned;
  expect(planned).toHaveLength(1);
  expect(plan).toMatchObject({ name: 'bars.repair-gaps', payload: { back: { exchange: 'FMP' } } });
  const { back } = REPAIR_GAPS.payload.parse(plan?.payload);
  expect(back?.sinceMs).toBeGreaterThanOrEqual(beforeMs);
});

test('a new owner reads possibly missed bars of instruments with subscribers only', async () => {
  const { bus, bars, begin } = startIngest();
  bus.publish(SUBSCRIBED, { instrumentIds: [bitcoin.id] });
  begin();
  await eventually(() => expect(bars.refreshed).toHaveLength(4));
  expect(new Set(bars.refreshed.map(({ ticker }) => ticker))).toEqual(new Set([bitcoin.ticker]));
});

test('the groups of a feed share one source; a group that is given up is neither followed nor published', async () => {
  const ofGroup = (group: number) =>
    makeInstrument({ id: 32 + group, code: `PAIR${group}`, exchange: 'Bitfinex' });
  const [one, two] = [ofGroup(1), ofGroup(2)];
  const { feed, bus, bars, ingest } = startIngest([one, two, ofGroup(3)], 'Bitfinex');
  const states: unknown[] = [];
  bus.subscribe(feedStateOf('Bitfinex'), ({ groups }) => states.push(groups));
  const [ticks, others] = [collect(bus, one), collect(bus, two)];
  const codes = () => feed.followed()?.map(({ code }) => code);
  const began = ingest();
  began.own({ ...LEASE, exchange: 'Bitfinex', group: 1 });
  expect(codes()).toEqual(['PAIR1']);
  began.own({ ...LEASE, exchange: 'Bitfinex', group: 2, groupToken: 4 });
  expect(codes()).toEqual(['PAIR1', 'PAIR2']);
  expect(states.at(-1)).toEqual([
    { group: 1, groupToken: 9 },
    { group: 2, groupToken: 4 },
  ]);
  began.disown(1);
  expect(codes()).toEqual(['PAIR2']);
  const timeMs = Date.now();
  for (const { code } of [one, two]) feed.tick({ code, timeMs, price: 10 });
  expect(ticks).toEqual([]);
  expect(others).toEqual([{ token: 7, groupToken: 4, timeMs, price: 10 }]);
  feed.reconnect(timeMs - HOUR);
  await eventually(() => expect(bars.refreshed).toHaveLength(4));
  expect(new Set(bars.refreshed.map(({ ticker }) => ticker))).toEqual(new Set([two.ticker]));
});

test('after stopping nothing is followed, published or read', async () => {
  const { feed, bus, bars, begin } = startIngest();
  const ticks = collect(bus, bitcoin);
  await begin().stop();
  feed.tick({ code: 'BTCUSD', timeMs: Date.now(), price: 10 });
  feed.reconnect(0);
  feed.setOffline(true);
  expect(feed.followed()).toBeNull();
  expect(ticks).toEqual([]);
  expect(bars.refreshed).toEqual([]);
});
