import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFlakyMarket, type Outage } from './testing/flaky-market.ts';

const OUTAGES = 20;
/** A server is given five minutes to read again what its source kept from it; the chart follows at the next bar. */
const REPAIRED_S: Record<Outage['kind'], number> = {
  page: 90,
  server: 90,
  feed: 400,
  history: 90,
  warning: 90,
};

const outage = fc.record({
  kind: fc.constantFrom<Outage['kind'][]>('page', 'server', 'feed', 'history', 'warning'),
  seconds: fc.integer({ min: 5, max: 600 }),
  quietSeconds: fc.integer({ min: 0, max: 180 }),
});

test('after every outage of page, server and feed all bars equal the server’s, and until then the span is marked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(outage, { minLength: OUTAGES, maxLength: OUTAGES }),
      async (outages) => {
        const market = createFlakyMarket();
        await market.open();
        for (const { quietSeconds, ...one } of outages) {
          await market.pass(quietSeconds);
          await market.suffer(one);
          const markedFromMs = market.unreadFromMs() ?? Number.POSITIVE_INFINITY;
          expect(market.wrongBars().filter((time) => time < markedFromMs)).toEqual([]);
          await market.pass(REPAIRED_S[one.kind]);
          expect(market.wrongBars(), JSON.stringify(one)).toEqual([]);
          expect(market.unreadFromMs()).toBeNull();
        }
        expect(market.gaps()).toBe(0);
      },
    ),
    { numRuns: process.env.TEST_LONG === 'true' ? 50 : 5 },
  );
});

test.each(['history', 'warning'] as const)(
  'under a stream that lives, what closes while history cannot confirm it (%s) is marked until history was read',
  async (kind) => {
    const market = createFlakyMarket();
    await market.open();
    await market.pass(120);
    expect(market.unreadFromMs()).toBeNull();
    const openBarMs = Math.floor(market.clock.now() / 60_000) * 60_000;
    await market.suffer({ kind, seconds: 200 });
    expect(market.unreadFromMs()).toBeLessThanOrEqual(openBarMs);
    await market.pass(REPAIRED_S[kind]);
    expect(market.unreadFromMs()).toBeNull();
  },
);

test.each(['history', 'warning'] as const)(
  'one look alone that does not succeed (%s) marks nothing, as where a source answers late after each close',
  async (kind) => {
    const market = createFlakyMarket();
    await market.open();
    for (let bar = 0; bar < 3; bar += 1) {
      market.spoilNextRead(kind);
      await market.pass(60);
      expect(market.hasSpoiled()).toBe(true);
    }
    expect(market.timesMarked()).toBe(0);
    expect(market.wrongBars()).toEqual([]);
  },
);

test('the forming bar is the roll-up of its ticks at every second, whatever history returns', async () => {
  const market = createFlakyMarket();
  await market.open();
  await market.pass(600);
  expect(market.staleSeconds()).toBe(0);
});
