import type { LoadState } from '@moneytrail/chart';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { isDrawn } from './load-of.ts';

const failed = (part: 'first' | 'older', hasBars: boolean, cause: unknown = null): LoadState => ({
  ...{ kind: 'failed', part, hasBars, cause, message: 'It failed.' },
});

test('a line stands on the chart while older bars are loaded, and after they failed', () => {
  expect(isDrawn({ kind: 'idle' })).toBe(true);
  expect(isDrawn({ kind: 'older' })).toBe(true);
  expect(isDrawn(failed('older', true))).toBe(true);
  expect(isDrawn(failed('older', false))).toBe(true);
});

test('a line stands on the chart where its first bars failed after some were there, for whatever reason', () => {
  expect(isDrawn(failed('first', true))).toBe(true);
  const lock = new ApiError('Source locked', { code: 'SOURCE_LOCKED', status: 403 });
  expect(isDrawn(failed('first', true, lock))).toBe(true);
});

test('a line stands on the chart while its first bars are read again', () => {
  expect(isDrawn({ kind: 'first', startedAtMs: 0, hasBars: true, isRetry: true })).toBe(true);
});

test('nothing stands there before the first bars, and where these failed', () => {
  expect(isDrawn({ kind: 'first', startedAtMs: 0, hasBars: false, isRetry: false })).toBe(false);
  expect(isDrawn(failed('first', false))).toBe(false);
});
