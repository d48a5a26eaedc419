import { onForgetDrafts, RECENT_SYMBOLS } from '../../../lib/draft-storage.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';

const KEPT = 8;

function readTickers(stored: unknown): readonly string[] {
  const list: unknown[] = Array.isArray(stored) ? stored : [];
  return list.filter((ticker) => typeof ticker === 'string').slice(0, KEPT);
}

const store = createStoredValue(RECENT_SYMBOLS, readTickers);
onForgetDrafts(() => store.set([]));

/** Recently shown tickers of this device, newest first. */
export function useRecentSymbols(): readonly string[] {
  return useValue(store);
}

export function rememberSymbol(ticker: string): void {
  store.change((former) => [ticker, ...former.filter((one) => one !== ticker)].slice(0, KEPT));
}
