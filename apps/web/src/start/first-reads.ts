import { historyWindowMs } from '@moneytrail/calendar';
import { parseSymbol } from '@moneytrail/contract';
import { addressOf } from '../api/address.ts';
import { beginRead } from '../api/early-reads.ts';
import { historyQuery, nextMinute } from '../api/history-query.ts';
import { isUsable } from '../api/session/access-token.ts';
import { type ChartSearch, DEFAULT_CHART, readChartSearch } from '../lib/chart-search.ts';
import { parseSearch } from '../lib/search-params.ts';
import { paths } from '../paths.ts';

const [SHARED_PAGE = ''] = paths.shared.split('$');

/** The chart that an address shows to a signed-in user; null on other pages. */
function chartAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ChartSearch | null {
  if (pathname === paths.liveChart) return readChartSearch(parseSearch(search));
  if (pathname === paths.dashboard) return DEFAULT_CHART;
  if (!pathname.startsWith(SHARED_PAGE)) return null;
  return { ...DEFAULT_CHART, shared: pathname.slice(SHARED_PAGE.length) };
}

/** Paths of the endpoints, whose declarations the document does not carry. */
export type ReadPaths = { history: string; account: string; symbol: string };

/** The request of the newest bars; null where the symbol has no exchange and has to be looked up. */
function historyAddress(
  path: string,
  { symbol, resolution }: ChartSearch,
  nowMs: number,
): string | null {
  const parsed = parseSymbol(symbol);
  if (!parsed.ok || parsed.symbol.exchange === undefined) return null;
  const { exchange: e, code: fsym } = parsed.symbol;
  const toMs = nextMinute(nowMs);
  const span = { fromMs: toMs - historyWindowMs(resolution), toMs };
  return addressOf(path, {}, historyQuery({ e, fsym, resolution }, span));
}

/** The chart that the page begins with; null on other pages, and without a token that the server will accept. */
export function firstChartOf(
  address: Pick<Location, 'pathname' | 'search'>,
  token: string | null,
): ChartSearch | null {
  return token !== null && isUsable(token, Date.now()) ? chartAt(address) : null;
}

/** Requests the first data of a chart while the code is still loading. */
export function beginReads(chart: ChartSearch, token: string, paths: ReadPaths): void {
  const bars = historyAddress(paths.history, chart, Date.now());
  if (bars !== null) beginRead(bars, token);
  beginRead(paths.account, token);
  beginRead(addressOf(paths.symbol, {}, { symbol: chart.symbol }), token);
}
