import type { InstrumentType } from '@moneytrail/contract';

/** The kinds of instruments, of one. */
export const TYPE_NAMES: Readonly<Record<InstrumentType, string>> = {
  crypto: 'Crypto',
  forex: 'Forex',
  stock: 'Stock',
  index: 'Index',
  commodity: 'Commodity',
  futures: 'Futures contract',
  spread: 'Spread',
  split: 'Split',
};
