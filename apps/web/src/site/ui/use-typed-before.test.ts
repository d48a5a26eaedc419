import { expect, test } from 'vitest';
import { withHeldValues } from './use-typed-before.ts';

const STATE = { entry: '50', stop: '47' };

test("an input's value replaces the initial state", () => {
  const inputs = [
    { name: 'entry', value: '51.5' },
    { name: 'stop', value: '47' },
  ];
  expect(withHeldValues(STATE, inputs)).toEqual({ entry: '51.5', stop: '47' });
  expect(withHeldValues(STATE, [{ name: 'stop', value: '' }])).toEqual({ entry: '50', stop: '' });
});

test('equal values keep the same object, and other inputs are ignored', () => {
  expect(withHeldValues(STATE, [{ name: 'stop', value: '47' }])).toBe(STATE);
  expect(withHeldValues(STATE, [{ name: 'search', value: 'gold' }])).toBe(STATE);
});
