import type { RuleResult, RuleTrade, TradingRule } from '@moneytrail/contract';
import { type CsvValue, csvTable } from '../../../lib/csv.ts';
import { humanReadableDate } from '../../../lib/format-time.ts';
import { EXIT_NAMES, RULE_TEXTS } from '../texts.ts';

const HEADS = [
  'Symbol',
  'Side',
  'Entry bar (UTC)',
  'Entry',
  'Exit bar (UTC)',
  'Exit',
  'Reason',
  'Gap',
  'Bars',
  'Size (%)',
  'Costs (%)',
  'Net (%)',
  'R',
];

/** The trades of a result as lines for a spreadsheet, oldest first; simulated ones say so in the first line. */
export function tradesCsv(
  { trades, instruments }: RuleResult,
  { resolution }: TradingRule,
): string {
  const timeOf = (timeMs: number) => humanReadableDate(timeMs, resolution, 'UTC');
  const cellsOf = (trade: RuleTrade): CsvValue[] => [
    trade.symbol,
    trade.side,
    timeOf(trade.entryTime),
    trade.entryPrice,
    timeOf(trade.exitTime),
    trade.exitPrice,
    EXIT_NAMES[trade.exit],
    trade.isGap,
    trade.bars,
    trade.sizePercent,
    trade.costPercent,
    trade.netPercent,
    trade.r,
  ];
  const isSimulated = instruments.some(({ simulated }) => simulated);
  return csvTable([HEADS, ...trades.map(cellsOf)], isSimulated ? [RULE_TEXTS.simulated] : []);
}
