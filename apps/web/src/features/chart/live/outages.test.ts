import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFlakyMarket, type Outage } from './testing/flaky-market.ts';

const OUTAGES = 20;
/** A server is given five minutes to read again what its source kept from it; the chart follows at the next bar. */
const REPAIRED_S: Record<Outage['kind'], number> = { page: 90, server: 90, feed: 400 };

const outage = fc.record({
  kind: fc.constantFrom<Outage['kind'][]>('page', 'server', 'feed'),
  seconds: fc.integer({ min: 5, max: 600 }),
  quietSeconds: fc.integer({ min: 0, max: 180 }),
});

test('after every outage of page, server and feed each bar is the server’s, and until then the span is marked', async () => {
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
    { numRuns: 5 },
  );
});

test('the open bar is the roll-up of its ticks at every second, whatever is read from history', async () => {
  const market = createFlakyMarket();
  await market.open();
  await market.pass(600);
  expect(market.staleSeconds()).toBe(0);
});
