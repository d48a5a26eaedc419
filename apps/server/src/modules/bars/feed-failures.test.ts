import { DAY_MS, HOUR_MS, MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { freezeTable } from '../../db/testing/freeze-table.ts';
import { ANY_KIND, openTestDatabase } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { callerName } from '../../http/caller-budget.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import { PATIENT } from '../../testing/patient.ts';
import { type HistoryServer, startHistoryServer, successOf } from './testing/history-server.ts';
import { barsAt, marketTimes } from './testing/make-bars.ts';

const NOW = Date.parse('2024-03-15T12:00:30Z');
const SINCE = Date.parse('2024-03-01');
const { crypto } = MARKET_HOURS;
const seconds = (timeMs: number) => Math.floor(timeMs / 1_000);
const window = (fromMs: number, toMs: number) => {
  return { fromTs: seconds(fromMs), toTs: seconds(toMs), resolution: '1' };
};
const NOT_REACHED = 'FMP is not reached, the newest bars are missing: no usable answer';
const askersOf = (name: string) => ({ names: new Set([name]), onJoin: () => {} });
const NEVER = new Promise<never>(() => undefined);

describe('when the feed or the database fails', () => {
  const database = useTestDatabase(ANY_KIND);
  const servers: HistoryServer[] = [];
  let deadlines = { ...PATIENT };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  /** A server whose feed has all minutes since March, and days before. */
  async function start(daysSince = SINCE): Promise<HistoryServer> {
    deadlines = { ...PATIENT };
    const server = await startHistoryServer(database, { nowMs: NOW, deadlines });
    servers.push(server);
    const { feed, instrument } = server.world;
    const minutes = marketTimes(crypto, '1', SINCE, NOW + DAY_MS);
    feed.set(instrument.code, '1', barsAt(minutes));
    feed.set(instrument.code, '1D', barsAt(marketTimes(crypto, '1D', daysSince, NOW)));
    return server;
  }

  /** Reads the days before the eleventh, as a chart would have done then. */
  async function readOldDays(server: HistoryServer) {
    const until = Date.parse('2024-03-11');
    await server.ask(window(until - 2 * DAY_MS, until));
    await server.ask(window(until - DAY_MS / 2, until));
  }

  test('a span whose read was abandoned by its caller is no gap while the read goes on', async () => {
    const server = await start();
    const { feed, instrument, bars } = server.world;
    feed.set(instrument.code, '60', barsAt(marketTimes(crypto, '60', SINCE, NOW)));
    // The days are stored by now.
    await readOldDays(server);
    let answer = () => {};
    feed.wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const hourly = (hoursAgo: number) => {
      const span = { fromMs: SINCE - 60 * DAY_MS, toMs: NOW - hoursAgo * HOUR_MS };
      return { instrument, resolution: '60', ...span, limit: 2_000, countBack: -1 } as const;
    };
    const calls = feed.requests.length;
    const leaving = new AbortController();
    const left = bars.history(hourly(1), { signal: leaving.signal });
    await expect.poll(() => feed.requests.length).toBeGreaterThan(calls);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const others = [bars.history(hourly(2)), bars.history(hourly(3))];
    await expect.poll(() => feed.requests.length).toBeGreaterThan(calls + 1);
    answer();
    for (const { columns } of await Promise.all(others)) expect(columns.time[0]).toBe(SINCE);
  });

  test('a failed newest span hides no older bars, even with live bars stored after it', async () => {
    const server = await start();
    await readOldDays(server);
    const { world } = server;
    const { instrument, bars } = world;
    const live = barsAt(marketTimes(crypto, '1', NOW - 12 * MINUTE_MS, NOW));
    await bars.write({ instrument, resolution: '1', bars: live });
    world.feed.failure = new Error('HTTP 500');
    const answer = successOf(await server.ask(window(Date.parse('2024-03-10'), NOW + MINUTE_MS)));
    expect(answer.Data).toHaveLength(1_440 + live.length);
    expect(answer.Warning).toBe(NOT_REACHED);
  });

  test('with a failed newest span the bars before it are answered, with a warning', async () => {
    const server = await start();
    await readOldDays(server);
    server.world.feed.failure = new Error('HTTP 500');
    const answer = successOf(await server.ask(window(Date.parse('2024-03-10'), NOW)));
    expect(answer.Data.at(-1)?.time).toBe(Date.parse('2024-03-10T23:59:00Z'));
    expect(answer.Data).toHaveLength(1_440);
    expect(answer.Warning).toBe(NOT_REACHED);
  });

  test('a failure before the stored bars is never taken for the beginning of history', async () => {
    const server = await start();
    await readOldDays(server);
    server.world.feed.failure = new Error('HTTP 500');
    const [from, until] = [Date.parse('2024-03-02'), Date.parse('2024-03-10')];
    const answer = successOf(await server.ask(window(from, until)));
    const first = answer.Data[0]?.time ?? 0;
    expect(answer.Warning).toBe(NOT_REACHED);
    expect(answer.NextTime).toBe(first - MINUTE_MS);
    expect((await server.ask(window(from, first))).statusCode).toBe(503);
  });

  test('a caller waits for an unresponsive feed only until its deadline', async () => {
    const server = await start();
    await readOldDays(server);
    server.world.feed.wait = NEVER;
    deadlines.feedMs = 100;
    const answer = successOf(await server.ask(window(Date.parse('2024-03-10'), NOW)));
    expect(answer.Data).toHaveLength(1_440);
    expect(answer.Warning).toMatch(/no answer within/);
  });

  test('with nothing stored an unresponsive feed is named, with a retry time', async () => {
    const server = await start();
    await readOldDays(server);
    server.world.feed.wait = NEVER;
    deadlines.feedMs = 100;
    const day = Date.parse('2024-03-05');
    const refused = await server.ask(window(day, day + DAY_MS));
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'FEED_UNAVAILABLE']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a read that outlasts its caller’s deadline goes on and serves the next caller', async () => {
    const server = await start();
    await readOldDays(server);
    const { feed } = server.world;
    let answerNow = () => {};
    deadlines.feedMs = 100;
    feed.wait = new Promise((resolve) => {
      answerNow = () => resolve(undefined);
    });
    const day = Date.parse('2024-03-05');
    expect((await server.ask(window(day, day + DAY_MS))).statusCode).toBe(503);
    answerNow();
    feed.wait = null;
    deadlines.feedMs = PATIENT.feedMs;
    const answer = successOf(await server.ask(window(day, day + DAY_MS)));
    expect(answer.Data).toHaveLength(1_440);
    expect(feed.requests.filter(({ fromMs }) => fromMs === day)).toHaveLength(1);
  });

  test('a read is cancelled when its last caller has left, not before', async () => {
    const server = await start();
    await readOldDays(server);
    const { feed, bars, instrument } = server.world;
    feed.wait = NEVER;
    const day = Date.parse('2024-03-05');
    const request = {
      instrument,
      resolution: '1' as const,
      limit: 2_000,
      countBack: -1,
      fromMs: day,
      toMs: day + HOUR_MS,
    };
    feed.signals.length = 0;
    const callers = [new AbortController(), new AbortController()];
    const read = (caller: AbortController | undefined) =>
      bars.history(request, caller ? { signal: caller.signal } : {}).catch(String);
    const first = read(callers[0]);
    await expect.poll(() => feed.signals.length, { interval: 5, timeout: 20_000 }).toBe(1);
    const [signal] = feed.signals;
    const second = read(callers[1]);
    callers[1]?.abort(new Error('left'));
    expect(await second).toMatch('left');
    expect(signal?.aborted).toBe(false);
    callers[0]?.abort(new Error('left'));
    expect(await first).toMatch('left');
    expect(signal?.aborted).toBe(true);
  });

  test('when too many reads wait, stored bars are answered with a warning, otherwise a retry time', async () => {
    const server = await start(Date.parse('2023-09-01'));
    await readOldDays(server);
    const { feed, bars, instrument } = server.world;
    feed.wait = NEVER;
    const leaving = new AbortController();
    const base = { instrument, resolution: '1' as const, limit: 10, countBack: -1 };
    const askers = askersOf(callerName({ user: SUPER_ADMIN, ip: '' }));
    const waiting = Array.from({ length: 130 }, (_, days) => {
      const fromMs = Date.parse('2023-09-02') + days * DAY_MS;
      const options = { signal: leaving.signal, askers };
      return bars.history({ ...base, fromMs, toMs: fromMs + HOUR_MS }, options).catch(() => null);
    });
    const day = Date.parse('2024-03-07');
    await expect
      .poll(async () => (await server.ask(window(day, day + DAY_MS))).json().code, {
        interval: 5,
        timeout: 20_000,
      })
      .toBe('UNAVAILABLE');
    const some = successOf(await server.ask(window(Date.parse('2024-03-10'), NOW)));
    expect(some.Data).toHaveLength(1_440);
    expect(some.Warning).toMatch(/Many bars are being read/);
    leaving.abort(new Error('left'));
    await Promise.all(waiting);
  });

  test("one caller's reads of bars that are not stored do not delay another's", async () => {
    const server = await start(Date.parse('2023-09-01'));
    await readOldDays(server);
    const { feed, bars, instrument } = server.world;
    let answer: (value: unknown) => void = () => {};
    feed.wait = new Promise((done) => {
      answer = done;
    });
    feed.requests.length = 0;
    const read = (caller: string, fromMs: number) => {
      const span = { fromMs, toMs: fromMs + HOUR_MS };
      const request = { instrument, resolution: '1' as const, limit: 10, countBack: -1, ...span };
      return bars.history(request, { askers: askersOf(caller) });
    };
    const first = Date.parse('2023-09-02');
    const greedy = Array.from({ length: 40 }, (_, days) => read('greedy', first + days * DAY_MS));
    await expect.poll(() => feed.requests.length, { interval: 5, timeout: 20_000 }).toBe(2);
    const day = Date.parse('2024-03-05');
    const other = read('ana', day);
    await expect.poll(() => feed.requests.length).toBe(2);
    answer(null);
    await Promise.all([other, ...greedy]);
    expect(feed.requests.findIndex(({ fromMs }) => fromMs === day)).toBeLessThan(6);
  });

  test('a failure of the store blames no vendor, and its message reaches no caller', async () => {
    const server = await start();
    await readOldDays(server);
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file "base/16384/1"'; end $$`.execute(database.db);
    await sql`create trigger refuse before insert or update on bar_chunks
      for each row execute function refuse()`.execute(database.db);
    try {
      const day = Date.parse('2024-03-05');
      const refused = await server.ask(window(day, day + DAY_MS));
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'UNAVAILABLE']);
      const stored = await server.ask(window(Date.parse('2024-03-10'), NOW));
      expect(successOf(stored).Warning).toBe('New bars cannot be stored at the moment.');
      for (const { body } of [refused, stored]) expect(body).not.toMatch(/extend file|FMP is not/);
    } finally {
      await sql`drop function refuse() cascade`.execute(database.db);
    }
  });
});

test('while the database hangs or is gone, known answers are given, other requests refused with a retry time', async () => {
  const deadlines = { ...PATIENT };
  const database = await openTestDatabase('postgres');
  const server = await startHistoryServer(database, { nowMs: NOW, deadlines });
  const { world } = server;
  const { feed, instrument } = world;
  feed.set(instrument.code, '1', barsAt(marketTimes(crypto, '1', SINCE, NOW + DAY_MS)));
  const newest = window(NOW - HOUR_MS, NOW + DAY_MS);
  const closed = window(NOW - 2 * DAY_MS, NOW - DAY_MS);
  const known = successOf(await server.ask(newest)).Data;
  const old = successOf(await server.ask(closed)).Data;
  async function expectKnownAnswers() {
    world.nowMs += 10 * MINUTE_MS;
    const again = successOf(await server.ask(newest));
    expect(again.Data).toEqual(known);
    expect(again.Warning).toMatch(/cannot be read at the moment/);
    expect(successOf(await server.ask(closed)).Data).toEqual(old);
    const unknown = await server.ask(window(NOW - 5 * DAY_MS, NOW - 4 * DAY_MS));
    expect([unknown.statusCode, unknown.json().code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(0);
  }
  deadlines.answerMs = 200;
  deadlines.checkMs = 200;
  const release = await freezeTable(database.db, 'bar_chunks');
  await expectKnownAnswers();
  await release();
  await database.close();
  await expectKnownAnswers();
  await server.close();
});
