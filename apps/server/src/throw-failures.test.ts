import { expect, test } from 'vitest';
import { throwFailures } from './throw-failures.ts';

test('one error tells every failure, and none is thrown where there is none', () => {
  throwFailures([]);
  const failures = [new Error('the bus is gone'), 'the disk is full'];
  const thrown = new AggregateError(failures, 'Error: the bus is gone; the disk is full');
  expect(() => throwFailures(failures)).toThrow(thrown);
});
