import { createValueStore } from '../../../lib/value-store.ts';
import { closePosition, FIRST_ACCOUNT, type Fill, type PaperAccount } from './paper-account.ts';

/**
 * The paper account of a replay with its past, so that a step back takes trades back, and the last known price of each
 * instrument, until which orders have waited through bars.
 */
export function createPaperLedger() {
  const account = createValueStore<PaperAccount>(FIRST_ACCOUNT);
  const seen = new Map<string, Fill>();
  /** The account after each change, oldest first. */
  let log = [{ atMs: Number.NEGATIVE_INFINITY, account: FIRST_ACCOUNT }];
  return {
    account,
    /** The last known price of an instrument. */
    lastSeen: (ticker: string): Fill | null => seen.get(ticker) ?? null,
    see: (ticker: string, fill: Fill): void => void seen.set(ticker, fill),
    /** Takes over a changed account. */
    keep(next: PaperAccount, atMs: number): void {
      if (next === account.get()) return;
      log.push({ atMs, account: next });
      account.set(next);
    },
    /** Takes back what happened after a moment. */
    rewind(toMs: number): void {
      log = log.filter(({ atMs }) => atMs <= toMs);
      account.set(log.at(-1)?.account ?? FIRST_ACCOUNT);
      for (const [ticker, { price, atMs }] of seen) {
        if (atMs > toMs) seen.set(ticker, { price, atMs: toMs });
      }
    },
    /** Leaves open positions at their last price; trades stay. */
    leave(): void {
      let left = account.get();
      for (const { ticker, entry } of left.positions) {
        left = closePosition(left, ticker, seen.get(ticker) ?? entry, 'left');
      }
      account.set(left);
      log = [{ atMs: Number.NEGATIVE_INFINITY, account: left }];
      seen.clear();
    },
  };
}
