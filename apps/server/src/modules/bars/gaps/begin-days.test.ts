import { FeedError } from '@moneytrail/feeds';
import { describe, expect, test } from 'vitest';
import { silentLog, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { readNewestStored } from '../newest-stored.ts';
import { barsAt } from '../testing/make-bars.ts';
import { insertMany } from '../testing/many-instruments.ts';
import { createTestFeeds } from '../testing/test-feeds.ts';
import { createWritableBars } from '../testing/writable-bars.ts';
import { beginDays } from './begin-days.ts';

/** A Saturday: New York is closed. */
const NOW = Date.parse('2024-06-01T15:00:00Z');
const DAYS = ['2024-05-29', '2024-05-30', '2024-05-31'].map((date) => Date.parse(date));

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  async function createWorld(count: number) {
    const instruments = await insertMany(database, count, 'us-stocks');
    const feeds = createTestFeeds();
    let nowMs = NOW;
    const clock = { now: () => nowMs, monotonicMs: () => nowMs };
    const given = { db: database.db, feeds, clock, log: silentLog };
    const deps = { ...given, written: createWritableBars(given).written };
    for (const { code } of instruments) feeds.FMP.set(code, '1D', barsAt(DAYS));
    const { signal } = new AbortController();
    const begun = new Set<number>();
    const round = { exchange: 'FMP' as const, instruments, signal };
    const run = async (remembered = begun) => {
      feeds.FMP.requests.length = 0;
      await beginDays(deps, remembered, round);
      return feeds.FMP.requests.length;
    };
    const closes = async () => {
      const newest = await readNewestStored({ ...given, log: { error: () => {} } }, instruments);
      return instruments.map(({ id }) => newest.get(id)?.days.bars.at(-1)?.time ?? null);
    };
    const wait = (ms: number) => {
      nowMs += ms;
    };
    return { feed: feeds.FMP, instruments, run, closes, wait };
  }

  test('instruments that nobody has opened get their last close, each by one question', async () => {
    const { run, closes } = await createWorld(3);
    expect(await closes()).toEqual([null, null, null]);
    expect(await run()).toBe(3);
    expect(await closes()).toEqual([DAYS[2], DAYS[2], DAYS[2]]);
    expect(await run()).toBe(0);
    // Another process, or the same one after a start, does not ask again either.
    expect(await run(new Set())).toBe(0);
  });

  test('a round asks for a bounded number of instruments, and the next one goes on', async () => {
    const { run, closes } = await createWorld(31);
    expect([await run(), await run(), await run()]).toEqual([30, 1, 0]);
    expect(await closes()).not.toContain(null);
  });

  const failure = (kind: 'upstream' | 'notFound') =>
    new FeedError({ exchange: 'FMP', kind, cause: 'away' });

  test('a failing feed ends the round and is asked again in the next one', async () => {
    const { feed, run, closes } = await createWorld(2);
    feed.failure = failure('upstream');
    expect(await run()).toBe(1);
    feed.failure = null;
    expect(await run()).toBe(2);
    expect(await closes()).not.toContain(null);
  });

  test('an instrument that the feed does not know keeps no other one waiting', async () => {
    const { feed, run } = await createWorld(2);
    feed.failure = failure('notFound');
    expect([await run(), await run()]).toEqual([2, 0]);
  });

  test('one instrument that always fails keeps no other one waiting for ever', async () => {
    const { feed, instruments, run, closes, wait } = await createWorld(3);
    const { history } = feed;
    feed.history = (request, signal) => {
      if (request.instrument.code === instruments[0]?.code) throw failure('upstream');
      return history(request, signal);
    };
    for (let minute = 0; minute < 3; minute++) {
      await run();
      wait(60_000);
    }
    expect(await closes()).toEqual([null, DAYS[2], DAYS[2]]);
  });
});
