import type { MarketHours, Resolution, StoredResolution } from '@moneytrail/calendar';
import { rollUp as rollUpBars } from '@moneytrail/feeds';
import { type BarColumns, columnsOf, eachBar } from '../columns/bar-columns.ts';

/** Columns of a coarser resolution, as `rollUp` of the feeds builds its bars. */
export function rollUp(
  market: { hours: MarketHours; from: StoredResolution; to: Resolution },
  fine: BarColumns,
): BarColumns {
  return market.from === market.to ? fine : columnsOf(rollUpBars(market, eachBar(fine)));
}
