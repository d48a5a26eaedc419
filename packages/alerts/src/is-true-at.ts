import type { AlertCondition, AlertDefinition } from '@moneytrail/contract';

function isTrue(condition: AlertCondition, price: number): boolean {
  switch (condition.kind) {
    case 'price': {
      const { is, value } = condition;
      if (is === 'above' || is === 'crossesUp') return price > value;
      return (is === 'below' || is === 'crossesDown') && price < value;
    }
    case 'channel': {
      const isInside = price >= condition.low && price <= condition.high;
      return condition.price === 'enters' ? isInside : !isInside;
    }
    default:
      return false;
  }
}

/**
 * Whether the price is already where the conditions want it, so that an alert that waits for a crossing waits for the next
 * one. Conditions on studies, levels and bars count as not fulfilled.
 */
export function isTrueAt({ conditions }: AlertDefinition, price: number): boolean {
  return conditions.every((condition) => isTrue(condition, price));
}
