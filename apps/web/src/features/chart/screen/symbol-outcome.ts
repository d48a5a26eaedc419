import type { SymbolInfo } from '@moneytrail/contract';
import { ApiError, isWorthRetrying } from '../../../api/api-error.ts';

type SymbolAnswer = {
  /** Of the symbol before while `isPlaceholderData`. */
  data: SymbolInfo | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
};

/**
 * What to do about a symbol that was asked for: show it; keep the one before, as it is locked, cannot be reached or is too
 * slow; or wait, or say why there is none. A symbol that is there stays, whatever became of reading it again, unless it is
 * locked by now.
 */
export function symbolOutcome(
  { data, error, isPlaceholderData }: SymbolAnswer,
  { isOnline, isSlow, hasFormer }: { isOnline: boolean; isSlow: boolean; hasFormer: boolean },
): 'there' | 'locked' | 'missed' | 'open' {
  if (error instanceof ApiError && error.code === 'SOURCE_LOCKED') return 'locked';
  if (data !== undefined && !isPlaceholderData) return 'there';
  const isFailing = isPlaceholderData
    ? !isOnline || isSlow
    : error !== null && isWorthRetrying(error);
  return hasFormer && isFailing ? 'missed' : 'open';
}
