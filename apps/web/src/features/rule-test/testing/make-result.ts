import type {
  RuleComparison,
  RuleFigures,
  RuleResult,
  RuleTest,
  RuleTrade,
  TestedInstrument,
} from '@moneytrail/contract';
import { NEW_DRAFT } from '../rule-draft.ts';

const DAY_MS = 86_400_000;
const LAST_MS = Date.UTC(2026, 10, 20);
const FIRST_MS = Date.UTC(2020, 0, 1);
const PART_MS = Date.UTC(2024, 8, 1);

function makeFigures(changes: Partial<RuleFigures> = {}): RuleFigures {
  return {
    trades: 48,
    wins: 26,
    netPercent: 61.2,
    yearlyPercent: 7.2,
    drawdownPercent: 24.5,
    exposurePercent: 93.1,
    profitFactor: 1.31,
    averagePercent: 1.02,
    medianPercent: 0.4,
    bestPercent: 31.5,
    worstPercent: -12.8,
    averageBars: 42.5,
    longestLosingRun: 5,
    ...changes,
  };
}

function makeComparison(changes: Partial<RuleComparison> = {}): RuleComparison {
  return {
    trades: 48,
    others: 4_390,
    averagePercent: 1.02,
    otherPercent: 0.61,
    difference: 0.41,
    interval: { low: -1.1, high: 1.9 },
    finding: 'unproven',
    ...changes,
  };
}

/** A trade that began some days ago and lasted three days. */
export function makeTrade(day: number, changes: Partial<RuleTrade> = {}): RuleTrade {
  const entryTime = LAST_MS - day * DAY_MS;
  return {
    symbol: 'FMP:BTCUSD',
    side: day % 2 === 0 ? 'long' : 'short',
    entryTime,
    entryPrice: 100 + day,
    exitTime: entryTime + 3 * DAY_MS,
    exitPrice: 103 + day,
    exit: 'opposite',
    isGap: false,
    bars: 3,
    sizePercent: 100,
    costPercent: 0.14,
    netPercent: day / 10 - 1,
    r: null,
    ...changes,
  };
}

export function makeInstrument(changes: Partial<TestedInstrument> = {}): TestedInstrument {
  return {
    symbol: 'FMP:BTCUSD',
    simulated: true,
    priceScale: 100,
    barCount: 2_335,
    trades: 48,
    netPercent: 61.2,
    profitFactor: 1.31,
    drawdownPercent: 24.5,
    open: { side: 'long', entryTime: LAST_MS - 4 * DAY_MS, netPercent: 2.4 },
    problem: null,
    ...changes,
  };
}

/** A curve that rises with a fall in its middle. */
function makeEquity(count: number): RuleResult['equity'] {
  let peak = 100;
  return Array.from({ length: count }, (_, place) => {
    const time = FIRST_MS + (place * (LAST_MS - FIRST_MS)) / (count - 1);
    const equity = 100 + (61.2 * place) / (count - 1) + 18 * Math.sin(place / 6);
    peak = Math.max(peak, equity);
    return { time: Math.round(time), equity, drawdownPercent: 100 * (1 - equity / peak) };
  });
}

/** The result of one instrument, no better than random entries. */
export function makeResult(changes: Partial<RuleResult> = {}): RuleResult {
  return {
    fromTime: FIRST_MS,
    toTime: LAST_MS,
    barCount: 2_335,
    locked: 0,
    figures: makeFigures(),
    parts: [
      { fromTime: FIRST_MS, toTime: PART_MS, figures: makeFigures({ netPercent: 48.4 }) },
      { fromTime: PART_MS, toTime: LAST_MS, figures: makeFigures({ trades: 14, wins: 6 }) },
    ],
    years: [2020, 2021, 2022, 2023, 2024, 2025, 2026].map((year, place) => ({
      year,
      netPercent: [31, 22, -18.4, 9.1, 4, -2.2, 8][place] ?? 0,
      trades: 7,
    })),
    equity: makeEquity(120),
    worstDrawdownPercent: 38.1,
    comparison: makeComparison(),
    cautions: ['worseLater', 'simulated'],
    instruments: [makeInstrument()],
    trades: [60, 41, 33, 20, 12].map((day) => makeTrade(day)),
    ...changes,
  };
}

/** A finished test of the first preset. */
export function makeTest(changes: Partial<RuleTest> = {}): RuleTest {
  return {
    id: 7,
    rule: NEW_DRAFT.rule,
    symbols: ['FMP:BTCUSD'],
    askedAtMs: LAST_MS,
    state: { kind: 'done' },
    ...changes,
  };
}
