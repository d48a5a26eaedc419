import { MARKET_HOURS } from '@moneytrail/calendar';
import type { ChartSymbol } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { decimalsOf } from '../../../lib/format.ts';

/** A symbol as the chart's engine needs it. */
export function chartSymbolOf(info: SymbolInfo): ChartSymbol {
  return {
    ticker: info.ticker,
    code: info.name,
    precision: decimalsOf(info.pricescale),
    hours: MARKET_HOURS[info.marketHours],
    mayBeNegative: info.mayBeNegative,
  };
}
