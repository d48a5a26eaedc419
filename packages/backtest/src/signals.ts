import { computeAhead, createAlertRun, type StudyValues } from '@moneytrail/alerts';
import type { AlertDefinition, RuleEntry, TradingRule } from '@moneytrail/contract';
import { conditionsOf } from './check-rule.ts';
import type { RuleSeries } from './rule-series.ts';

/** Bars between two yields: about a millisecond of work. */
export const BARS_A_STEP = 1_024;

/** The alert that fires at the closes at which an entry is given. */
function alertOf({ conditions, joined }: RuleEntry, { resolution }: TradingRule): AlertDefinition {
  return {
    name: '',
    symbol: '',
    resolution,
    conditions,
    joined,
    trigger: { kind: 'barClose' },
    untilMs: null,
    hours: null,
    message: '',
    channels: { mail: false, push: false, webhook: null },
    sound: null,
  };
}

/**
 * The entries that are given at the close of each bar: 1 for a long, −1 for a short, 0 for none or for both at once. A
 * value depends on no later bar.
 */
export function* signalsOf(
  rule: TradingRule,
  { columns, market }: RuleSeries,
  studies: StudyValues,
): Generator<void, Int8Array> {
  for (const condition of conditionsOf(rule)) {
    computeAhead(condition, studies);
    yield;
  }
  const signals = new Int8Array(columns.length);
  for (const [entry, sign] of [
    [rule.long, 1],
    [rule.short, -1],
  ] as const) {
    if (!entry) continue;
    const run = createAlertRun({ definition: alertOf(entry, rule), hours: market.hours });
    run.setClosedBars(columns, studies);
    for (let index = 0; index < columns.length; index += 1) {
      if (run.barClosed(index)) signals[index] = Number(signals[index]) + sign;
      if (index % BARS_A_STEP === 0) yield;
    }
  }
  return signals;
}
