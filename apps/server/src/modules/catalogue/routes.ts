import {
  byExchange,
  type ExchangeEntry,
  type ExchangeName,
  type FlatSymbol,
  getAllExchanges,
  getPreviewExchanges,
  getSymbol,
  type SymbolInfo,
  searchSymbols,
} from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Router } from '../../http/route.ts';
import type { Catalogue } from './catalogue.ts';
import { type Instrument, supportedResolutions } from './instrument.ts';

type CatalogueRouteDeps = {
  catalogue: Catalogue;
  feeds: Record<ExchangeName, Pick<Feed, 'isSimulated'>>;
  feedStates: () => Record<ExchangeName, boolean>;
};

type Viewer = { isEntitled: (instrument: Instrument) => boolean };

/** Exchanges, symbol search and symbol information. */
export function catalogueRoutes(router: Router<Instrument>, deps: CatalogueRouteDeps): void {
  const { catalogue, feeds } = deps;
  const exchangesFor = async ({ isEntitled }: Viewer) =>
    exchangesOf(catalogue.enabled(), {
      isOffline: deps.feedStates(),
      isSimulated: (exchange) => feeds[exchange].isSimulated,
      isLocked: (instrument) => !isEntitled(instrument),
      assetsOf: catalogue.assetsOf,
    });

  router.route(getAllExchanges, exchangesFor);
  router.route(getPreviewExchanges, exchangesFor);
  router.route(searchSymbols, async ({ query, isEntitled }) =>
    catalogue.search(query.query, query).map((instrument) => ({
      ...flatSymbolOf(instrument, {
        assets: catalogue.assetsOf(instrument),
        locked: !isEntitled(instrument),
        simulated: feeds[instrument.exchange].isSimulated,
      }),
      source: instrument.exchange,
    })),
  );
  router.route(getSymbol, async ({ instrument }) =>
    symbolInfoOf(instrument, feeds[instrument.exchange].isSimulated),
  );
}

const DAY_MINUTES = 1_440;

/** `HH:mm` of a minute of the day; negative minutes are of the evening before, 24:00 stays. */
function clockTime(minute: number): string {
  const ofDay = minute < 0 ? minute + DAY_MINUTES : minute;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

function flatSymbolOf(
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

type ExchangeStates = {
  isOffline: Record<ExchangeName, boolean>;
  isSimulated: (exchange: ExchangeName) => boolean;
  isLocked: (instrument: Instrument) => boolean;
  assetsOf: (instrument: Instrument) => readonly string[];
};

/** Every exchange with its instruments; only Bitfinex has `pairs`. */
function exchangesOf(
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

function symbolInfoOf(instrument: Instrument, simulated: boolean): SymbolInfo {
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
