import type { MarketHours, Resolution } from '@moneytrail/calendar';
import type { Columns } from '@moneytrail/indicators';

/** The bars that a rule is tested on. */
export type RuleSeries = {
  /** Closed bars, oldest first. */
  readonly columns: Columns;
  readonly market: { readonly hours: MarketHours; readonly resolution: Resolution };
  /** Indices of bars before which more bars are missing than a quiet market leaves out. */
  readonly holes: readonly number[];
};
