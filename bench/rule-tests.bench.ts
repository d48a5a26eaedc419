import { combineTests, testSeries } from '@moneytrail/backtest';
import { DAY_MS, MARKET_HOURS } from '@moneytrail/calendar';
import type { AlertCondition, RuleEntry, TradingRule } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import { report } from './figure.ts';
import { syntheticBars } from './synthetic-bars.ts';

const INSTRUMENTS = 500;
const BARS = 5_200;

/** Processor time of this thread, s: another process must not count. */
function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

const entry = (condition: AlertCondition): RuleEntry => ({
  conditions: [condition],
  joined: { kind: 'and' },
});
const marks = (side: 'buy' | 'sell') => entry({ kind: 'signal', side, isStrongOnly: false });
const moved = (direction: 'up' | 'down') =>
  entry({ kind: 'move', direction, size: 0.4, unit: 'percent', bars: 5 });
const common = {
  resolution: '1D',
  costs: { spread: { kind: 'estimated' }, commissionPercent: 0.05 },
} as const;
const NO_EXIT = { isOpposite: false, level: null, stop: null, target: null, bars: null };

const RULES: Readonly<Record<string, TradingRule>> = {
  'marks until the opposite one': {
    ...common,
    long: marks('buy'),
    short: marks('sell'),
    exit: { ...NO_EXIT, isOpposite: true },
    size: { kind: 'share', percent: 100 },
  },
  // Bounds that are seldom reached, so that positions are followed far.
  'moves with far stops and targets': {
    ...common,
    long: moved('up'),
    short: moved('down'),
    exit: {
      ...NO_EXIT,
      level: 'longTerm',
      stop: { unit: 'atr', size: 20 },
      target: { unit: 'atr', size: 20 },
      bars: 500,
    },
    size: { kind: 'risk', percent: 1 },
  },
  // Almost every other bar begins a trade.
  'small moves for one bar': {
    ...common,
    long: entry({ kind: 'move', direction: 'up', size: 0.01, unit: 'percent', bars: 1 }),
    short: entry({ kind: 'move', direction: 'down', size: 0.01, unit: 'percent', bars: 1 }),
    exit: { ...NO_EXIT, bars: 1 },
    size: { kind: 'share', percent: 100 },
  },
};

/** The processor time of a rule over all instruments, and of the longest part between two turns. */
function measure(rule: TradingRule) {
  let [tests, combine, longestPart, trades] = [0, 0, 0, 0];
  const market = { hours: MARKET_HOURS.crypto, resolution: '1D' } as const;
  const all = Array.from({ length: INSTRUMENTS }, (_, seed) => {
    const startMs = Date.UTC(2006, 0);
    const columns = columnsFrom(syntheticBars(BARS, { startMs, stepMs: DAY_MS, seed }));
    const steps = testSeries(rule, { columns, market, holes: [] });
    for (;;) {
      const at = processorSeconds();
      const step = steps.next();
      const took = processorSeconds() - at;
      tests += took;
      longestPart = Math.max(longestPart, took);
      if (!step.done) continue;
      const head = { symbol: `Random:${seed}`, simulated: true, priceScale: 100, problem: null };
      return { ...head, test: step.value };
    }
  });
  const at = processorSeconds();
  trades = combineTests(all, { locked: 0 }).figures.trades;
  combine = processorSeconds() - at;
  return { tests, combine, longestPart, trades };
}

report(
  Object.entries(RULES).flatMap(([name, rule]) => {
    const { tests, combine, longestPart, trades } = measure(rule);
    return [
      {
        what: `${name}: 500 instruments of 5,200 days`,
        value: tests + combine,
        unit: 's' as const,
        bar: { atMost: 20 },
        detail: `${trades} trades, ${combine.toFixed(1)} s of it combine them`,
      },
      {
        what: 'the longest part of one instrument',
        value: 1_000 * longestPart,
        unit: 'ms' as const,
      },
    ];
  }),
);
