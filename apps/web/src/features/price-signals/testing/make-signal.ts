import type { PriceSignal, SideRecord } from '@moneytrail/contract';

const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(2026, 10, 20);

export const NO_MARKS: SideRecord = {
  marks: 0,
  published: 0,
  horizons: [5, 10, 20].map((bars) => ({
    bars,
    measured: 0,
    unfinished: 0,
    overlapping: 0,
    unpriced: 0,
    median: null,
    shareWithSide: null,
    interval: null,
    usual: 0.1,
  })),
};

/** A market at 100, three days after a buy mark at 80. */
export function makeSignal(changes: Partial<PriceSignal> = {}): PriceSignal {
  return {
    symbol: 'FMP:BTC/USD',
    simulated: true,
    priceScale: 100,
    time: LAST_MS,
    nextClosesAt: LAST_MS + 2 * DAY_MS,
    currentPrice: 100,
    longTermResistance: 120,
    shortTermResistance: 110,
    shortTermSupport: 75,
    longTermSupport: 50,
    longShortPercentage: 12.41,
    deployment: 186,
    presentBars: 20,
    side: 'buy',
    lastMark: { time: LAST_MS - 3 * DAY_MS, side: 'buy', strong: true, close: 80, barsAgo: 3 },
    record: {
      fromTime: Date.UTC(2020, 0, 1),
      barCount: 2_151,
      leastMoves: 30,
      buy: NO_MARKS,
      sell: NO_MARKS,
    },
    marks: [],
    ...changes,
  };
}
