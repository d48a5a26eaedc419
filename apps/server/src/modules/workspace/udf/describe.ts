import { RESOLUTIONS, type Resolution } from '@moneytrail/calendar';
import { EXCHANGES, INSTRUMENT_TYPES } from '@moneytrail/contract';
import { type Instrument, supportedResolutions } from '../../catalogue/index.ts';

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What `/config` answers: it needs nothing that could fail. */
export const CONFIG = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: true,
  supports_timescale_marks: true,
  supports_time: true,
  supported_resolutions: RESOLUTIONS,
  exchanges: [
    { value: '', name: 'All Exchanges', desc: '' },
    ...EXCHANGES.map((name) => ({ value: name, name, desc: name })),
  ],
  symbols_types: [
    { name: 'All types', value: '' },
    ...INSTRUMENT_TYPES.map((value) => ({ name: titled(value), value })),
  ],
};

/** By which every later call names an instrument: a slash has no place in it. */
const tickerOf = ({ exchange, code }: Instrument) => `${exchange}:${code}`;

const isIntraday = (resolution: Resolution) => /^\d+$/.test(resolution);

/** A `LibrarySymbolInfo`. It must not have a field `s`, by which clients know a failure. */
export function symbolOf(instrument: Instrument): object {
  const { hours, exchange, listedExchange } = instrument;
  const resolutions = supportedResolutions(instrument);
  return {
    name: instrument.code,
    ticker: tickerOf(instrument),
    description: instrument.description,
    type: instrument.type,
    session: hours.session,
    timezone: hours.zone,
    exchange,
    listed_exchange: listedExchange.value === '' ? exchange : listedExchange.value,
    minmov: 1,
    pricescale: instrument.priceScale,
    minmove2: 0,
    fractional: false,
    has_intraday: true,
    intraday_multipliers: resolutions.filter(isIntraday),
    has_daily: true,
    has_weekly_and_monthly: true,
    has_empty_bars: false,
    supported_resolutions: resolutions,
    format: 'price',
    data_status: 'streaming',
  };
}

/** A row of `/search`. */
export function foundOf(instrument: Instrument): object {
  const { code, description, exchange, type } = instrument;
  const ticker = tickerOf(instrument);
  return { symbol: code, full_name: ticker, description, exchange, ticker, type };
}
