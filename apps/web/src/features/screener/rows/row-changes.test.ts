import { expect, test } from 'vitest';
import { NEW_SCREEN } from '../../../lib/screen-address.ts';
import { mergeScreen } from '../screens/saved-screens.ts';
import { makeRow } from '../testing/make-row.ts';
import { type Look, MARKED_MS, nextEndMs, nextLook } from './row-changes.ts';

const rowsOf = (codes: string) => [...codes].map((code) => makeRow(code));
const USUAL = { nowMs: 1_000, isHeld: false, isWhole: true };

/** `A B+ C-`: the codes as they are shown, with a sign for those that have entered or left. */
const shown = ({ rows, changes }: Look) =>
  rows
    .map(({ symbol }) => {
      const kind = changes.get(symbol)?.kind;
      const sign = kind === 'entered' ? '+' : kind === 'left' ? '-' : '';
      return `${symbol.slice(4)}${sign}`;
    })
    .join(' ');

test('rows that entered or left are marked for a moment, at their places', () => {
  const first = nextLook(null, rowsOf('ABC'), USUAL);
  expect(shown(first)).toBe('A B C');
  const second = nextLook(first, rowsOf('ACD'), USUAL);
  expect(shown(second)).toBe('A B- C D+');
  expect(nextEndMs(second, 1_000)).toBe(1_000 + MARKED_MS);
  const back = nextLook(second, rowsOf('ABCD'), { ...USUAL, nowMs: 2_000 });
  expect(shown(back)).toBe('A B+ C D+');
  const over = nextLook(second, rowsOf('ACD'), { ...USUAL, nowMs: 1_000 + MARKED_MS });
  expect(shown(over)).toBe('A C D');
  expect(nextEndMs(over, 1_000 + MARKED_MS)).toBeNull();
});

test('rows keep their places under the pointer, and find the new ones after it', () => {
  const first = nextLook(null, rowsOf('ABC'), USUAL);
  const held = nextLook(first, rowsOf('DCA'), { ...USUAL, isHeld: true });
  expect(shown(held)).toBe('A B- C D+');
  const late = { ...USUAL, nowMs: 1_000 + MARKED_MS };
  expect(shown(nextLook(held, rowsOf('DCA'), { ...late, isHeld: true }))).toBe('A B- C D');
  expect(shown(nextLook(held, rowsOf('DCA'), late))).toBe('D C A');
});

test('while further rows are not read, nothing is said to have entered or left', () => {
  const first = nextLook(null, rowsOf('AB'), USUAL);
  expect(shown(nextLook(first, rowsOf('BC'), { ...USUAL, isWhole: false }))).toBe('B C');
});

test('a screen that two devices have changed keeps the changes of both', () => {
  const base = { name: 'Base', question: NEW_SCREEN.question, columns: [...NEW_SCREEN.columns] };
  const mine = { ...base, question: { ...base.question, resolution: '60' as const } };
  const theirs = { ...base, name: 'Theirs', columns: ['rsi' as const] };
  expect(mergeScreen(base, mine, theirs)).toEqual({ ...theirs, question: mine.question });
  const both = mergeScreen(base, { ...mine, name: 'Mine' }, theirs);
  expect(both.name).toBe('Mine');
});
