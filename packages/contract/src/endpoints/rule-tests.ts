import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { resolution } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { alertCondition, conditionsJoined, MOST_CONDITIONS } from './alert-definition.ts';
import { wholeNumber } from './query-fields.ts';

/** Instruments of one test, at most. */
export const MOST_TESTED_SYMBOLS = 500;
/** The newest bars of each instrument that a test uses, at most. */
export const MOST_TESTED_BARS = 5_200;
/** The tests that an account keeps; a further one replaces the oldest. */
export const MOST_KEPT_TESTS = 20;
/** Trades that a result lists, at most: the newest ones. */
export const MOST_LISTED_TRADES = 1_000;
/** Points of an equity curve, at most. */
export const MOST_EQUITY_POINTS = 500;

/** A condition that closed bars can fulfil, without the silence of a feed and without drawings. */
const ruleCondition = alertCondition.check(
  z.refine(({ kind }) => kind !== 'silence' && kind !== 'drawing', 'cannot be tested on past bars'),
);

/** The entry of one side, judged at the close of each bar. */
export const ruleEntry = z.strictObject({
  conditions: z.array(ruleCondition).check(z.minLength(1), z.maxLength(MOST_CONDITIONS)),
  joined: conditionsJoined,
});
export type RuleEntry = z.infer<typeof ruleEntry>;

/** A distance from the entry's price: in percent of it, or in average true ranges of 14 bars at the entry's signal. */
const distance = z.strictObject({
  unit: z.enum(['percent', 'atr']),
  size: z.number().check(z.positive(), z.maximum(1_000)),
});

/**
 * The exits of a position; the first that is reached counts. Within one bar the stop counts before the target and the level,
 * as bars do not tell which came first.
 */
export const ruleExit = z
  .strictObject({
    /** Leaves at the next open once the other side's entry is given, and enters that side there. */
    isOpposite: z.boolean(),
    /** Leaves at the level on the far side, as it stood at the last close: a long at its resistance, a short at its support. */
    level: z.nullable(z.enum(['shortTerm', 'longTerm'])),
    stop: z.nullable(distance),
    target: z.nullable(distance),
    /** Leaves at the open so many bars after the entry's bar. */
    bars: z.nullable(z.int().check(z.minimum(1), z.maximum(500))),
  })
  .check(
    z.refine(
      ({ isOpposite, level, stop, target, bars }) =>
        isOpposite || level !== null || stop !== null || target !== null || bars !== null,
      'must have an exit',
    ),
  );
export type RuleExit = z.infer<typeof ruleExit>;

/** Costs in percent of the price: half of the spread and one commission at each entry and exit. */
export const ruleCosts = z.strictObject({
  /** Estimated from the bars before each entry by the product's own estimator, or a fixed one. */
  spread: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('estimated') }),
    z.strictObject({
      kind: z.literal('fixed'),
      percent: z.number().check(z.minimum(0), z.maximum(20)),
    }),
  ]),
  commissionPercent: z.number().check(z.minimum(0), z.maximum(5)),
});

/** The size of a position: a share of the instrument's equity, or as much as loses a part of it at the stop. Never above 100 %. */
export const ruleSize = z.strictObject({
  kind: z.enum(['share', 'risk']),
  percent: z.number().check(z.positive(), z.maximum(100)),
});

/** A trading rule: entries at closed bars, filled at the next bar's open. */
export const tradingRule = z
  .strictObject({
    resolution,
    long: z.nullable(ruleEntry),
    short: z.nullable(ruleEntry),
    exit: ruleExit,
    costs: ruleCosts,
    size: ruleSize,
  })
  .check(
    z.refine(({ long, short }) => long !== null || short !== null, 'must have an entry'),
    z.refine(({ size, exit }) => size.kind !== 'risk' || exit.stop !== null, {
      path: ['size'],
      error: 'needs a stop',
    }),
    z.refine(({ long, short, exit }) => !exit.isOpposite || (long !== null && short !== null), {
      path: ['exit', 'isOpposite'],
      error: 'needs the entries of both sides',
    }),
  );
export type TradingRule = z.infer<typeof tradingRule>;

/** How a position ended. */
export const EXIT_REASONS = ['opposite', 'level', 'stop', 'target', 'bars'] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

/** A closed trade. Prices are those of the bars, before costs; percentages are after costs. */
export const ruleTrade = z.strictObject({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  /** Starts of the bars of the entry and of the exit. */
  entryTime: z.int(),
  entryPrice: z.number(),
  exitTime: z.int(),
  exitPrice: z.number(),
  exit: z.enum(EXIT_REASONS),
  /** Whether it was filled at an open beyond its stop, target or level. */
  isGap: z.boolean(),
  /** Bars from the entry's bar to the exit's. */
  bars: z.int(),
  /** The share of the instrument's equity that was invested, in percent. */
  sizePercent: z.number(),
  /** Spread and commissions, in percent of the entry's price. */
  costPercent: z.number(),
  /** The change after costs in percent of the entry's price, positive for a gain. */
  netPercent: z.number(),
  /** The net change in multiples of the distance to the stop; null without a stop. */
  r: z.nullable(z.number()),
});
export type RuleTrade = z.infer<typeof ruleTrade>;

/** Figures of the closed trades of a span and of the equity in it. All percentages are after costs. */
export const ruleFigures = z.strictObject({
  trades: z.int(),
  wins: z.int(),
  /** The change of the equity over the span, and per year of it (null for less than half a year). */
  netPercent: z.number(),
  yearlyPercent: z.nullable(z.number()),
  /** The largest fall of the equity from a peak, at closes, as a positive number. */
  drawdownPercent: z.number(),
  /** The share of bars with a position, weighted by its size. */
  exposurePercent: z.number(),
  /** The sum of gains divided by the sum of losses; null without losses. */
  profitFactor: z.nullable(z.number()),
  averagePercent: z.nullable(z.number()),
  medianPercent: z.nullable(z.number()),
  bestPercent: z.nullable(z.number()),
  worstPercent: z.nullable(z.number()),
  averageBars: z.nullable(z.number()),
  longestLosingRun: z.int(),
});
export type RuleFigures = z.infer<typeof ruleFigures>;

const span = { fromTime: z.int(), toTime: z.int() };

/** The trades beside those of the same exits and costs from every bar of the same span and instruments. */
export const ruleComparison = z.strictObject({
  trades: z.int(),
  /** Bars that could have been an entry, with both sides in the proportion of the trades. */
  others: z.int(),
  averagePercent: z.number(),
  otherPercent: z.number(),
  difference: z.number(),
  /** Its 95 % interval, from resampled blocks of time. */
  interval: z.strictObject({ low: z.number(), high: z.number() }),
  finding: z.enum(['better', 'worse', 'unproven']),
});
export type RuleComparison = z.infer<typeof ruleComparison>;

/** One instrument of a test. Without bars it has a reason. */
export const testedInstrument = z.strictObject({
  symbol: z.string(),
  simulated: z.boolean(),
  priceScale: z.int(),
  barCount: z.int(),
  trades: z.int(),
  netPercent: z.number(),
  profitFactor: z.nullable(z.number()),
  drawdownPercent: z.number(),
  /** A position that the last bar leaves open; it counts in the equity and in no other figure. */
  open: z.nullable(
    z.strictObject({ side: z.enum(['long', 'short']), entryTime: z.int(), netPercent: z.number() }),
  ),
  problem: z.nullable(z.string()),
});
export type TestedInstrument = z.infer<typeof testedInstrument>;

/** Known weaknesses of a result. */
export const RULE_CAUTIONS = [
  /** Fewer than thirty trades: no comparison is given. */
  'fewTrades',
  /** Trades of the first seven tenths of the span made more on average than those of the last three. */
  'worseLater',
  /** A fifth of the gains or more comes from one trade. */
  'oneTrade',
  /** More than one exit of twenty had its stop and its target or level within the same bar. */
  'sameBar',
  /** The spread of some entries could not be estimated and counts as the median of those before, or as zero. */
  'unknownSpread',
  /** Positions across missing bars were left out. */
  'missingBars',
  /** Bars of simulated feeds. */
  'simulated',
] as const;
export type RuleCaution = (typeof RULE_CAUTIONS)[number];

/** The result of a rule over the instruments of a test, each with an equal part of the capital; see docs/rule-tests.md. */
export const ruleResult = z.strictObject({
  ...span,
  barCount: z.int(),
  /** Symbols that the caller may not see, which were left out. */
  locked: z.int(),
  figures: ruleFigures,
  /** The first seven tenths of the span, and the rest. */
  parts: z.array(z.strictObject({ ...span, figures: ruleFigures })),
  years: z.array(z.strictObject({ year: z.int(), netPercent: z.number(), trades: z.int() })),
  /** The equity at closes, 100 at the start, and its fall from the last peak in percent. */
  equity: z.array(
    z.strictObject({ time: z.int(), equity: z.number(), drawdownPercent: z.number() }),
  ),
  /** The drawdown that one of twenty random orders of the trades exceeds; null with fewer than thirty trades. */
  worstDrawdownPercent: z.nullable(z.number()),
  /** Null with fewer than thirty trades, or fewer than twenty blocks of time. */
  comparison: z.nullable(ruleComparison),
  cautions: z.array(z.enum(RULE_CAUTIONS)),
  instruments: z.array(testedInstrument),
  /** Oldest first. */
  trades: z.array(ruleTrade),
});
export type RuleResult = z.infer<typeof ruleResult>;

const testState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('waiting') }),
  /** Instruments that are done, and all of them. */
  z.strictObject({ kind: z.literal('running'), done: z.int(), total: z.int() }),
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
]);

const asked = {
  rule: tradingRule,
  symbols: z
    .array(identifyingText().check(z.maxLength(80)))
    .check(z.minLength(1), z.maxLength(MOST_TESTED_SYMBOLS)),
  /** The last years; left out for all bars. */
  years: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
};

/** A test of a rule, as it is listed. */
export const ruleTest = z.strictObject({
  id: z.int(),
  ...asked,
  askedAtMs: z.int(),
  state: testState,
});
export type RuleTest = z.infer<typeof ruleTest>;

const params = z.strictObject({ id: wholeNumber({ least: 1, most: 1e15 - 1 }) });

export const startRuleTest = endpoint({
  name: 'startRuleTest',
  summary: 'Starts the test of a trading rule on past bars.',
  method: 'POST',
  path: '/api/data/rule-tests',
  access: 'user',
  scope: 'prices:read',
  prices: 'list',
  body: z.strictObject(asked),
  response: ruleTest,
});

export const listRuleTests = endpoint({
  name: 'listRuleTests',
  summary: "Lists the caller's tests of rules, newest first.",
  method: 'GET',
  path: '/api/data/rule-tests',
  access: 'user',
  scope: 'prices:read',
  response: z.strictObject({ tests: z.array(ruleTest) }),
});

export const getRuleTest = endpoint({
  name: 'getRuleTest',
  summary: 'Returns a test of a rule with its progress or result.',
  method: 'GET',
  path: '/api/data/rule-tests/:id',
  access: 'user',
  scope: 'prices:read',
  prices: 'list',
  params,
  response: z.strictObject({ test: ruleTest, result: z.nullable(ruleResult) }),
});

export const removeRuleTest = endpoint({
  name: 'removeRuleTest',
  summary: 'Removes a test of a rule; one that runs is cancelled.',
  method: 'DELETE',
  path: '/api/data/rule-tests/:id',
  access: 'user',
  scope: 'prices:read',
  params,
  response: z.undefined(),
});
