import type { Notes } from './note.ts';

const MS = 'in milliseconds since 1970 UTC';
const WITHOUT = 'null without trades';

/** Tests of trading rules. */
export const RULE_TEST_NOTES: Notes = {
  endpoints: {
    startRuleTest:
      'The test waits until those before it have ended; read it with its id. Symbols that the caller may not see are left out and counted; with none left the answer is `403`. `409` while another test of the account waits or runs. An account keeps its twenty newest tests.',
    listRuleTests: 'The newest first, without their results.',
    getRuleTest:
      '`result` is null until the test is done. `403` while one of its instruments is locked for the caller or no longer offered.',
    removeRuleTest: 'A test that waits or runs is cancelled.',
  },
  schemas: {
    RuleTest: 'A test of a trading rule on past bars.',
    TradingRule:
      'Entries at closed bars, filled at the open of the next bar, with exits, costs and size.',
    RuleEntry: 'The entry of one side.',
    RuleResult:
      'What a rule would have made over its instruments, each with an equal part of the capital.',
    RuleFigures: 'Figures of the trades of a span, after costs.',
    RuleComparison:
      'The trades beside those of the same exits and costs from every bar of the same span and instruments.',
    TestedInstrument: 'One instrument of a test.',
    RuleTrade: 'A closed trade.',
  },
  fields: {
    'RuleTest.id': 'The id of the test.',
    'getRuleTest.params.id': 'The id of the test.',
    'removeRuleTest.params.id': 'The id of the test.',
    rule: 'The trading rule.',
    'RuleTest.symbols': 'The tested instruments as `EXCHANGE:CODE`.',
    'startRuleTest.body.symbols': {
      text: 'The instruments, in any notation; 500 at most.',
      example: ['FMP:BTC/USD'],
    },
    'RuleTest.years': 'The length of the span in years; absent for all bars.',
    'startRuleTest.body.years': 'The length of the span in years; left out for all bars.',
    askedAtMs: `The time of the start ${MS}.`,
    'RuleTest.state': 'Where the test is.',
    'state.kind': '`waiting`, `running`, `done` or `failed`.',
    'state.done': 'The instruments that are done.',
    'state.total': 'The number of instruments.',
    'state.reason': 'Why it failed, in words.',
    tests: 'The tests.',
    'getRuleTest.response.test': 'The test.',
    'getRuleTest.response.result': 'The result; null until the test is done.',

    'TradingRule.resolution': 'The resolution of the bars.',
    'TradingRule.long': 'The entry of long positions; null for none.',
    'TradingRule.short': 'The entry of short positions; null for none.',
    'RuleEntry.conditions':
      'Conditions as those of alerts, judged at the close of each bar; without `drawing` and `silence`.',
    'RuleEntry.joined':
      'How several conditions belong together: all within one bar, or one after the other.',
    'TradingRule.exit':
      'The exits of a position; the first that is reached counts. Within one bar the stop counts before target and level.',
    isOpposite:
      'True to leave at the next open once the other side’s entry is given, and to enter that side there.',
    'exit.level':
      'Leaves at the level on the far side as of the last close: `shortTerm` or `longTerm`; null for none.',
    'exit.stop': 'The distance of the stop from the entry; null for none.',
    'exit.target': 'The distance of the target from the entry; null for none.',
    'stop.unit':
      '`percent` of the entry, or `atr`, average true ranges of 14 bars at the entry’s signal.',
    'stop.size': 'The distance in `unit`.',
    'target.unit':
      '`percent` of the entry, or `atr`, average true ranges of 14 bars at the entry’s signal.',
    'target.size': 'The distance in `unit`.',
    'exit.bars': 'Leaves at the open so many bars after the entry’s bar; null for never.',
    'TradingRule.costs': 'Half of the spread and one commission at each entry and exit.',
    'costs.spread': 'The spread.',
    'spread.kind': '`estimated` from the bars before each entry, or `fixed`.',
    'spread.percent': 'The spread in percent of the price.',
    commissionPercent: 'One commission in percent of the price.',
    'TradingRule.size': 'The size of a position.',
    'size.kind':
      '`share` of the instrument’s equity, or `risk`: as much as loses that part of it at the stop.',
    'size.percent': 'The share or the risk in percent of the equity.',

    'RuleResult.fromTime': `The start of the first bar that could have been an entry, ${MS}.`,
    'RuleResult.toTime': `The start of the last bar, ${MS}.`,
    'RuleResult.barCount': 'The number of tested bars of all instruments.',
    'RuleResult.locked': 'The symbols that the caller may not see, which were left out.',
    'RuleResult.figures': 'The figures of the whole span.',
    parts: 'The first seven tenths of the span, and the rest.',
    'parts.fromTime': `The start of the first bar of the part, ${MS}.`,
    'parts.toTime': `The start of the last bar of the part, ${MS}.`,
    'parts.figures': 'The figures of the part.',
    'RuleResult.years': 'The years of the span.',
    'years.year': 'The year.',
    'years.netPercent': 'The change of the equity in it, in percent.',
    'years.trades': 'The trades that were closed in it.',
    'RuleResult.equity': 'The equity at closes, 500 points at most.',
    'equity.time': `The start of the bar ${MS}.`,
    'equity.equity': 'The equity, 100 at the start.',
    'equity.drawdownPercent': 'Its fall from the last peak in percent.',
    worstDrawdownPercent:
      'The drawdown in percent that one of twenty random orders of the trades exceeds; null with fewer than thirty trades.',
    'RuleResult.comparison':
      'The comparison with every other bar; null with too few trades, or too few blocks of time.',
    cautions: 'Known weaknesses of the result, by name.',
    'RuleResult.instruments': 'The instruments.',
    'RuleResult.trades': 'The newest thousand trades, oldest first.',

    'RuleFigures.trades': 'The number of closed trades.',
    wins: 'The trades that gained.',
    'RuleFigures.netPercent': 'The change of the equity over the span in percent.',
    yearlyPercent: 'The change per year in percent; null for less than half a year.',
    'RuleFigures.drawdownPercent':
      'The largest fall of the equity from a peak, at closes, in percent.',
    exposurePercent: 'The share of bars with a position, weighted by its size, in percent.',
    profitFactor: 'The sum of gains divided by the sum of losses; null without losses.',
    'RuleFigures.averagePercent': `The mean change of a trade in percent of its entry; ${WITHOUT}.`,
    medianPercent: `The median change of a trade in percent of its entry; ${WITHOUT}.`,
    bestPercent: `The best trade in percent of its entry; ${WITHOUT}.`,
    worstPercent: `The worst trade in percent of its entry; ${WITHOUT}.`,
    averageBars: `The mean number of bars from entry to exit; ${WITHOUT}.`,
    longestLosingRun: 'The most trades in a row that lost.',

    'RuleComparison.trades': 'The number of trades.',
    'RuleComparison.others': 'The number of bars that could have been an entry.',
    'RuleComparison.averagePercent': 'The mean change of the trades in percent.',
    otherPercent: 'The mean change from those bars in percent.',
    'RuleComparison.difference': 'The difference of both means in percentage points.',
    'RuleComparison.interval': 'The 95 % confidence interval of the difference.',
    'RuleComparison.interval.low': 'The lower end in percentage points.',
    'RuleComparison.interval.high': 'The upper end in percentage points.',
    'RuleComparison.finding':
      '`better` or `worse` if zero is outside of the interval, else `unproven`.',

    'TestedInstrument.symbol': {
      text: 'The symbol as `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`.',
      example: 'FMP:BTC/USD',
    },
    'TestedInstrument.barCount': 'The number of tested bars.',
    'TestedInstrument.trades': 'The number of closed trades.',
    'TestedInstrument.netPercent': 'The change of its equity in percent.',
    'TestedInstrument.drawdownPercent': 'The largest fall of its equity in percent.',
    'TestedInstrument.open':
      'The position that the last bar leaves open, which counts in the equity alone; null for none.',
    'open.side': '`long` or `short`.',
    'open.entryTime': `The start of the entry’s bar ${MS}.`,
    'open.netPercent': 'Its change at the last close in percent of the entry.',
    'TestedInstrument.problem': 'Why it could not be tested, in words; null if it was.',

    'RuleTrade.symbol': {
      text: 'The symbol as `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`.',
      example: 'FMP:BTC/USD',
    },
    'RuleTrade.side': '`long` or `short`.',
    'RuleTrade.entryTime': `The start of the entry’s bar ${MS}.`,
    'RuleTrade.entryPrice': 'The price of the entry, before costs.',
    exitTime: `The start of the exit’s bar ${MS}.`,
    exitPrice: 'The price of the exit, before costs.',
    'RuleTrade.exit': 'How it ended: `opposite`, `level`, `stop`, `target` or `bars`.',
    isGap: 'True if it ended at an open beyond its stop, target or level.',
    'RuleTrade.bars': 'The number of bars from the entry’s bar to the exit’s.',
    sizePercent: 'The share of the instrument’s equity that was invested, in percent.',
    costPercent: 'Spread and commissions in percent of the entry.',
    'RuleTrade.netPercent': 'The change after costs in percent of the entry.',
    r: 'The change in multiples of the distance to the stop; null without a stop.',
  },
};
