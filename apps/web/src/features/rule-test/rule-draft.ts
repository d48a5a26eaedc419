import {
  MOST_TESTED_SYMBOLS,
  type RuleEntry,
  type RuleExit,
  type TradingRule,
  tradingRule,
} from '@moneytrail/contract';
import { DEFAULT_CHART } from '../../lib/chart-search.ts';

/** The instruments of a test: one, those of a watchlist, or a list as it was typed. */
export type Watched =
  | { kind: 'symbol'; symbol: string }
  | { kind: 'list'; list: number }
  | { kind: 'typed'; text: string };

/** A test as the editor has it; a number that is not typed yet is NaN. */
export type RuleDraft = {
  rule: TradingRule;
  watched: Watched;
  /** The last years; null for all bars. */
  years: number | null;
};

/** A watchlist with its instruments. */
export type SymbolList = { id: number; name: string; symbols: readonly string[] };

const mark = (side: 'buy' | 'sell', isStrongOnly = false): RuleEntry => ({
  conditions: [{ kind: 'signal', side, isStrongOnly }],
  joined: { kind: 'and' },
});
const level = (
  name: 'shortTermSupport' | 'longTermResistance',
  event: 'reached' | 'broken',
): RuleEntry => ({
  conditions: [{ kind: 'level', level: name, event, inputs: {} }],
  joined: { kind: 'and' },
});
const NO_EXIT: RuleExit = { isOpposite: false, level: null, stop: null, target: null, bars: null };
const atr = (size: number) => ({ unit: 'atr', size }) as const;

const USUAL_COSTS: TradingRule['costs'] = {
  spread: { kind: 'estimated' },
  commissionPercent: 0.05,
};
export const WHOLE: TradingRule['size'] = { kind: 'share', percent: 100 };
const ONE_PERCENT_AT_RISK: TradingRule['size'] = { kind: 'risk', percent: 1 };

/** An entry to begin from. */
export const FIRST_ENTRY = { long: mark('buy'), short: mark('sell') } as const;

type Preset = { name: string } & Pick<TradingRule, 'long' | 'short' | 'exit' | 'size'>;

const FOLLOW_MARKS: Preset = {
  name: 'Follow the marks',
  ...FIRST_ENTRY,
  exit: { ...NO_EXIT, isOpposite: true },
  size: WHOLE,
};

/** Ready rules for any instrument. */
export const PRESETS: readonly Preset[] = [
  FOLLOW_MARKS,
  {
    name: 'Strong marks, 1 % at risk',
    long: mark('buy', true),
    short: mark('sell', true),
    exit: { ...NO_EXIT, isOpposite: true, stop: atr(2), target: atr(4) },
    size: ONE_PERCENT_AT_RISK,
  },
  {
    name: 'Reach of support',
    long: level('shortTermSupport', 'reached'),
    short: null,
    exit: { ...NO_EXIT, level: 'shortTerm', stop: atr(2), bars: 20 },
    size: WHOLE,
  },
  {
    name: 'Break of resistance',
    long: level('longTermResistance', 'broken'),
    short: null,
    exit: { ...NO_EXIT, stop: atr(3), bars: 60 },
    size: WHOLE,
  },
  {
    name: 'Oversold',
    long: {
      conditions: [
        {
          kind: 'study',
          study: 'rsi',
          output: 'rsi',
          inputs: {},
          is: 'crossesDown',
          than: { value: 30 },
        },
      ],
      joined: { kind: 'and' },
    },
    short: null,
    exit: { ...NO_EXIT, stop: atr(3), bars: 10 },
    size: WHOLE,
  },
];

/** The first preset on the chart's first instrument. */
export const NEW_DRAFT: RuleDraft = {
  rule: presetRule(FOLLOW_MARKS, { resolution: DEFAULT_CHART.resolution, costs: USUAL_COSTS }),
  watched: { kind: 'symbol', symbol: DEFAULT_CHART.symbol },
  years: null,
};

/** A preset at the interval and the costs of the present rule. */
export function presetRule(
  { long, short, exit, size }: Preset,
  { resolution, costs }: Pick<TradingRule, 'resolution' | 'costs'>,
): TradingRule {
  return { resolution, long, short, exit, costs, size };
}

/** The preset with the entries, exits and size of a rule. */
export function presetOf({ long, short, exit, size }: TradingRule): Preset | undefined {
  const text = JSON.stringify([long, short, exit, size]);
  return PRESETS.find((one) => JSON.stringify([one.long, one.short, one.exit, one.size]) === text);
}

/** Removes what a rule cannot have any more: the opposite exit of one side, and a risk without a stop. It keeps an exit. */
export function fittingRule(rule: TradingRule): TradingRule {
  const isOpposite = rule.exit.isOpposite && rule.long !== null && rule.short !== null;
  const exit = { ...rule.exit, isOpposite };
  const { level: atLevel, stop, target, bars } = exit;
  const hasExit = isOpposite || [atLevel, stop, target, bars].some((one) => one !== null);
  return {
    ...rule,
    exit: hasExit ? exit : { ...exit, bars: 20 },
    size: rule.size.kind === 'risk' && stop === null ? WHOLE : rule.size,
  };
}

/** The symbols of a typed list: one a line, or separated by commas or semicolons; each once. */
export function symbolsIn(text: string): string[] {
  const parts = text.split(/[\n,;]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** The instruments that a test of a draft asks for. */
export function symbolsOf(watched: Watched, lists: readonly SymbolList[]): readonly string[] {
  if (watched.kind === 'symbol') return [watched.symbol];
  if (watched.kind === 'typed') return symbolsIn(watched.text);
  return lists.find(({ id }) => id === watched.list)?.symbols ?? [];
}

/** The instruments of a finished test, whether they were those of a watchlist or not. */
export function watchedOf(symbols: readonly string[]): Watched {
  const [first = ''] = symbols;
  return symbols.length === 1
    ? { kind: 'symbol', symbol: first }
    : { kind: 'typed', text: symbols.join('\n') };
}

/** Texts by the path of a field: `long.conditions.0.value`. */
export type Problems = Readonly<Record<string, string>>;

const RANGES: Readonly<Record<string, string>> = {
  bars: 'Type a whole number from 1 to 500.',
  times: 'Type a number above 0, up to 1,000.',
  size: 'Type a number above 0, up to 1,000.',
  commissionPercent: 'Type a number from 0 to 5.',
};
const SPREAD = 'Type a number from 0 to 20.';
const SHARE = 'Type a number above 0, up to 100.';
const NO_NUMBER = 'Type a number.';

function problemText(path: string): string {
  if (path === 'costs.spread.percent') return SPREAD;
  if (path === 'size.percent') return SHARE;
  return RANGES[path.split('.').at(-1) ?? ''] ?? NO_NUMBER;
}

/** The problems of a draft, in the order of its fields; the schema is the server's. */
export function problemsOf({ rule }: RuleDraft, symbols: readonly string[]): Problems {
  const problems: Record<string, string> = {};
  if (symbols.length === 0) problems.symbols = 'Choose at least one instrument.';
  if (symbols.length > MOST_TESTED_SYMBOLS) {
    problems.symbols = `A test has at most ${MOST_TESTED_SYMBOLS} instruments; these are ${symbols.length}.`;
  }
  if (rule.long === null && rule.short === null) problems.long = 'Choose at least one entry.';
  for (const { path } of tradingRule.safeParse(rule).error?.issues ?? []) {
    const field = path.join('.');
    if (field !== '') problems[field] ??= problemText(field);
  }
  for (const side of ['long', 'short'] as const) {
    rule[side]?.conditions.forEach((condition, index) => {
      if (condition.kind !== 'channel' || !(condition.low >= condition.high)) return;
      problems[`${side}.conditions.${index}.high`] ??= 'It must be above the lower price.';
    });
  }
  return problems;
}
