import type { Answer, Request } from '../server/answer.ts';
import { detail } from './errors.ts';
import type { TiingoInstruments, TiingoStock } from './listings.ts';
import { askedColumns, pick, rowsAnswer } from './rows.ts';

const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 100;

type SearchRow = Record<string, string | boolean | null>;

/** A share as the search finds it; Apple also in Canada, for a ticker alone is not unique. */
function searchRows({ name, ticker, permaTicker, assetType }: TiingoStock): SearchRow[] {
  const rowIn = (countryCode: string, id: string): SearchRow => {
    return {
      name,
      ticker,
      permaTicker: id,
      openFIGIComposite: null,
      assetType,
      isActive: true,
      countryCode,
    };
  };
  const home = rowIn('US', permaTicker);
  return ticker === 'AAPL' ? [rowIn('CA', 'CA000000137372'), home] : [home];
}

/** `/tiingo/utilities/search`: shares by ticker or name. */
export function searchAnswer(stocks: TiingoInstruments['stocks'], request: Request): Answer {
  const { query, exactTickerMatch, limit } = request.query;
  if (!query) {
    return detail('Error: query format was not correct. "query" or "isin" must be a string.', 400);
  }
  const wanted = query.toLowerCase();
  const isExact = exactTickerMatch?.toLowerCase() === 'true';
  const matches = ({ ticker, name }: TiingoStock) =>
    isExact
      ? ticker.toLowerCase() === wanted
      : ticker.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
  const rows = [...stocks.values()]
    .filter(matches)
    .flatMap(searchRows)
    .slice(0, Math.min(Number(limit) || DEFAULT_RESULTS, MAX_RESULTS));
  const columns = askedColumns(request);
  return rowsAnswer(columns ? rows.map((row) => pick(row, columns)) : rows, request);
}
