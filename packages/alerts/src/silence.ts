import { isMarketOpen, type MarketHours, sessionPartOf, tradingDateOf } from '@moneytrail/calendar';
import type { AlertCondition, AlertDefinition } from '@moneytrail/contract';

type Silence = Extract<AlertCondition, { kind: 'silence' }>;

/** The silence that an alert waits for; it is its only condition. */
export function silenceOf({ conditions }: Pick<AlertDefinition, 'conditions'>): Silence | null {
  const [first] = conditions;
  return first?.kind === 'silence' ? first : null;
}

/** The problem of a definition whose silence is joined with what it cannot be joined with; null for none. */
export function silenceProblem({ conditions, trigger }: AlertDefinition): string | null {
  if (!conditions.some(({ kind }) => kind === 'silence')) return null;
  if (conditions.length > 1) return 'An alert on silence has no further condition.';
  if (trigger.kind !== 'barClose') return null;
  return 'An alert on silence does not wait for the close of a bar.';
}

/**
 * The beginning of a silence in a market that is open now: the last price, or the opening after it since which the market
 * has not closed. It names the silence, so that one is told once, whatever process watches.
 */
export function silentSinceMs(hours: MarketHours, lastPriceMs: number, nowMs: number): number {
  const openingBefore = (timeMs: number) =>
    sessionPartOf(hours, tradingDateOf(hours, timeMs), timeMs).openMs;
  let openMs = openingBefore(nowMs);
  while (openMs > lastPriceMs && isMarketOpen(hours, openMs - 1))
    openMs = openingBefore(openMs - 1);
  return Math.max(openMs, lastPriceMs);
}
