import {
  DAY_MS,
  MARKET_HOURS,
  MINUTE_MS,
  tradingDateOf,
  tradingDayFrom,
} from '@moneytrail/calendar';
import { FEED_EXCHANGES } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addAccount,
  addEverybody,
  KINDS,
  openSessionOf,
} from '../../../conformance/testing/people.ts';
import { anybody, fullTier, PASSES } from '../../../conformance/testing/policies.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { ANY_KIND } from '../../../db/testing/test-database.ts';
import { openStream } from '../../live/testing/stream-client.ts';
import { createUdfClient } from '../testing/udf-client.ts';

const UNKNOWN = { s: 'error', errmsg: 'unknown_symbol' };
const seconds = (text: string) => Date.parse(`${text}Z`) / 1_000;

describe('a UDF client', () => {
  let world: AppWorld;
  let base: string;
  let visitor: ReturnType<typeof createUdfClient>;
  let admin: ReturnType<typeof createUdfClient>;
  let adminId: string;
  let adminToken: string;
  const now = () => world.context.clock.now();
  beforeAll(async () => {
    world = await startApp(ANY_KIND);
    base = `${await world.app.listen({ host: '127.0.0.1', port: 0 })}/api/udf`;
    adminId = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    visitor = createUdfClient(base, { now });
    await signInAnew();
  });
  afterAll(() => world.close());

  /** A token lasts fifteen minutes of the clock, which tests move. */
  async function signInAnew(): Promise<void> {
    adminToken = (await openSessionOf(world, adminId)).token;
    admin = createUdfClient(base, { now, token: adminToken });
  }

  const history = (query: Record<string, string | number>) =>
    admin.ask('history', { symbol: 'FMP:BTCUSD', resolution: '1D', ...query });
  const days = (from: string, to: string) => ({ from: seconds(from), to: seconds(to) });

  test('gets the server’s configuration', async () => {
    expect(await visitor.ask('config')).toEqual({
      supports_search: true,
      supports_group_request: false,
      supports_marks: true,
      supports_timescale_marks: true,
      supports_time: true,
      supported_resolutions: ['1', '5', '15', '30', '60', '120', '180', '240', '1D', '1W', '1M'],
      exchanges: expect.arrayContaining([{ value: 'FMP', name: 'FMP', desc: 'FMP' }]),
      symbols_types: expect.arrayContaining([{ value: 'crypto', name: 'Crypto' }]),
    });
  });

  test('is told which parameter is missing', async () => {
    for (const [query, errmsg] of [
      [{ from: 1, to: 2 }, 'resolution is missing'],
      [{ resolution: '60', to: 2 }, 'from is missing'],
      [{ resolution: '60', from: 'x', to: 2 }, 'from: must be a number of seconds'],
    ] as const) {
      const answer = await admin.ask('history', { symbol: 'FMP:BTCUSD', ...query });
      expect(answer).toEqual({ s: 'error', errmsg });
    }
  });

  test('gets the time in seconds as plain text, and the configuration with any token', async () => {
    const headers = { authorization: 'Bearer nothing' };
    const time = await fetch(`${base}/time`, { headers });
    expect(time.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(time.headers.get('cache-control')).toBe('no-store');
    const text = await time.text();
    expect(text).toMatch(/^\d{10}$/);
    expect(Math.abs(Number(text) - now() / 1_000)).toBeLessThan(5);
    expect((await fetch(`${base}/config`, { headers })).status).toBe(200);
  });

  test.each(['BTCUSD', 'btcusd', 'FMP:BTCUSD', 'fmp:btcusd', 'BTCUSD.FMP', 'FMP:BTC/USD'])(
    'finds a symbol as %s',
    async (symbol) => {
      const found = await visitor.ask('symbols', { symbol, currencyCode: 'USD', unitId: '' });
      expect(found).toMatchObject({
        name: 'BTCUSD',
        ticker: 'FMP:BTC/USD',
        description: expect.stringMatching(/ \(Simulated\)$/),
        simulated: true,
        type: 'crypto',
        session: '24x7',
        timezone: 'Etc/UTC',
        minmov: 1,
        has_intraday: true,
        format: 'price',
        intraday_multipliers: ['1', '5', '15', '30', '60', '120', '180', '240'],
      });
      expect(found).not.toHaveProperty('s');
    },
  );

  test.each(['NOPE', 'FMP:AAPL', 'AAPL', '', 'A B', 'x'.repeat(500), 'FMP:'])(
    'gets the same answer for a locked %j as for a missing symbol',
    async (symbol) => {
      expect(await visitor.ask('symbols', { symbol })).toEqual(UNKNOWN);
      const asked = { symbol, resolution: '1D', from: 0, to: seconds('2026-01-01') };
      for (const path of ['history', 'marks', 'timescale_marks']) {
        expect(await visitor.ask(path, asked)).toEqual(UNKNOWN);
      }
    },
  );

  test('finds symbols whatever the case, by code and words, of an exchange and a type', async () => {
    const codes = async (client: typeof admin, query: Record<string, string | number>) => {
      const found = (await client.ask('search', query)) as { ticker: string }[];
      return found.map(({ ticker }) => ticker);
    };
    const common = { exchange: '', type: '', limit: 30 };
    const upper = await codes(admin, { ...common, query: 'BITCOIN' });
    expect(upper).toContain('FMP:BTC/USD');
    expect(await codes(admin, { ...common, query: 'bitcoin' })).toEqual(upper);
    expect(
      await admin.ask('search', { ...common, query: 'BTCUSD', exchange: 'FMP' }),
    ).toContainEqual({
      symbol: 'BTCUSD',
      full_name: 'FMP:BTC/USD',
      ticker: 'FMP:BTC/USD',
      description: expect.stringMatching(/ \(Simulated\)$/),
      exchange: 'FMP',
      type: 'crypto',
      simulated: true,
    });
    expect(await codes(admin, { ...common, query: '', limit: 5 })).toHaveLength(5);
    const forex = await codes(admin, { ...common, query: '', type: 'forex', exchange: 'Tiingo' });
    expect(forex.length).toBeGreaterThan(0);
    for (const ticker of forex) expect(ticker).toMatch(/^Tiingo:/);
    for (const query of [{ query: 'zzzzzz' }, { query: '', exchange: 'NYSE' }]) {
      expect(await admin.ask('search', { ...common, ...query })).toEqual([]);
    }
    expect(await codes(visitor, { ...common, query: '' })).toEqual(['FMP:BTC/USD']);
    expect(await codes(visitor, { ...common, query: 'AAPL' })).toEqual([]);
  });

  test('is given the bars of a range, whose end is not inclusive, as columns of numbers', async () => {
    const answer = (await history(days('2026-01-01', '2026-01-11'))) as Record<string, number[]>;
    expect(answer.s).toBe('ok');
    const { t = [] } = answer;
    expect(t).toEqual(Array.from({ length: 10 }, (_, day) => seconds('2026-01-01') + day * 86_400));
    for (const column of ['o', 'h', 'l', 'c', 'v']) {
      expect(answer[column]).toHaveLength(10);
      for (const value of answer[column] ?? []) expect(value).toEqual(expect.any(Number));
    }
  });

  test('is given exactly as many bars as it counts back, whatever it says of the beginning', async () => {
    for (const resolution of ['1D', 'D']) {
      const answer = await history({
        ...days('2026-01-09', '2026-01-11'),
        countback: 30,
        resolution,
      });
      const { t } = answer as { t: number[] };
      expect(t).toHaveLength(30);
      expect(t.at(-1)).toBe(seconds('2026-01-10'));
    }
    expect(await history({ ...days('2026-01-09', '2026-01-11'), countback: 0 })).toEqual({
      s: 'no_data',
    });
    const none = { ...days('1990-01-01', '1990-02-01'), countback: 10 };
    expect(await history(none)).toEqual({ s: 'no_data' });
    expect(await history({ ...none, from: -5e9, to: -4e9 })).toEqual({ s: 'no_data' });
  });

  test('counts back over more bars than one page holds', async () => {
    const hours = { resolution: '60', from: 0, to: seconds('2026-01-11'), countback: 3_000 };
    const { t } = (await history(hours)) as { t: number[] };
    expect(t).toHaveLength(3_000);
    const steps = new Set(t.slice(1).map((time, at) => time - (t[at] ?? 0)));
    expect([...steps]).toEqual([3_600]);
  });

  test('is led over a gap, and learns where history begins', async () => {
    const weekend = { ...days('2026-01-10', '2026-01-12'), symbol: 'FMP:AAPL' };
    expect(await history(weekend)).toEqual({
      s: 'no_data',
      nextTime: seconds('2026-01-09') * 1_000,
    });
    expect(await history(days('1970-01-01', '1980-01-01'))).toEqual({ s: 'no_data' });
    const counted = (await history({ ...weekend, countback: 2 })) as { t: number[] };
    expect(counted.t).toEqual([seconds('2026-01-08'), seconds('2026-01-09')]);
  });

  test('loads all of history, whether it counts bars or asks for spans', async () => {
    const symbol = await admin.resolve('AAPL');
    const counted = await admin.loadCounted(symbol, '1W', 50);
    const spans = await admin.loadSpans(symbol, '1W', 200 * 86_400);
    expect(counted.length).toBeGreaterThan(150);
    const times = counted.map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(spans.map(({ time }) => time)).toEqual(times);
  });

  test.each([
    ['FMP:AAPL', MARKET_HOURS['us-stocks'], '2025-10-20'],
    ['FMP:AAPL', MARKET_HOURS['us-stocks'], '2026-03-02'],
    ['BVG:WMAZ', MARKET_HOURS.safex, '2026-03-02'],
  ])(
    'dates days of %s by their trading day, across changes of the clocks',
    async (named, hours, from) => {
      const [symbol = named] =
        named === 'BVG:WMAZ'
          ? (
              (await admin.ask('search', { query: 'WMAZ', exchange: 'BVG', type: 'futures' })) as {
                ticker: string;
              }[]
            ).map(({ ticker }) => ticker)
          : [];
      const fromMs = Date.parse(`${from}Z`);
      const { t } = (await history({
        symbol,
        from: fromMs / 1_000,
        to: fromMs / 1_000 + 20 * 86_400,
      })) as { t: number[] };
      expect(t.length).toBeGreaterThan(8);
      for (const time of t) {
        expect((time * 1_000) % DAY_MS).toBe(0);
        expect(tradingDayFrom(hours, time * 1_000)).toBe(time * 1_000);
      }
    },
  );

  test('dates months by their first trading day, and pages by these dates lose and double none', async () => {
    const symbol = 'FMP:AAPL';
    const year = { symbol, resolution: 'M', ...days('2025-01-01', '2026-01-01') };
    const { t } = (await history(year)) as { t: number[] };
    expect(t).toHaveLength(12);
    expect(t[0]).toBe(seconds('2025-01-02'));
    const before = (await history({ ...year, to: t[6] ?? 0, countback: 6 })) as { t: number[] };
    expect(before.t).toEqual(t.slice(0, 6));
    const since = (await history({ ...year, from: t[6] ?? 0 })) as { t: number[] };
    expect(since.t).toEqual(t.slice(6));
  });

  test('sees a new bar begin together with the one that has closed', async () => {
    const symbol = await visitor.resolve('BTCUSD');
    const to = Math.floor(now() / 1_000);
    let chart = (await visitor.bars({ symbol, resolution: '1', from: to - 600, to, countback: 5 }))
      .bars;
    expect(chart).toHaveLength(5);
    for (let minute = 0; minute < 2; minute++) {
      const before = chart.length;
      const intoMinute = now() % MINUTE_MS;
      world.addMs(MINUTE_MS - intoMinute + 1_000);
      // A busy machine is late to look: more than one bar may have begun by then.
      await expect
        .poll(async () => {
          world.addMs(2_000);
          chart = await admin.poll(symbol, '1', chart);
          return chart.length;
        })
        .toBeGreaterThan(before);
      const steps = chart.slice(1).map(({ time }, at) => time - (chart[at]?.time ?? 0));
      expect(new Set(steps)).toEqual(new Set([MINUTE_MS]));
    }
  });

  test('is given marks as a table and those of the time scale as a list', async () => {
    const to = Math.floor(now() / 1_000);
    const query = { symbol: 'FMP:BTCUSD', resolution: '1D', from: to - 700 * 86_400, to };
    const table = (await visitor.ask('marks', query)) as Record<string, unknown[]>;
    expect(Object.keys(table)).toEqual([
      ...['id', 'time', 'color', 'text', 'label', 'labelFontColor', 'minSize'],
    ]);
    const count = table.id?.length ?? 0;
    expect(count).toBeGreaterThan(0);
    for (const column of Object.values(table)) expect(column).toHaveLength(count);
    for (const time of table.time ?? []) {
      expect(Number(time) % 86_400).toBe(0);
      expect(Number(time)).toBeLessThan(to);
    }
    expect(await visitor.ask('timescale_marks', query)).toEqual(expect.any(Array));
    const nothing = { ...query, from: to, to };
    expect(await visitor.ask('marks', nothing)).toEqual({
      id: [],
      time: [],
      color: [],
      text: [],
      label: [],
      labelFontColor: [],
      minSize: [],
    });
    expect(await visitor.ask('timescale_marks', nothing)).toEqual([]);
  });

  test('gets known prices next to unknown symbols', async () => {
    const symbols = 'FMP:BTCUSD,BTCUSD,NO SUCH,FMP:AAPL';
    expect(await visitor.ask('quotes', { symbols })).toEqual({
      s: 'ok',
      d: [
        {
          s: 'ok',
          n: 'FMP:BTCUSD',
          v: expect.objectContaining({
            lp: expect.any(Number),
            short_name: 'BTCUSD',
            exchange: 'FMP',
            ch: expect.any(Number),
          }),
        },
        { s: 'ok', n: 'BTCUSD', v: expect.objectContaining({ lp: expect.any(Number) }) },
        { s: 'error', n: 'NO SUCH', v: {} },
        { s: 'error', n: 'FMP:AAPL', v: {} },
      ],
    });
    const many = Array.from({ length: 101 }, () => 'A').join(',');
    expect(await visitor.ask('quotes', { symbols: many })).toMatchObject({ s: 'error' });
  });

  test('gets the figures of the price’s session, equal to those of the bars', async () => {
    type Columns = Record<'o' | 'h' | 'l' | 'c' | 'v', number[]>;
    const quoteOf = async (client: typeof admin, symbol: string) => {
      const { d } = (await client.ask('quotes', { symbols: symbol })) as { d: { v: object }[] };
      return d[0]?.v;
    };
    let tries = 0;
    // A price between the two reads makes the session's figures unknown until its minute is stored.
    await vi.waitFor(
      async () => {
        if (tries > 0) {
          world.addMs(MINUTE_MS);
          await signInAnew();
        }
        tries += 1;
        const to = Math.floor(now() / 1_000);
        const from = to - (to % 86_400);
        // The chart's answer is cached, so nothing is read here.
        const minutes = (await admin.ask('history', {
          symbol: 'FMP:BTCUSD',
          resolution: '1',
          from,
          to,
        })) as Columns;
        const before = (await history({ to: from, countback: 1 })) as Columns;
        const { lp, ch, ...crypto } = (await quoteOf(visitor, 'BTCUSD')) as Record<string, number>;
        expect(crypto).toMatchObject({
          open_price: minutes.o[0],
          high_price: Math.max(...minutes.h, lp ?? 0),
          low_price: Math.min(...minutes.l, lp ?? 0),
          volume: expect.closeTo(
            minutes.v.reduce((sum, one) => sum + one, 0),
            6,
          ),
          prev_close_price: before.c[0],
        });
        expect(ch).toBeCloseTo((lp ?? 0) - (before.c[0] ?? 0), 8);
      },
      { timeout: 60_000, interval: 200 },
    );

    const tomorrow = Math.floor(now() / 1_000) + 86_400;
    const days = { symbol: 'FMP:AAPL', resolution: '1D', to: tomorrow, countback: 2 };
    const { o, h, l, c, v } = (await admin.ask('history', days)) as Columns;
    const share = (await quoteOf(admin, 'FMP:AAPL')) as Record<string, number>;
    expect(share).toMatchObject({ open_price: o[1], prev_close_price: c[0] });
    expect([share.high_price, share.low_price, share.volume]).toEqual(
      share.high_price === undefined ? [undefined, undefined, undefined] : [h[1], l[1], v[1]],
    );
    expect(await quoteOf(visitor, 'FMP:AAPL')).toEqual({});
  });

  test('reads one previous close in stream, quotes and bars, at every feed', async () => {
    const { catalogue } = world.context;
    const instruments = FEED_EXCHANGES.flatMap((exchange) => {
      const own = catalogue.enabled(exchange);
      // The crypto day turns at midnight, the forex day in the evening, the others have sessions.
      const kinds = [
        own.filter(({ type }) => type === 'forex'),
        own.filter(({ type }) => type !== 'forex'),
      ];
      return kinds.flatMap(([first]) => first ?? []);
    });
    const authorization = `Bearer ${adminToken}`;
    const address = base.replace('/api/udf', '');
    const headers = { authorization };
    const ticket = await fetch(`${address}/api/stream/ticket`, { method: 'POST', headers });
    const client = await openStream(address, ((await ticket.json()) as { ticket: string }).ticket);
    const channels = instruments.map(({ ticker }) => ({ symbol: ticker, resolution: 'D' }));
    client.send({ type: 'subscribe', channels });
    for (const { ticker, hours } of instruments) {
      const read = async () => {
        const streamed = client.updates().findLast(({ symbol }) => symbol === ticker)?.quote;
        const symbols = encodeURIComponent(ticker);
        const answer = await fetch(`${address}/api/data/quotes?symbols=${symbols}`, { headers });
        const [quote] = (await answer.json()) as { previousClose: number }[];
        const { d } = (await admin.ask('quotes', { symbols: ticker })) as {
          d: { v: { prev_close_price: number } }[];
        };
        const dayMs = tradingDateOf(hours, (streamed?.timeMs ?? 0) - 1);
        const before = { symbol: ticker, to: dayMs / 1_000, countback: 1 };
        const { c = [] } = (await history(before)) as { c?: number[] };
        const told = [streamed?.previousClose, quote?.previousClose, d[0]?.v.prev_close_price];
        expect([ticker, ...told]).toEqual([ticker, c[0], c[0], c[0]]);
        expect(c[0]).toEqual(expect.any(Number));
      };
      await vi.waitFor(read, { timeout: 60_000, interval: 300 });
    }
    client.close();
  });

  test('may write moments with fractions, before 1970 and far ahead', async () => {
    const asked = { symbol: 'FMP:BTCUSD', resolution: '1D' };
    const span = days('2026-01-01', '2026-01-11');
    const plain = await admin.ask('history', { ...asked, ...span });
    const odd = { from: span.from - 0.00049, to: span.to + 0.00049 };
    expect(await admin.ask('history', { ...asked, ...odd })).toEqual(plain);
    for (const resolution of ['1', '1D', '1M']) {
      const far = { ...asked, resolution, from: -1e11, to: 9e11, countback: 2 };
      expect(await admin.ask('history', far)).toMatchObject({
        s: 'ok',
        t: [expect.any(Number), expect.any(Number)],
      });
    }
    const to = Math.floor(now() / 1_000) + 0.00049;
    const marks = { ...asked, from: to - 1e6, to };
    expect(await admin.ask('marks', marks)).toHaveProperty('id');
    // Longer than marks are read for at once: the newest part.
    expect(await admin.ask('marks', { ...marks, resolution: '60', from: 0 })).toHaveProperty('id');
  });

  test.each([
    ['history', { resolution: '7' }],
    ['history', { resolution: '' }],
    ['history', { from: 'x' }],
    ['history', { to: '1e5' }],
    ['history', { countback: '-1' }],
    ['history', { symbol: 'a\0' }],
    ['marks', { from: '' }],
    ['search', { limit: 'x' }],
  ])('gets an error in JSON for %s %j', async (path, change) => {
    const good = { symbol: 'FMP:BTCUSD', resolution: '1D', from: 0, to: 1_700_000_000 };
    const answer = await admin.ask(path, { ...good, ...change });
    expect(answer).toEqual({ s: 'error', errmsg: expect.stringMatching(/./) });
  });

  test('C40: sees the same as the product’s own history, and nothing else', async () => {
    const everybody = await addEverybody(world);
    const query = new URLSearchParams({
      symbol: 'FMP:AAPL',
      resolution: '1D',
      countback: '2',
      to: String(Math.floor(now() / 1_000)),
    });
    for (const kind of KINDS) {
      if (kind === 'anonymous' || kind === 'awaiting a code') continue;
      const { token } = await openSessionOf(world, everybody[kind]);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${base}/history?${query}`, { headers });
      const { s } = (await answer.json()) as { s: string };
      const mayCome = anybody(kind) === PASSES;
      const told = fullTier(kind) === PASSES ? [200, 'ok'] : [404, 'error'];
      expect([kind, answer.status, s]).toEqual([kind, ...(mayCome ? told : [401, 'error'])]);
    }
    for (const path of ['symbols', 'history', 'marks', 'timescale_marks']) {
      for (const symbol of ['FMP:AAPL', 'FMP:NOSUCH', '!', '']) {
        query.set('symbol', symbol);
        query.set('from', '1');
        const answer = await fetch(`${base}/${path}?${query}`);
        expect([path, symbol, answer.status]).toEqual([path, symbol, 404]);
        expect(await answer.json()).toEqual(UNKNOWN);
      }
    }
  });

  test('gets 429 in JSON as a visitor with too many requests', async () => {
    const answers: unknown[] = [];
    for (let count = 0; count < 40; count++) {
      const to = seconds('2026-01-01');
      answers.push(
        await visitor.ask('history', { symbol: 'BTCUSD', resolution: '1D', to, countback: 2 }),
      );
    }
    expect(answers.at(-1)).toEqual({ s: 'error', errmsg: expect.stringContaining('Too many') });
  });
});

test('a feed outage is a failure, never the end of history', async () => {
  const world = await startApp(ANY_KIND, {
    environment: {
      SIMULATE: 'bvg,bitfinex,tiingo',
      FMP_API_KEY: 'nothing',
      FMP_REST_URL: 'http://127.0.0.1:9',
    },
  });
  const base = `${await world.app.listen({ host: '127.0.0.1', port: 0 })}/api/udf`;
  const client = createUdfClient(base, { now: world.context.clock.now, busyTries: 0 });
  const to = Math.floor(world.context.clock.now() / 1_000);
  for (const asked of [{ countback: 10 }, { from: to - 864_000 }]) {
    const query = { symbol: 'BTCUSD', resolution: '1D', to, ...asked };
    const told: unknown[] = [];
    await vi.waitFor(async () => {
      told.push(await client.ask('history', query));
      expect(told.at(-1)).toMatchObject({ errmsg: expect.stringContaining('FMP') });
    }, 60_000);
    expect(new Set(told.map((answer) => (answer as { s: string }).s))).toEqual(new Set(['error']));
  }
  await world.close();
});
