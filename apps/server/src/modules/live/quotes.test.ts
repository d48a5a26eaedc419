import type { Bar } from '@moneytrail/contract';
import { EXCHANGES } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ticksOf } from '../../bus/index.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { makeAccessUser } from '../access/testing/users.ts';
import { eventually } from './testing/eventually.ts';
import { asCaller, type QuoteServer, startQuoteServer } from './testing/start-quote-server.ts';

/** Wednesday, 11:00 in New York: the market is open. */
const NOW = Date.parse('2026-03-11T15:00:00Z');
const at = (moment: string) => Date.parse(`2026-03-${moment}Z`);
const MINUTE = 60_000;

function bar(time: number, close: number): Bar {
  return { time, open: close, high: close, low: close, close, volume: 1 };
}

describe.each(USUAL_KINDS)('the newest known prices, on %s', (kind) => {
  const database = useTestDatabase(kind);
  let server: QuoteServer;
  const time = { nowMs: NOW };
  beforeEach(async () => {
    await database.db.deleteFrom('bar_chunks').execute();
    time.nowMs = NOW;
    server = await startQuoteServer(database, time);
  });

  const instrumentOf = (symbol: string) => server.catalogue.resolve(symbol);
  /** Stores bars as an answer of the feed that is complete up to a moment. */
  const store = async (
    symbol: string,
    resolution: '1' | '1D',
    closes: readonly (readonly [time: number, close: number])[],
    wholeUntilMs: number,
  ) =>
    server.bars.write({
      instrument: await instrumentOf(symbol),
      resolution,
      bars: closes.map(([time, close]) => bar(time, close)),
      coveredFromMs: closes[0]?.[0] ?? 0,
      coveredToMs: wholeUntilMs,
      isTrusted: true,
    });
  const aapl = async () => (await server.quotes('FMP:AAPL'))['FMP:AAPL'];

  test('after a session its close is the price, compared with the close before', async () => {
    time.nowMs = at('11T22:00:00');
    const days = [at('09T00:00:00'), at('10T00:00:00'), at('11T00:00:00')] as const;
    const closes = [200, 210.5, 220.25] as const;
    const bars = days.map((day, index) => [day, closes[index] ?? 0] as const);
    await store('FMP:AAPL', '1D', bars, at('12T00:00:00'));
    await store('FMP:AAPL', '1', [[at('11T19:59:00'), 219]], at('11T20:00:00'));
    expect(await aapl()).toEqual({
      exchange: 'FMP',
      code: 'AAPL',
      price: 220.25,
      priceScale: 100,
      previousClose: 210.5,
      timeMs: at('11T20:00:00'),
      pastDayMs: null,
      simulated: true,
    });
    time.nowMs = at('12T15:00:00');
    expect(await aapl()).toMatchObject({ price: 220.25, pastDayMs: at('11T00:00:00') });
  });

  test('while the market is open the newest minute counts, and after it a tick', async () => {
    const days = [
      [at('10T00:00:00'), 210],
      [at('11T00:00:00'), 211],
    ] as const;
    await store('FMP:AAPL', '1D', days, at('11T00:00:00'));
    expect(await aapl()).toMatchObject({ price: 211, previousClose: 210 });
    await store('FMP:AAPL', '1', [[NOW - 2 * MINUTE, 212]], NOW - MINUTE);
    expect(await aapl()).toMatchObject({ price: 212, previousClose: 210, timeMs: NOW - MINUTE });
    const instrument = await instrumentOf('FMP:AAPL');
    const subscription = server.registry.open(instrument, '1', () => undefined);
    server.bus.publish(ticksOf(instrument.id), { token: 1, timeMs: NOW - 1_000, price: 213 });
    await eventually(async () =>
      expect(await aapl()).toMatchObject({ price: 213, previousClose: 210, timeMs: NOW - 1_000 }),
    );
    subscription.close();
  });

  test('a bar stored while its day was forming is neither its close nor a change', async () => {
    const days = [
      [at('09T00:00:00'), 200],
      [at('10T00:00:00'), 210],
    ] as const;
    await store('FMP:AAPL', '1D', days, at('10T00:00:00'));
    expect(await aapl()).toMatchObject({
      price: 210,
      previousClose: 200,
      timeMs: at('10T13:30:00'),
      pastDayMs: at('10T00:00:00'),
    });
    await store('FMP:AAPL', '1', [[NOW - 2 * MINUTE, 212]], NOW - MINUTE);
    expect(await aapl()).toMatchObject({ price: 212, previousClose: null, pastDayMs: null });
  });

  test('the change is unknown across a session that was never asked for, but not across a weekend', async () => {
    await store('FMP:AAPL', '1D', [[at('06T00:00:00'), 200]], at('07T00:00:00'));
    await store('FMP:AAPL', '1', [[at('09T14:00:00'), 205]], at('09T14:01:00'));
    expect(await aapl()).toMatchObject({ price: 205, previousClose: 200 });
    await store('FMP:AAPL', '1', [[at('10T14:00:00'), 206]], at('10T14:01:00'));
    expect(await aapl()).toMatchObject({ price: 206, previousClose: null });
  });

  test('the previous session is found in the previous chunk if a new one has begun', async () => {
    time.nowMs = Date.parse('2028-01-03T22:00:00Z');
    const days = [Date.parse('2027-12-31'), Date.parse('2028-01-03')] as const;
    const bars = [[days[0], 300] as const, [days[1], 310] as const];
    await store('FMP:AAPL', '1D', bars, Date.parse('2028-01-04'));
    expect(await aapl()).toMatchObject({ price: 310, previousClose: 300 });
  });

  test('symbols without stored bars, unknown and duplicate ones are ignored', async () => {
    await store('FMP:BTCUSD', '1D', [[at('11T00:00:00'), 64_000]], at('11T00:00:00'));
    const symbols = ['FMP:AAPL', 'FMP:NOSUCH', 'nonsense', 'FMP:BTCUSD', 'FMP:BTCUSD'];
    const answer = await server.ask(symbols);
    expect(answer.json().map(({ code }: { code: string }) => code)).toEqual(['BTCUSD']);
    expect(Object.values(server.feeds).flatMap(({ requests }) => requests)).toEqual([]);
    const tooMany = await server.ask(Array.from({ length: 101 }, (_, index) => `FMP:A${index}`));
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([
      400,
      'symbols: must name at most 100 symbols',
    ]);
    expect((await server.ask([])).statusCode).toBe(400);
  });

  test('damaged bars of one symbol do not affect the others', async () => {
    await store('FMP:BTCUSD', '1D', [[at('11T00:00:00'), 64_000]], at('11T00:00:00'));
    await store('FMP:AAPL', '1D', [[at('10T00:00:00'), 210]], at('11T00:00:00'));
    const { id } = await instrumentOf('FMP:AAPL');
    await database.db
      .updateTable('bar_chunks')
      .set({ data: Buffer.from('3nonsense') })
      .where('instrument_id', '=', id)
      .execute();
    expect(Object.keys(await server.quotes('FMP:AAPL', 'FMP:BTCUSD'))).toEqual(['FMP:BTCUSD']);
  });

  test('changes of another process show within five seconds', async () => {
    await store('FMP:AAPL', '1D', [[at('10T00:00:00'), 210]], at('11T00:00:00'));
    expect(await aapl()).toMatchObject({ price: 210 });
    await database.db.deleteFrom('bar_chunks').execute();
    expect(await aapl()).toMatchObject({ price: 210 });
    time.nowMs += 5_001;
    expect(await aapl()).toBeUndefined();
  });

  const rights = fc.record({
    userType: fc.constantFrom('retail' as const, 'commercial' as const),
    isSuperAdmin: fc.boolean(),
    hasSubscriptionOverride: fc.boolean(),
    hasPaid: fc.boolean(),
    paymentValidUntil: fc.constantFrom('2026-02-01', '2026-06-01'),
    isDetailedSummaryAllowed: fc.boolean(),
    isSuffixAllowed: fc.boolean(),
    feeds: fc.subarray([...EXCHANGES]),
  });
  const SYMBOLS = ['FMP:BTCUSD', 'FMP:AAPL', 'FMP:NPN.JO', 'Bitfinex:BTCUSD', 'Tiingo:BTCUSD'];

  test('C40, U1: a locked instrument never appears, whatever the rights', async () => {
    for (const symbol of SYMBOLS)
      await store(symbol, '1D', [[at('10T00:00:00'), 5]], at('11T00:00:00'));
    server.caller = asCaller(makeAccessUser({ isSuperAdmin: true }));
    expect(Object.keys(await server.quotes(...SYMBOLS))).toEqual(SYMBOLS);
    await fc.assert(
      fc.asyncProperty(
        rights,
        fc.shuffledSubarray(SYMBOLS, { minLength: 1 }),
        async (each, asked) => {
          const { feeds, isDetailedSummaryAllowed, isSuffixAllowed, ...user } = each;
          const allows = (exchange: (typeof EXCHANGES)[number]) => feeds.includes(exchange);
          server.caller = asCaller(
            makeAccessUser({
              ...user,
              permissions: { isDetailedSummaryAllowed, isSuffixAllowed },
              feedAccess: {
                isBVGAllowed: allows('BVG'),
                isFMPAllowed: allows('FMP'),
                isBitfinexAllowed: allows('Bitfinex'),
                isTiingoAllowed: allows('Tiingo'),
              },
            }),
          );
          const isFull =
            user.userType === 'retail'
              ? user.hasSubscriptionOverride
              : user.hasPaid && user.paymentValidUntil === '2026-06-01';
          const isOpen = (symbol: string) =>
            user.isSuperAdmin ||
            symbol === 'FMP:BTCUSD' ||
            (isFull &&
              feeds.some((feed) => symbol.startsWith(feed)) &&
              (symbol !== 'FMP:NPN.JO' || isSuffixAllowed));
          expect(Object.keys(await server.quotes(...asked))).toEqual(asked.filter(isOpen));
        },
      ),
      { numRuns: process.env.TEST_LONG === 'true' ? 300 : 30 },
    );
  });
});
