import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { type AdmissionControl, createFeed, createMemoryAdmission } from '@moneytrail/feeds';
import { startSimulator } from '@moneytrail/simulators';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, openTestDatabase, silentLog } from '../../db/testing/test-database.ts';
import { runJob } from '../../jobs/testing/run-job.ts';
import { createCatalogue } from '../catalogue/index.ts';
import { eventually } from '../live/testing/eventually.ts';
import { barJobs } from './jobs.ts';
import { barsAt, marketTimes } from './testing/make-bars.ts';
import { createTestFeeds } from './testing/test-feeds.ts';
import { createWritableBars } from './testing/writable-bars.ts';

const NOW = Date.parse('2026-11-19T17:00:00Z');
/** History gets 60 % of the limit, of which 80 % are used and a quarter is left to readers. */
const CALLS = 17;
const ALL = 8;
const IN_BACKGROUND = 6;

test('a job with more questions than the limit leaves readers their share', async () => {
  const database = await openTestDatabase(ANY_KIND);
  onTestFinished(database.close);
  const { db } = database;
  const clock = { now: () => NOW, monotonicMs: () => NOW };
  const simulator = await startSimulator('FMP', { now: clock.now, anchorMs: NOW });
  onTestFinished(simulator.close);
  const { restUrl, apiKey } = simulator;
  const settings = { restUrl, isSimulated: true, ...(apiKey === null ? {} : { apiKey }) };
  const environment = { now: clock.now, random: () => 0.5, report: () => undefined };
  const callLimit = { calls: CALLS, perMs: HOUR_MS };
  /** The origin of the calls that have to wait. */
  const waiting = new Set<string>();
  const limits = createMemoryAdmission(clock);
  const admit: AdmissionControl['admit'] = async (limit, priority) => {
    const admission = await limits.admit(limit, priority);
    if (admission.kind === 'wait') waiting.add(priority);
    return admission;
  };
  const admission = { ...limits, admit };
  const FMP = createFeed('FMP', { ...settings, callLimit, admission }, environment);
  const feeds = { ...createTestFeeds(), FMP };
  const catalogue = await createCatalogue({ db, clock, log: silentLog });
  await catalogue.seedDemo();
  const given = { db, feeds, clock, log: silentLog };
  const bars = createWritableBars(given);
  const instruments = catalogue.enabled('FMP');
  expect(instruments.length).toBeGreaterThan(ALL);
  for (const instrument of instruments) {
    const times = marketTimes(instrument.hours, '60', NOW - 10 * DAY_MS, NOW - 3 * HOUR_MS);
    const ends = barsAt([...times.slice(0, 1), ...times.slice(-1)]);
    await bars.write({ instrument, resolution: '60', bars: ends });
  }
  const stop = new AbortController();
  const jobs = barJobs({ ...given, bars, catalogue, random: () => 0.5 });
  const rounds = async () => {
    for (let round = 0; round < 4; round++) {
      await runJob(jobs, 'bars.repair-gaps', {}, stop.signal);
    }
  };
  const ended = rounds().catch(() => undefined);
  await eventually(() => expect([...waiting]).toEqual(['background']));
  expect(simulator.requests()).toHaveLength(IN_BACKGROUND);
  const [instrument] = instruments;
  if (!instrument) throw new Error('there is an instrument');
  const ref = { code: instrument.code, type: instrument.type, marketHours: instrument.hours.id };
  const span = { fromMs: NOW - 5 * DAY_MS, toMs: NOW };
  for (let reader = IN_BACKGROUND; reader < ALL; reader++) {
    expect(await FMP.history({ instrument: ref, resolution: '60', ...span })).not.toEqual([]);
  }
  expect(simulator.requests()).toHaveLength(ALL);
  stop.abort(new Error('the test is over'));
  await ended;
});

test('a failure at one feed fails the run, after the maintenance of the others', async () => {
  const database = await openTestDatabase(ANY_KIND);
  onTestFinished(database.close);
  const { db } = database;
  const clock = { now: () => NOW, monotonicMs: () => NOW };
  const feeds = createTestFeeds();
  const catalogue = await createCatalogue({ db, clock, log: silentLog });
  await catalogue.seedDemo();
  const instrument = await catalogue.resolve('FMP:BTCUSD');
  const given = { db, feeds, clock, log: silentLog };
  const bars = createWritableBars(given);
  const all = barsAt(marketTimes(instrument.hours, '60', NOW - 5 * DAY_MS, NOW - 2 * HOUR_MS));
  feeds.FMP.set(instrument.code, '60', all);
  const ends = [...all.slice(0, 1), ...all.slice(-1)];
  await bars.write({ instrument, resolution: '60', bars: ends });
  const [other] = catalogue.enabled('Bitfinex');
  if (!other) throw new Error('there is another instrument');
  const broken = {
    ...other,
    get hours(): typeof other.hours {
      throw new Error('Bitfinex is broken');
    },
  };
  const enabled = () => [broken, instrument];
  let answer = () => {};
  feeds.FMP.wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const jobs = barJobs({ ...given, bars, catalogue: { enabled }, random: () => 0.5 });
  const failures: string[] = [];
  let hasEnded = false;
  const rounds = async () => {
    for (let round = 0; round < 4; round++) {
      await runJob(jobs, 'bars.repair-gaps').catch((error) => failures.push(error.message));
    }
    hasEnded = true;
  };
  const ended = rounds();
  await eventually(() => expect(feeds.FMP.requests.length).toBeGreaterThan(0));
  expect(hasEnded).toBe(false);
  answer();
  await ended;
  expect(failures).toEqual(Array.from({ length: 4 }, () => 'Error: Bitfinex is broken'));
});
