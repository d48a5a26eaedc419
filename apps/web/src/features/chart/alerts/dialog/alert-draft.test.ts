import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { CHOSEN_KINDS, firstCondition, newDefinition, problemsOf } from './alert-draft.ts';

const CHART = { symbol: 'FMP:BTCUSD', resolution: '60' } as const;
const NOW = Date.UTC(2026, 10, 2);
const source = { price: 10_621.19, inputs: DEFAULT_INPUTS };

it('begins each kind of condition with values that lack numbers of the person alone', () => {
  const lacking = CHOSEN_KINDS.map((kind) =>
    Object.keys(problemsOf(newDefinition(CHART, firstCondition(kind, source)), NOW)),
  );
  expect(lacking).toEqual([
    [],
    ['conditions.0.low', 'conditions.0.high'],
    [],
    [],
    ['conditions.0.than'],
    [],
    [],
    [],
  ]);
});

it('names the field of each problem', () => {
  const definition = {
    ...newDefinition(CHART, { kind: 'channel', price: 'enters', low: 5, high: 4 } as const),
    trigger: { kind: 'atMostEvery', minutes: 0 } as const,
    untilMs: NOW,
    hours: { from: 60, to: 60 },
  };
  expect(problemsOf(definition, NOW)).toEqual({
    'conditions.0.high': 'It must be above the lower price.',
    'trigger.minutes': 'Type a whole number from 1 to 1,440.',
    untilMs: 'This moment is over already.',
    'hours.to': 'Both times are the same.',
  });
});
