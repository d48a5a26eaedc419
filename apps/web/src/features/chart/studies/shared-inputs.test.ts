import type { StudyId } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { sharedWith } from './shared-inputs.ts';

const first = (id: StudyId) => ({ key: id, id });

it('names every other study that reads an input', () => {
  expect(sharedWith(first('shortTermLevels'), 'shortTermLength')).toBe('Also changes Tightness.');
  expect(sharedWith(first('liquiditySpread'), 'length')).toMatch(
    /^Also changes .*Long\/Short %.* and .*\.$/,
  );
});

it('is silent where nobody else does', () => {
  expect(sharedWith(first('combo'), 'comboShortRange')).toBe('');
});

it('is silent of a further study, which has inputs of its own', () => {
  const further = { key: 'tightness-2', id: 'tightness' as const };
  expect(sharedWith(further, 'shortTermLength')).toBe('');
});
