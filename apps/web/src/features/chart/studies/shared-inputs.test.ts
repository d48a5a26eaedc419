import { expect, it } from 'vitest';
import { sharedWith } from './shared-inputs.ts';

it('names every other study that reads an input', () => {
  expect(sharedWith('shortTermLevels', 'shortTermLength')).toBe('Also changes Tightness.');
  expect(sharedWith('liquiditySpread', 'length')).toMatch(
    /^Also changes .*Long\/Short %.* and .*\.$/,
  );
});

it('is silent where nobody else does', () => {
  expect(sharedWith('combo', 'comboShortRange')).toBe('');
});
