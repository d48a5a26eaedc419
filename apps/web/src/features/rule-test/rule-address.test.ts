import type { TradingRule } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { readRuleSearch } from '../../lib/rule-search.ts';
import { parseSearch, stringifySearch } from '../../lib/search-params.ts';
import { readDraft, writeDraft } from './rule-address.ts';
import {
  fittingRule,
  NEW_DRAFT,
  PRESETS,
  presetRule,
  problemsOf,
  type RuleDraft,
} from './rule-draft.ts';

const addressOf = (draft: RuleDraft) => stringifySearch(writeDraft(draft));
const readBack = (draft: RuleDraft) => readDraft(readRuleSearch(parseSearch(addressOf(draft))));

const FULL: RuleDraft = {
  rule: {
    resolution: '240',
    long: {
      conditions: [
        { kind: 'price', is: 'above', value: -1.5 },
        { kind: 'channel', price: 'leaves', low: 1, high: 2.25 },
        { kind: 'move', direction: 'down', size: 2, unit: 'percent', bars: 5 },
        {
          kind: 'level',
          level: 'shortTermSupport',
          event: 'reached',
          inputs: { shortTermLength: 30 },
        },
        {
          kind: 'study',
          study: 'bollinger',
          output: 'upper',
          inputs: { length: 21, source: 'open' },
          is: 'crossesUp',
          than: { output: 'basis' },
        },
      ],
      joined: { kind: 'then', bars: 4 },
    },
    short: {
      conditions: [
        { kind: 'signal', side: 'any', isStrongOnly: true },
        { kind: 'volume', times: 1.5, bars: 20 },
        {
          kind: 'study',
          study: 'rsi',
          output: 'rsi',
          inputs: {},
          is: 'below',
          than: { value: 30 },
        },
        {
          kind: 'study',
          study: 'sma',
          output: 'average',
          inputs: { length: 50 },
          is: 'crossesDown',
          than: { price: 'close' },
        },
      ],
      joined: { kind: 'and' },
    },
    exit: {
      isOpposite: true,
      level: 'longTerm',
      stop: { unit: 'atr', size: 1.5 },
      target: { unit: 'percent', size: 8 },
      bars: 30,
    },
    costs: { spread: { kind: 'fixed', percent: 0.2 }, commissionPercent: 0 },
    size: { kind: 'risk', percent: 0.5 },
  },
  watched: { kind: 'typed', text: 'FMP:BTC/USD\nJSE:WMAZ DEC26' },
  years: 10,
};

test('a rule with every kind of condition and exit is the same after its address', () => {
  expect(readBack(FULL)).toEqual({ ...FULL, isBroken: false });
  expect(addressOf(FULL)).toMatch(
    /^\?symbols=FMP:BTC\/USD,JSE:WMAZ\+DEC26&interval=240&years=10&long=/,
  );
});

test('every preset, alone or of one side, is the same after its address', () => {
  for (const preset of PRESETS) {
    const rule = presetRule(preset, NEW_DRAFT.rule);
    expect(readBack({ ...NEW_DRAFT, rule })).toEqual({ ...NEW_DRAFT, rule, isBroken: false });
  }
  const watched = { kind: 'list', list: 12 } as const;
  expect(readBack({ ...NEW_DRAFT, watched }).watched).toEqual(watched);
});

test('the address of a new draft names its symbol alone', () => {
  expect(addressOf(NEW_DRAFT)).toBe('?symbols=FMP:BTCUSD');
  expect(readDraft({})).toEqual({ ...NEW_DRAFT, isBroken: false });
});

test.each(['and/none_1', 'and/signal_buy_all_1', 'and/move_up_x_percent_5', 'then/signal_buy_all'])(
  'an entry that cannot be read, %s, leaves a new rule that says so',
  (long) => {
    expect(readDraft({ long })).toMatchObject({ rule: NEW_DRAFT.rule, isBroken: true });
  },
);

test('a rule loses what it cannot have any more, and keeps an exit', () => {
  const oneSided: TradingRule = { ...NEW_DRAFT.rule, short: null };
  expect(fittingRule(oneSided).exit).toMatchObject({ isOpposite: false, bars: 20 });
  const atRisk: TradingRule = { ...FULL.rule, exit: { ...FULL.rule.exit, stop: null } };
  expect(fittingRule(atRisk).size).toEqual({ kind: 'share', percent: 100 });
  expect(fittingRule(FULL.rule)).toEqual(FULL.rule);
});

test('problems name the field and what it takes', () => {
  expect(problemsOf(FULL, ['FMP:BTCUSD'])).toEqual({});
  const { rule } = FULL;
  const wrong: RuleDraft = {
    ...FULL,
    rule: {
      ...rule,
      long: {
        conditions: [{ kind: 'channel', price: 'enters', low: 3, high: 2 }],
        joined: { kind: 'and' },
      },
      exit: { ...rule.exit, stop: { unit: 'atr', size: Number.NaN }, bars: 900 },
      size: { kind: 'share', percent: 101 },
    },
  };
  expect(problemsOf(wrong, [])).toEqual({
    symbols: 'Choose at least one instrument.',
    'exit.stop.size': 'Type a number above 0, up to 1,000.',
    'exit.bars': 'Type a whole number from 1 to 500.',
    'size.percent': 'Type a number above 0, up to 100.',
    'long.conditions.0.high': 'It must be above the lower price.',
  });
});
