import {
  byExchange,
  type ExchangeEntry,
  type ExchangeName,
  type FlatSymbol,
  type SymbolInfo,
} from '@moneytrail/contract';
import { type Instrument, supportedResolutions } from './instrument.ts';

const DAY_MINUTES = 1_440;

/** `HH:mm` of a minute of the day; an opening on the evening before counts back from midnight, 24:00 is kept. */
function clockTime(minute: number): string {
  const ofDay = minute < 0 ? minute + DAY_MINUTES : minute;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

/** An instrument as a row of a symbol list. */
export function flatSymbolOf(
  instrument: Instrument,
  state: { assets: readonly string[]; locked: boolean; simulated: boolean },
): FlatSymbol {
  const { hours } = instrument;
  return {
    code: instrument.code,
    description: instrument.description,
    exchange: { ...instrument.listedExchange },
    type: instrument.type,
    openingHour: clockTime(hours.openMinute),
    closingHour: clockTime(hours.closeMinute),
    timezone: hours.zone,
    ...state,
    assets: [...state.assets],
  };
}

/** Quotes by base, as a feed that trades pairs lists them. */
function pairsOf(instruments: readonly Instrument[]): Record<string, string[]> {
  const pairs: Record<string, string[]> = {};
  for (const { base, quote } of instruments) {
    if (base === null || quote === null) continue;
    const quotes = pairs[base] ?? [];
    quotes.push(quote);
    pairs[base] = quotes;
  }
  return pairs;
}

export type ExchangeStates = {
  isOffline: Record<ExchangeName, boolean>;
  isSimulated: (exchange: ExchangeName) => boolean;
  isLocked: (instrument: Instrument) => boolean;
  assetsOf: (instrument: Instrument) => readonly string[];
};

/** Every exchange with its instruments; `pairs` is filled where the feed trades pairs, which is Bitfinex. */
export function exchangesOf(
  instruments: readonly Instrument[],
  states: ExchangeStates,
): Record<ExchangeName, ExchangeEntry> {
  return byExchange((exchange) => {
    const own = instruments.filter((each) => each.exchange === exchange);
    const simulated = states.isSimulated(exchange);
    return {
      isOffline: states.isOffline[exchange],
      flatSymbols: own.map((each) =>
        flatSymbolOf(each, {
          assets: states.assetsOf(each),
          locked: states.isLocked(each),
          simulated,
        }),
      ),
      pairs: exchange === 'Bitfinex' ? pairsOf(own) : {},
    };
  });
}

/** What a chart needs to know of an instrument before its first bar. */
export function symbolInfoOf(instrument: Instrument, simulated: boolean): SymbolInfo {
  const { hours } = instrument;
  return {
    name: instrument.code,
    ticker: instrument.ticker,
    description: instrument.description,
    exchange: instrument.exchange,
    listedExchange: instrument.listedExchange.value,
    type: instrument.type,
    session: hours.session,
    timezone: hours.zone,
    marketHours: hours.id,
    pricescale: instrument.priceScale,
    minmov: 1,
    supported_resolutions: supportedResolutions(instrument),
    simulated,
    mayBeNegative: instrument.mayBeNegative,
  };
}
