import { expect, test } from 'vitest';
import { throwFailures } from './throw-failures.ts';

test('one error carries all failures, and none is thrown without failures', () => {
  throwFailures([]);
  const failures = [new Error('the bus is gone'), 'the disk is full'];
  const thrown = new AggregateError(failures, 'Error: the bus is gone; the disk is full');
  expect(() => throwFailures(failures)).toThrow(thrown);
});
