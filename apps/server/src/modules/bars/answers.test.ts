import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { MARKET_HOURS } from '@moneytrail/calendar';
import { historyError } from '@moneytrail/contract';
import type { KnownBar } from '@moneytrail/indicators';
import { beforeEach, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import { columnsOf } from './columns/bar-columns.ts';
import { importBars } from './import-bars.ts';
import { forgetHistory } from './store/forget-history.ts';
import { type HistoryServer, startHistoryServer, successOf } from './testing/history-server.ts';
import { barsAt, marketTimes } from './testing/make-bars.ts';
import { createTestFeeds } from './testing/test-feeds.ts';

const NOW = Date.parse('2024-03-15T12:00:30Z');
const TO = Date.parse('2024-03-14') / 1_000;
const MINUTE = 60_000;
const DAY_SECONDS = 86_400;
const WINDOW = { fromTs: TO - DAY_SECONDS, toTs: TO, resolution: '1' };

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);
  let server: HistoryServer;
  beforeEach(async () => {
    server = await startHistoryServer(database, { nowMs: NOW });
    const { feed, instrument } = server.world;
    for (const resolution of ['1', '1D'] as const) {
      const times = marketTimes(MARKET_HOURS.crypto, resolution, Date.parse('2024-03-01'), NOW);
      feed.set(instrument.code, resolution, barsAt(times));
    }
    return () => server.close();
  });

  test('a window answers its bars in the form of the contract', async () => {
    const response = await server.ask(WINDOW);
    const answer = successOf(response);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.Data).toHaveLength(1_440);
    expect(answer.Data[0]?.time).toBe(WINDOW.fromTs * 1_000);
    expect(answer.NextTime).toBe(WINDOW.fromTs * 1_000 - MINUTE);
    expect(answer.NoData).toBeUndefined();
  });

  test('base and quote mean the same instrument as the code', async () => {
    const { code } = server.world.instrument;
    const whole = await server.ask(WINDOW);
    const parts = await server.ask({ ...WINDOW, fsym: code.slice(0, 2), tsym: code.slice(2) });
    expect(parts.body).toBe(whole.body);
  });

  test.each([
    ['an inverted range', { fromTs: 20, toTs: 10 }, 400, 'fromTs 20 must be below toTs 10'],
    ['an empty range', { fromTs: 20, toTs: 20 }, 400, 'fromTs 20 must be below toTs 20'],
    ['milliseconds', { toTs: 1_710_000_000_000 }, 400, /toTs: .*100000000000/],
    ['a huge range', { fromTs: 0, toTs: 1e11 }, 400, /1157408 days; a request may span 36525/],
    ['an unknown resolution', { resolution: '7' }, 400, /resolution: .*1, 5, 15/],
    ['a text for a number', { fromTs: 'yesterday' }, 400, /fromTs/],
    ['a negative time', { fromTs: -1 }, 400, /fromTs/],
    ['too large a page', { limit: 2_001 }, 400, /limit: .*2000/],
    ['an unknown field', { user: 'x' }, 400, /user/],
    ['an empty symbol', { fsym: ' ' }, 400, 'Ticker is empty'],
    ['a symbol that cannot be read', { fsym: 'A B?' }, 400, 'Error parsing symbol info'],
    ['an unknown exchange', { e: 'NYSE' }, 400, 'Unknown exchange NYSE'],
    ['an unknown instrument', { fsym: 'NOPE' }, 404, 'Cannot resolve symbol FMP:NOPE'],
  ])('%s is refused with a message that names it', async (_, query, status, message) => {
    const response = await server.ask({ ...WINDOW, ...query });
    expect(response.statusCode).toBe(status);
    expect(historyError.parse(response.json()).Message).toMatch(message);
  });

  test('a resolution that the instrument lacks is refused, naming those it has', async () => {
    const safex = await startHistoryServer(database, { nowMs: NOW, hours: 'safex' });
    const response = await safex.ask({ ...WINDOW, resolution: '240' });
    await safex.close();
    expect(response.statusCode).toBe(400);
    expect(historyError.parse(response.json()).Message).toMatch(
      /has no resolution 240; it has 1, 5, 15, 30, 60, 120, 1D, 1W, 1M/,
    );
  });

  test('a locked instrument is refused before anything is read', async () => {
    server.caller = null;
    const response = await server.ask(WINDOW);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ Message: 'Source locked', code: 'SOURCE_LOCKED' });
    expect(server.world.feed.requests).toEqual([]);
    server.caller = SUPER_ADMIN;
  });

  test('C62: a feed that fails is a failure that names it, never an empty page', async () => {
    server.world.feed.failure = new Error('answered a web page');
    const response = await server.ask(WINDOW);
    expect(response.statusCode).toBe(503);
    expect(historyError.parse(response.json())).toMatchObject({
      code: 'FEED_UNAVAILABLE',
      Message: expect.stringMatching(/^FMP does not answer for FMP:.* 1: no usable answer$/),
    });
  });

  test('the widest range is answered with one page of its newest bars', async () => {
    const answer = successOf(await server.ask({ ...WINDOW, fromTs: 0, toTs: 3e9 }));
    expect(answer.Data).toHaveLength(2_000);
    expect(answer.Data.at(-1)?.time).toBe(NOW - 30_000);
  });

  test.each([true, false])(
    'after a split by another process no old price is answered, whether or not this one is told: %s',
    async (isTold) => {
      const { world } = server;
      const { instrument, bars: own } = world;
      const closes = async () => successOf(await server.ask(WINDOW)).Data.map(({ close }) => close);
      const before = await closes();
      for (const resolution of ['1', '1D'] as const) {
        const times = marketTimes(MARKET_HOURS.crypto, resolution, Date.parse('2024-03-01'), NOW);
        const halved = barsAt(times).map(({ time, volume, ...prices }) => {
          const { open, high, low, close } = prices;
          return { time, volume, open: open / 2, high: high / 2, low: low / 2, close: close / 2 };
        });
        world.feed.set(instrument.code, resolution, halved);
      }
      // From here on `world.bars` belongs to another process.
      world.restart();
      await forgetHistory({ db: database.db, feeds: createTestFeeds() }, instrument);
      const window = { fromMs: WINDOW.fromTs * 1_000, toMs: TO * 1_000, resolution: '1' } as const;
      await world.bars.history({ instrument, ...window, limit: 2_000, countBack: -1 });
      if (isTold) own.written(instrument.id, '1', 0, NOW);
      else world.nowMs += 11_000;
      expect(await closes()).toEqual(before.map((close) => close / 2));
    },
  );

  test('a caller that has the answer gets a 304 without a body', async () => {
    const first = await server.ask(WINDOW);
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await server.ask(WINDOW, { 'if-none-match': `"other", ${etag}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  });

  test('a repeated answer is compressed once, in the caller’s preferred encoding', async () => {
    const plain = await server.ask(WINDOW);
    const ask = (accepted: string) => server.ask(WINDOW, { 'accept-encoding': accepted });
    await expect
      .poll(async () => (await ask('gzip, br')).headers['content-encoding'], { interval: 10 })
      .toBe('br');
    const brotli = await ask('gzip, deflate, br');
    const gzip = await ask('gzip');
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    const tags = [plain, gzip, brotli].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    const known = await server.ask(WINDOW, { 'if-none-match': String(gzip.headers.etag) });
    expect(known.statusCode).toBe(304);
  });

  test('a caller with many concurrent reads delays only itself', async () => {
    let letGo = () => {};
    server.world.feed.wait = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // The request is sent when its result is awaited.
    const ask = async (limit: number) => await server.ask({ ...WINDOW, limit });
    const asked = Array.from({ length: 30 }, (_, index) => ask(100 + index));
    const refused = await Promise.all(asked.slice(8));
    for (const { statusCode, headers } of refused) {
      expect([statusCode, headers['retry-after']]).toEqual([429, '1']);
    }
    // The same request, and one of another caller.
    const joined = ask(100);
    server.caller = { ...SUPER_ADMIN, _id: 'somebody else' };
    const other = ask(129);
    letGo();
    for (const { statusCode } of await Promise.all([...asked.slice(0, 8), joined, other])) {
      expect(statusCode).toBe(200);
    }
  });

  test('a correction of old bars shows at once', async () => {
    const before = successOf(await server.ask(WINDOW));
    const [bar] = before.Data;
    if (!bar) throw new Error('there are bars');
    const { bars, instrument } = server.world;
    await bars.write({ instrument, resolution: '1', bars: [{ ...bar, volume: 4_321 }] });
    expect(successOf(await server.ask(WINDOW)).Data[0]?.volume).toBe(4_321);
  });

  test('a correction by another process shows within ten seconds', async () => {
    const [bar] = successOf(await server.ask(WINDOW)).Data;
    if (!bar) throw new Error('there are bars');
    const { world } = server;
    const { instrument } = world;
    world.restart();
    await world.bars.write({ instrument, resolution: '1', bars: [{ ...bar, volume: 4_321 }] });
    world.nowMs += 10_000;
    expect(successOf(await server.ask(WINDOW)).Data[0]?.volume).toBe(4_321);
  });

  test('older bars imported by another process show within ten seconds', async () => {
    const { world } = server;
    const all = { ...WINDOW, resolution: '1D', limit: 2_000, countBack: 1_900 };
    const before = successOf(await server.ask(all));
    expect([before.Data.length, before.NextTime]).toEqual([13, undefined]);
    const { instrument } = world;
    const times = marketTimes(
      MARKET_HOURS.crypto,
      '1D',
      Date.parse('2020-03-01'),
      Date.parse('2024-03-01'),
    );
    const pieces = [columnsOf(barsAt(times))];
    const process = { db: database.db, clock: { now: () => NOW } };
    await importBars(process, { instrument, resolution: '1D', pieces, isSimulated: true });
    world.nowMs += 10_000;
    for (const countBack of [1_900, 1_800]) {
      const after = successOf(await server.ask({ ...all, countBack }));
      expect(after.Data[0]?.time).toBe(Date.parse('2020-03-01'));
      expect(after.Data).toHaveLength(times.length + 13);
    }
  });

  test('imported bars stay unchanged by the feed, except for one that was still open', async () => {
    const { world } = server;
    const { instrument } = world;
    const times = marketTimes(MARKET_HOURS.crypto, '1D', Date.parse('2024-03-01'), NOW);
    const own = barsAt(times, 500);
    const pieces = [columnsOf(own)];
    const process = { db: database.db, clock: { now: () => NOW } };
    await importBars(process, { instrument, resolution: '1D', pieces, isSimulated: true });
    const query = { fromTs: times[0] ?? 0, toTs: NOW + 5 * DAY_SECONDS * 1_000 };
    const newest = { fromTs: query.fromTs / 1_000, toTs: Math.floor(query.toTs / 1_000) };
    for (const day of [0, 1, 2]) {
      world.nowMs = NOW + day * DAY_SECONDS * 1_000;
      const known = marketTimes(MARKET_HOURS.crypto, '1D', Date.parse('2024-03-01'), world.nowMs);
      const feeds = barsAt(known);
      world.feed.set(instrument.code, '1D', feeds);
      const { Data } = successOf(await server.ask({ ...newest, resolution: '1D' }));
      expect(Data.map(({ close }) => close)).toEqual([
        ...own.slice(0, -1).map(({ close }) => close),
        ...feeds.slice(own.length - 1).map(({ close }) => close),
      ]);
    }
  });

  test('new bars show within seconds', async () => {
    const newest = { fromTs: NOW / 1_000 - 600, toTs: NOW / 1_000 + DAY_SECONDS, resolution: '1' };
    const query = { ...newest, fromTs: Math.floor(newest.fromTs), toTs: Math.floor(newest.toTs) };
    const before = successOf(await server.ask(query));
    const { world } = server;
    const times = marketTimes(MARKET_HOURS.crypto, '1', Date.parse('2024-03-01'), NOW + MINUTE);
    world.feed.set(world.instrument.code, '1', barsAt(times));
    world.nowMs += MINUTE;
    const after = successOf(await server.ask(query));
    expect(after.Data).toHaveLength(before.Data.length + 1);
  });

  test('an answer tells until when it knows its open bar, and takes what the stream knows better', async () => {
    let live: readonly KnownBar[] = [];
    let loads = 0;
    await server.close();
    server = await startHistoryServer(database, {
      nowMs: NOW,
      liveBars: {
        newest: () => live,
        load: async () => {
          loads += 1;
        },
      },
    });
    const openMs = NOW - 30_000;
    const bar = { open: 100, high: 101, low: 99, close: 100, volume: 5 };
    const times = marketTimes(MARKET_HOURS.crypto, '1', Date.parse('2024-03-14'), NOW);
    const { code } = server.world.instrument;
    server.world.feed.set(
      code,
      '1',
      times.map((time) => ({ ...bar, time })),
    );
    const day = [
      { ...bar, time: Date.parse('2024-03-14') },
      { ...bar, time: Date.parse('2024-03-15') },
    ];
    server.world.feed.set(code, '1D', day);
    const toTs = NOW / 1_000 + 30;
    const ask = async (query = {}) =>
      successOf(await server.ask({ fromTs: toTs - 3_600, toTs, resolution: '1', ...query }));
    const stored = await ask();
    expect(stored.KnownUntilMs).toBe(NOW - 5_000);
    expect(stored.Data.at(-1)).toEqual({ ...bar, time: openMs });

    const streamed = { ...bar, time: openMs, high: 108, close: 107, knownUntilMs: NOW - 1 };
    live = [streamed];
    server.world.nowMs += 300;
    const told = await ask();
    expect(told.KnownUntilMs).toBe(NOW - 1);
    expect(told.Data.at(-1)).toEqual({ ...bar, time: openMs, high: 108, close: 107 });
    expect(told.Data.slice(0, -1)).toEqual(stored.Data.slice(0, -1));

    const nextMs = openMs + MINUTE;
    live = [streamed, { ...bar, time: nextMs, knownUntilMs: nextMs + 10 }];
    server.world.nowMs = nextMs + 1_000;
    const counted = await ask({ toTs: toTs + 60, countBack: 10, limit: 10 });
    expect(counted.Data).toHaveLength(10);
    expect(counted.Data.slice(-2).map(({ time, close }) => [time, close])).toEqual([
      [openMs, 107],
      [nextMs, 100],
    ]);
    // The stream knows the closed bar until a moment before its end: it is not final yet.
    expect(counted.KnownUntilMs).toBe(NOW - 1);
    loads = 0;
    const past = await ask({ toTs: toTs - 3_000 });
    expect(past.KnownUntilMs).toBeUndefined();
    // Final bars do not wait for the stream.
    expect(loads).toBe(0);
  });
});
