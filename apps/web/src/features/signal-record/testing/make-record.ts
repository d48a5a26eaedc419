import type { RecordedMark, RecordHorizon, SignalRecord } from '@moneytrail/contract';

const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(2026, 10, 20);
const HORIZONS = [1, 5, 10, 20, 60] as const;

type Figures = NonNullable<RecordHorizon['figures']>;

/** Figures that show no difference. */
export function makeFigures(changes: Partial<Figures> = {}): Figures {
  return {
    median: 0.4,
    interval: { low: -0.9, high: 1.6 },
    method: 'orderStatistics',
    shareAbove: 0.55,
    shareInterval: { low: 0.4, high: 0.69 },
    favourable: 3.1,
    adverse: -2.4,
    others: { bars: 2_290, median: 0.1, shareAbove: 0.52 },
    difference: 0.3,
    differenceInterval: { low: -1, high: 1.5 },
    finding: 'unproven',
    ...changes,
  };
}

export function makeHorizon(bars: number, figures: Figures | null): RecordHorizon {
  const trials = figures ? 45 : 12;
  const left = { unfinished: bars === 60 ? 2 : 0, expired: 0, broken: 0, unpriced: 0 };
  return { bars, trials, apart: bars < 20 ? trials : Math.min(trials, 31), left, figures };
}

export function makeMark(day: number, changes: Partial<RecordedMark> = {}): RecordedMark {
  const time = LAST_MS - day * DAY_MS;
  return {
    id: `mark-${day}`,
    time,
    side: day % 2 === 0 ? 'buy' : 'sell',
    strong: day % 3 === 0,
    publishedAt: time + DAY_MS + 180_000,
    corrected: false,
    entryTime: time + DAY_MS,
    entryPrice: 100 + day,
    outcomes: HORIZONS.map((bars) =>
      bars < day ? { move: day / 10 - 1, favourable: day / 5, adverse: -1 } : 'unfinished',
    ),
    ...changes,
  };
}

/** A record of published marks without a difference from other days. */
export function makeRecord(changes: Partial<SignalRecord> = {}): SignalRecord {
  return {
    symbol: 'FMP:BTC/USD',
    simulated: true,
    priceScale: 100,
    resolution: '1D',
    source: 'ledger',
    side: 'any',
    strength: 'any',
    fromTime: Date.UTC(2020, 0, 1),
    toTime: LAST_MS,
    barCount: 2_335,
    isCut: false,
    nextClosesAt: LAST_MS + 2 * DAY_MS,
    leastTrials: 30,
    leastApart: 20,
    markCount: 45,
    withoutBar: 0,
    horizons: HORIZONS.map((bars) => makeHorizon(bars, makeFigures())),
    list: [40, 30, 20, 7, 2].map((day) => makeMark(day)),
    ...changes,
  };
}
