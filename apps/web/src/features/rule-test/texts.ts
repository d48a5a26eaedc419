import { conditionsText } from '@moneytrail/alerts';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type {
  ExitReason,
  RuleCaution,
  RuleEntry,
  RuleResult,
  RuleTest,
  TradingRule,
} from '@moneytrail/contract';
import { formatPrice } from '../../lib/format.ts';
import { formatBarTime } from '../../lib/format-time.ts';

export const RULE_TEXTS = {
  title: 'Test a Rule',
  note: 'Not a forecast. A rule that did well in the past may fail from now on.',
  broken: 'Parts of this link cannot be read; the rule is that of a new test.',
  failed: 'Could not load the test.',
  listFailed: 'Could not load your tests.',
  gone: 'This test is removed. Run the rule again.',
  simulated: 'Simulated',
  changed: 'The rule has changed since this test.',
  empty: 'Choose a rule and run it on past bars.',
  run: 'Run the test',
  trades: 'Trades',
  noTrades: 'The rule made no trade in this span.',
  instruments: 'Instruments',
  save: 'CSV',
} as const;

/** The rules of the test, told before the first one is run. */
export const STEPS: readonly string[] = [
  'An entry is judged at the close of each bar and filled at the open of the next one, so no test can look ahead.',
  'Every fill pays half of the spread and the commission. A gap beyond a stop is filled at the open.',
  'The trades are compared with the same exits and costs from every other bar: a rule is worth something only as far as it beats those.',
];

const whole = (count: number) => formatPrice(count, 0);
/** Up to six decimals, without trailing zeros. */
const plain = (value: number) => String(Math.round(value * 1e6) / 1e6);
const bars = (count: number) => (count === 1 ? '1 bar' : `${plain(count)} bars`);

/** `a, b or c` */
function either(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)]
    .filter((part) => part !== '')
    .join(' or ');
}

/** The conditions of an entry as a clause: `a buy mark appears on the instrument`. */
function entryText({ conditions, joined }: RuleEntry): string {
  const words = { instrument: 'the instrument', interval: '', price: plain, time: () => '' };
  return conditionsText({ conditions, joined, trigger: { kind: 'barClose' } }, words);
}

const distanceText = ({ unit, size }: NonNullable<TradingRule['exit']['stop']>) =>
  unit === 'atr' ? `${plain(size)} ATR` : `${plain(size)}\u00a0%`;

function exitText({ isOpposite, level, stop, target, bars: count }: TradingRule['exit']): string {
  return either([
    ...(isOpposite ? ['at the opposite entry'] : []),
    ...(level === null
      ? []
      : [`at the ${level === 'shortTerm' ? 'short' : 'long'}-term level on the far side`]),
    ...(stop === null ? [] : [`at a stop ${distanceText(stop)} away`]),
    ...(target === null ? [] : [`at a target ${distanceText(target)} away`]),
    ...(count === null ? [] : [`after ${bars(count)}`]),
  ]);
}

function sizeText({ kind, percent }: TradingRule['size']): string {
  if (kind === 'risk') return `risks ${plain(percent)}\u00a0% of the equity to the stop`;
  return percent === 100 ? 'uses all of the equity' : `uses ${plain(percent)}\u00a0% of the equity`;
}

function costsText({ spread, commissionPercent }: TradingRule['costs']): string {
  const ofSpread =
    spread.kind === 'estimated'
      ? 'the estimated spread'
      : `a spread of ${plain(spread.percent)}\u00a0%`;
  return `pays ${ofSpread} and ${plain(commissionPercent)}\u00a0% commission a side`;
}

/** A rule in words: "Long when …. Short when …. Leaves …. Each position …." */
export function ruleSentence({ long, short, exit, size, costs }: TradingRule): string {
  return [
    ...(long ? [`Long when ${entryText(long)}.`] : []),
    ...(short ? [`Short when ${entryText(short)}.`] : []),
    `Leaves ${exitText(exit)}.`,
    `Each position ${sizeText(size)} and ${costsText(costs)}.`,
  ].join(' ');
}

/** `FMP:BTCUSD` or `47 instruments`. */
export function instrumentsText(symbols: readonly string[]): string {
  const [first = ''] = symbols;
  return symbols.length === 1 ? first : `${whole(symbols.length)} instruments`;
}

const spanText = (years: number | undefined) => {
  if (years === undefined) return 'all bars';
  return years === 1 ? 'last year' : `last ${years} years`;
};

/** `FMP:BTCUSD · 1D · all bars` */
export function askedText({ symbols, rule, years }: Pick<RuleTest, 'symbols' | 'rule' | 'years'>) {
  const interval = RESOLUTION_LABELS[rule.resolution];
  return [instrumentsText(symbols), interval, spanText(years)].join(' · ');
}

/** `2,345 bars of 1D, 3 Jan 2020 to 20 Nov 2026. 3 locked instruments are left out.` */
export function scopeText(
  { barCount, fromTime, toTime, locked }: RuleResult,
  { resolution }: TradingRule,
  zone: string,
): string {
  const span = [fromTime, toTime].map((time) => formatBarTime(time, resolution, zone)).join(' to ');
  const left =
    locked === 0
      ? ''
      : locked === 1
        ? ' One locked instrument is left out.'
        : ` ${whole(locked)} locked instruments are left out.`;
  return `${whole(barCount)} bars of ${RESOLUTION_LABELS[resolution]}, ${span}.${left}`;
}

export const EXIT_NAMES: Readonly<Record<ExitReason, string>> = {
  opposite: 'opposite entry',
  level: 'level',
  stop: 'stop',
  target: 'target',
  bars: 'bars over',
};

export const CAUTION_TEXTS: Readonly<Record<RuleCaution, string>> = {
  fewTrades: 'There are fewer than thirty trades: too few to judge the rule by.',
  worseLater:
    'Trades of the first seven tenths of the span made more on average than those of the last three. Rules chosen for their past often do.',
  oneTrade: 'A fifth of all gains or more comes from one trade.',
  sameBar:
    'More than one exit in twenty had its stop and its target or level within one bar. Bars do not tell which came first; the stop counts.',
  unknownSpread:
    'The spread of some entries could not be estimated. It counts as the median of those before, or as zero.',
  missingBars: 'Bars are missing. Positions across them are left out.',
  simulated: 'The bars are simulated.',
};

/** The words of the page. */
export const MEANINGS: readonly { word: string; meaning: string }[] = [
  {
    word: 'Entry and exit',
    meaning:
      'Conditions are judged at the close of a bar; the position is taken at the open of the next one, and one position an instrument at a time. Stop, target and level count from the entry’s bar on. A price that opens beyond them is filled at that open. Where a bar holds both the stop and the target, the stop counts.',
  },
  {
    word: 'ATR',
    meaning:
      'The average true range of 14 bars (Wilder) at the signal’s bar: how far a bar usually moves, so that one distance suits instruments of any price.',
  },
  {
    word: 'Costs',
    meaning:
      'Half of the spread and one commission at each entry and each exit, in percent of the price. The estimated spread is the liquidity spread of the chart at the signal’s bar. Interest, borrowing and dividends are left out.',
  },
  {
    word: 'Equity and drawdown',
    meaning:
      'Each instrument has an equal part of the capital and compounds by itself; the curve is their mean at closes, 100 at the start. The drawdown is the fall from the last peak.',
  },
  {
    word: 'Worst case',
    meaning:
      'The same trades in 999 random orders: one order of twenty has a larger drawdown than this. It shows how much of the drawdown was luck.',
  },
  {
    word: 'First and last part',
    meaning:
      'The first seven tenths of the span and the last three. Choose a rule by the first part alone, and look at the last part once.',
  },
  {
    word: 'Random entries',
    meaning:
      'The same exits and costs from every bar that could have been an entry, long and short in the proportion of the trades. The difference counts as better or worse only if zero is outside of its 95\u00a0% interval, made by drawing blocks of time again and again (bootstrap). It does not allow for the other rules that you try: of twenty rules without any edge, about one is expected to show a difference.',
  },
  {
    word: 'Profit factor and R',
    meaning:
      'The sum of all gains divided by the sum of all losses. R is the result of a trade in multiples of the distance to its stop.',
  },
];
