import type { AlertDefinition } from '@moneytrail/contract';

/** An alert at 10,700, once, on the page alone, unless told otherwise. */
export function makeAlert(more: Partial<AlertDefinition> = {}): AlertDefinition {
  return {
    name: '',
    symbol: 'FMP:BTCUSD',
    resolution: '60',
    conditions: [{ kind: 'price', is: 'crossesUp', value: 10_700 }],
    joined: { kind: 'and' },
    trigger: { kind: 'once' },
    untilMs: null,
    hours: null,
    message: '',
    channels: { mail: false, push: false, webhook: null },
    sound: null,
    ...more,
  };
}
