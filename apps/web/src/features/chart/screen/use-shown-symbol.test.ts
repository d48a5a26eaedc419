import type { SymbolInfo } from '@moneytrail/contract';
import { expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { symbolOutcome } from './use-shown-symbol.ts';

const INFO = { ticker: 'FMP:BTC/USD' } as SymbolInfo;
const answer = { data: INFO, error: null, isPlaceholderData: false };
const former = { isOnline: true, isSlow: false, hasPrevious: true };
const failure = (status: number) => new ApiError('It failed.', { status, code: 'X' });

it('shows a symbol that was read, even if reading it again failed', () => {
  expect(symbolOutcome(answer, former)).toBe('there');
  expect(symbolOutcome({ ...answer, error: failure(503) }, former)).toBe('there');
});

it('keeps the previous symbol if the next cannot be reached, at once without a server', () => {
  const missing = { ...answer, data: undefined };
  expect(symbolOutcome({ ...missing, error: failure(0) }, former)).toBe('missed');
  const waiting = { ...answer, isPlaceholderData: true };
  expect(symbolOutcome(waiting, former)).toBe('open');
  expect(symbolOutcome(waiting, { ...former, isOnline: false })).toBe('missed');
  expect(symbolOutcome(waiting, { ...former, isSlow: true })).toBe('missed');
});

it('recognises a symbol that is locked, or gets locked while it is shown', () => {
  const error = new ApiError('Source locked', { status: 403, code: 'SOURCE_LOCKED' });
  expect(symbolOutcome({ ...answer, data: undefined, error }, former)).toBe('locked');
  expect(symbolOutcome({ ...answer, error }, former)).toBe('locked');
});

it('stays open if the symbol is refused, or there is no previous one', () => {
  const missing = { ...answer, data: undefined };
  expect(symbolOutcome({ ...missing, error: failure(403) }, former)).toBe('open');
  const first = { ...former, hasPrevious: false };
  expect(symbolOutcome({ ...missing, error: failure(503) }, first)).toBe('open');
});
