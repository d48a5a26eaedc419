import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it.each([
  ['maize', 10, 'maize'],
  ['maize', 3, 'mai'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
])('%s in %d units is %s', (text, most, short) => {
  expect(shortened(text, most)).toBe(short);
});
