import type { Mark } from '@moneytrail/contract';
import { expect, it, vi } from 'vitest';
import { wholeMarks } from './whole-marks.ts';

const MARK: Mark = {
  id: 'a',
  time: 1_700_000_000_000,
  price: 100,
  color: '#0a7a5c',
  label: 'B',
  text: 'Buy',
  size: 1,
  shape: 'arrowUp',
  side: 'buy',
  strong: false,
  formulaVersion: 1,
  publishedAt: 1_700_000_060_000,
  notes: [],
};

const read = (warning?: string) => ({
  data: { marks: [MARK], ...(warning === undefined ? {} : { warning }) },
  isError: false,
  refetch: vi.fn(),
});
const unread = { data: undefined, isError: true, refetch: vi.fn() };

it('published marks are shown when every span has been read', () => {
  expect(wholeMarks([read(), read()]).marks).toHaveLength(2);
  expect(wholeMarks([read(), { ...unread, isError: false }]).marks).toBeNull();
});

it('marks that may lack some never take the place of the computed ones', () => {
  const answer = wholeMarks([read(), read('FMP does not answer')]);
  expect(answer).toMatchObject({ marks: null, isWarned: true });
  expect(wholeMarks([read()]).isWarned).toBe(false);
});

it('what could not be read, or lacks some, is asked for again by hand, and nothing else', () => {
  const whole = read();
  const warned = read('FMP does not answer');
  expect(wholeMarks([whole]).retry).toBeNull();
  for (const lacking of [unread, warned]) {
    wholeMarks([whole, lacking]).retry?.();
    expect(lacking.refetch).toHaveBeenCalledOnce();
  }
  expect(whole.refetch).not.toHaveBeenCalled();
});
