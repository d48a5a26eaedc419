import type { ChartBar } from '@moneytrail/chart';
import type { Summary } from '@moneytrail/indicators';

/** The newest price, and the close before its bar. */
export type LivePrice = {
  price: number;
  before: number;
  /** Whether the price is of a bar that can still change; else it is the last close itself. */
  isForming: boolean;
};

/** While a bar forms its price is compared with the last closed bar, else the last closed bar with the one before. */
export function livePriceOf(summary: Summary, lastBar: ChartBar | null): LivePrice {
  const { currentPrice, currentPriceTime, previousClose } = summary;
  const isForming = lastBar !== null && !(lastBar.time <= currentPriceTime);
  return isForming
    ? { price: lastBar.close, before: currentPrice, isForming }
    : { price: currentPrice, before: previousClose, isForming };
}
