import { historyWindowMs } from '@moneytrail/calendar';
import {
  getAccount,
  getAllExchanges,
  getHistory,
  getSymbol,
  parseSymbol,
} from '@moneytrail/contract';
import { addressOf } from './api/address.ts';
import { beginRead } from './api/early-reads.ts';
import { historyQuery, nextMinute } from './api/history-query.ts';
import { isUsable } from './api/session/access-token.ts';
import { storedToken } from './api/session/stored-token.ts';
import { type ChartSearch, DEFAULT_CHART, readChartSearch } from './lib/chart-search.ts';
import { parseSearch } from './lib/search-params.ts';
import { paths } from './paths.ts';

/** Who is signed in and comes here is shown a chart. */
const LEADING_TO_CHART: readonly string[] = [paths.dashboard, paths.liveChart];

/** The newest bars, where the address says by itself which instrument it means. */
function historyAddress({ symbol, resolution }: ChartSearch, nowMs: number): string | null {
  const parsed = parseSymbol(symbol);
  if (!parsed.ok || parsed.symbol.exchange === undefined) return null;
  const { exchange: e, code: fsym } = parsed.symbol;
  const toMs = nextMinute(nowMs);
  const span = { fromMs: toMs - historyWindowMs(resolution), toMs };
  return addressOf(getHistory.path, {}, historyQuery({ e, fsym, resolution }, span));
}

/** Begins to read what a chart needs while the code is still loaded. @returns which chart; null where none is shown. */
export function beginReads(): ChartSearch | null {
  const token = storedToken.read();
  const nowMs = Date.now();
  if (!LEADING_TO_CHART.includes(location.pathname)) return null;
  if (token === null || !isUsable(token, nowMs)) return null;
  // What else leads to the chart leads to the usual one.
  const isNamed = location.pathname === paths.liveChart;
  const chart = isNamed ? readChartSearch(parseSearch(location.search)) : DEFAULT_CHART;
  const bars = historyAddress(chart, nowMs);
  if (bars !== null) beginRead(bars, token);
  beginRead(getAccount.path, token);
  beginRead(addressOf(getSymbol.path, {}, { symbol: chart.symbol }), token);
  return chart;
}

/** Begins to read what only the page around a first chart needs. */
export function beginPageReads(): void {
  const token = storedToken.read();
  if (token !== null && isUsable(token, Date.now())) beginRead(getAllExchanges.path, token);
}
