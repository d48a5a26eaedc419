import {
  anchorOf,
  type BarCounts,
  barCounts,
  longerBarTime,
  type Resolution,
} from '@moneytrail/calendar';
import type { StepContext } from '@moneytrail/indicators';
import type { ChartSymbol } from '../chart-source.ts';

/** The instrument and interval of a chart, as far as studies depend on them. */
export type StudiedMarket = BarCounts & {
  /** An index has no spread and no volume. */
  isIndex: boolean;
  periodStart: StepContext['periodStart'];
  longerBar: NonNullable<StepContext['longerBar']>;
};

/** Before an instrument is opened. */
export const UNKNOWN_MARKET: StudiedMarket = {
  isIndex: false,
  periodStart: (_, timeMs) => timeMs,
  longerBar: () => null,
  ...barCounts('1'),
};

export function studiedMarket({
  symbol: { hours, isIndex = false },
  resolution,
}: {
  symbol: Pick<ChartSymbol, 'hours' | 'isIndex'>;
  resolution: Resolution;
}): StudiedMarket {
  return {
    isIndex,
    periodStart: (period, timeMs) => anchorOf(hours, resolution, period, timeMs),
    longerBar: (interval, timeMs) => longerBarTime(hours, resolution, interval, timeMs),
    ...barCounts(resolution),
  };
}
