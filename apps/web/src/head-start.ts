import { historyWindowMs } from '@moneytrail/calendar';
import {
  getAccount,
  getAllExchanges,
  getHistory,
  getSymbol,
  parseSymbol,
} from '@moneytrail/contract';
import { beginRead } from './api/early-reads.ts';
import { historyQuery, nextMinute } from './api/history-query.ts';
import { addressOf } from './api/request.ts';
import { isUsable } from './api/session/access-token.ts';
import { storedToken } from './api/session/stored-token.ts';
import { type ChartSearch, DEFAULT_CHART, readChartSearch } from './lib/chart-search.ts';
import { parseSearch } from './lib/search-params.ts';
import { paths } from './paths.ts';

/** Addresses that show a signed-in user a chart. */
const LEADING_TO_CHART: readonly string[] = [paths.dashboard, paths.liveChart];

/** The request of the newest bars; null where the symbol has no exchange and has to be looked up. */
function historyAddress({ symbol, resolution }: ChartSearch, nowMs: number): string | null {
  const parsed = parseSymbol(symbol);
  if (!parsed.ok || parsed.symbol.exchange === undefined) return null;
  const { exchange: e, code: fsym } = parsed.symbol;
  const toMs = nextMinute(nowMs);
  const span = { fromMs: toMs - historyWindowMs(resolution), toMs };
  return addressOf(getHistory.path, {}, historyQuery({ e, fsym, resolution }, span));
}

/** Requests the first data of a chart while the code is still loading. @returns the chart; null on other pages. */
export function beginReads(): ChartSearch | null {
  const token = storedToken.read();
  const nowMs = Date.now();
  if (!LEADING_TO_CHART.includes(location.pathname)) return null;
  if (token === null || !isUsable(token, nowMs)) return null;
  // The other addresses lead to the default chart.
  const isNamed = location.pathname === paths.liveChart;
  const chart = isNamed ? readChartSearch(parseSearch(location.search)) : DEFAULT_CHART;
  const bars = historyAddress(chart, nowMs);
  if (bars !== null) beginRead(bars, token);
  beginRead(getAccount.path, token);
  beginRead(addressOf(getSymbol.path, {}, { symbol: chart.symbol }), token);
  beginRead(getAllExchanges.path, token);
  return chart;
}
