import { expect, test } from 'vitest';
import { safexWords } from './safex-words.ts';

test.each([
  ['WMAZ-2026-12', 'White maize · Dec 2026'],
  ['WEAT-2026-12/WEAT-2027-03', 'Wheat · Dec 2026 / Mar 2027'],
  ['WMAZ-2026-12/YMAZ-2026-12', 'White maize / yellow maize · Dec 2026'],
  ['SILO-WMAZ-RANDFONTEIN', null],
  ['NONE-2026-12', null],
])('%s is %s', (code, words) => {
  expect(safexWords(code)).toBe(words);
});
