import {
  anchorOf,
  barsIn,
  coarserBarTime,
  DAY_MS,
  isLonger,
  MINUTE_MS,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import type { StepContext } from '@moneytrail/indicators';
import type { ChartSymbol } from '../chart-source.ts';

/** The instrument and interval of a chart, as far as studies depend on them. */
export type StudiedMarket = {
  /** An index has no spread and no volume. */
  isIndex: boolean;
  periodStart: StepContext['periodStart'];
  longerBar: NonNullable<StepContext['longerBar']>;
  /** Bars of the chart in a bar of a longer interval; 1 for the chart's own. */
  barsIn: (interval: string) => number;
  /** Bars of the chart in a day, at most. */
  barsInDay: number;
};

/** Before an instrument is opened. */
export const UNKNOWN_MARKET: StudiedMarket = {
  isIndex: false,
  periodStart: (_, timeMs) => timeMs,
  longerBar: () => null,
  barsIn: () => 1,
  barsInDay: DAY_MS / MINUTE_MS,
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
    longerBar: (interval, timeMs) =>
      isLonger(interval, resolution) ? coarserBarTime(hours, resolution, interval, timeMs) : null,
    barsIn: (interval) => barsIn(interval, resolution),
    barsInDay: DAY_MS / resolutionMs(resolution),
  };
}
