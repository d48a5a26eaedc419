import type { LoadState } from '@moneytrail/chart';
import { COMPARED_COLOURS, MOST_COMPARED } from '@moneytrail/chart/model';
import { describe, expect, it, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { isDrawn, toggledCompared, withCompared, withoutCompared } from './compared-instruments.ts';

const listOf = (...symbols: string[]) =>
  symbols.reduce<ReturnType<typeof withoutCompared>>(
    (list, symbol) => withCompared(list, symbol, []) ?? list,
    [],
  );

describe('compared instruments', () => {
  it('each have their own colour, which is freed when one is removed', () => {
    const all = listOf('A', 'B', 'C', 'D');
    expect(all.map(({ colour }) => colour)).toEqual(COMPARED_COLOURS.slice(0, 4));
    const again = withCompared(withoutCompared(all, 'B'), 'E', []);
    expect(again?.map(({ symbol }) => symbol)).toEqual(['A', 'C', 'D', 'E']);
    expect(again?.at(-1)?.colour).toBe(COMPARED_COLOURS[1]);
  });

  it('are unique, and no more than there are colours', () => {
    const one = listOf('A');
    expect(withCompared(one, 'A', [])).toBe(one);
    expect(COMPARED_COLOURS.length).toBeGreaterThanOrEqual(MOST_COMPARED);
    expect(withCompared(listOf('A', 'B', 'C', 'D'), 'E', [])).toBeNull();
  });

  it('leave out the colours of lines over the prices while others are free', () => {
    const next = withCompared(listOf('A'), 'B', ['deployment', 'liquiditySpread']);
    expect(next?.at(-1)?.colour).toBe('tightnessShort');
    expect(withCompared([], 'A', COMPARED_COLOURS)?.at(-1)?.colour).toBe(COMPARED_COLOURS[0]);
  });

  it('keep their place and colour while hidden', () => {
    const list = listOf('A', 'B');
    const hidden = toggledCompared(list, 'A');
    expect(hidden.map(({ isVisible }) => isVisible)).toEqual([false, true]);
    expect(toggledCompared(hidden, 'A')).toEqual(list);
  });
});

const failed = (part: 'first' | 'older', hasBars: boolean, cause: unknown = null): LoadState => ({
  kind: 'failed',
  part,
  hasBars,
  cause,
  message: 'It failed.',
});

test('a line is drawn while older bars load, and after they failed', () => {
  expect(isDrawn({ kind: 'idle' })).toBe(true);
  expect(isDrawn({ kind: 'older' })).toBe(true);
  expect(isDrawn(failed('older', true))).toBe(true);
  expect(isDrawn(failed('older', false))).toBe(true);
});

test('a line is drawn if reading its first bars failed, for whatever reason, after some had come', () => {
  expect(isDrawn(failed('first', true))).toBe(true);
  const lock = new ApiError('Source locked', { code: 'SOURCE_LOCKED', status: 403 });
  expect(isDrawn(failed('first', true, lock))).toBe(true);
});

test('a line is drawn while its first bars are read again', () => {
  expect(isDrawn({ kind: 'first', startedAtMs: 0, hasBars: true, isRetry: true })).toBe(true);
});

test('no line is drawn before the first bars, or if they failed', () => {
  expect(isDrawn({ kind: 'first', startedAtMs: 0, hasBars: false, isRetry: false })).toBe(false);
  expect(isDrawn(failed('first', false))).toBe(false);
});
