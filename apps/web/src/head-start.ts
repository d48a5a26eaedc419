import { historyWindowMs } from '@moneytrail/calendar';
import { getAccount, getHistory, getSymbol, parseSymbol } from '@moneytrail/contract';
import { beginRead } from './api/early-reads.ts';
import { historyQuery, nextMinute } from './api/history-query.ts';
import { addressOf } from './api/request.ts';
import { isUsable } from './api/session/access-token.ts';
import { storedToken } from './api/session/stored-token.ts';
import { type ChartSearch, DEFAULT_CHART, readChartSearch } from './lib/chart-search.ts';
import { parseSearch } from './lib/search-params.ts';
import { paths } from './paths.ts';

const [SHARED_PAGE = ''] = paths.shared.split('$');

/** The chart that an address shows to a signed-in user; null on other pages. */
function chartAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ChartSearch | null {
  if (pathname === paths.liveChart) return readChartSearch(parseSearch(search));
  if (pathname === paths.dashboard) return DEFAULT_CHART;
  if (!pathname.startsWith(SHARED_PAGE)) return null;
  return { ...DEFAULT_CHART, shared: pathname.slice(SHARED_PAGE.length) };
}

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
  const chart = chartAt(location);
  if (chart === null || token === null || !isUsable(token, nowMs)) return null;
  const bars = historyAddress(chart, nowMs);
  if (bars !== null) beginRead(bars, token);
  beginRead(getAccount.path, token);
  beginRead(addressOf(getSymbol.path, {}, { symbol: chart.symbol }), token);
  return chart;
}
