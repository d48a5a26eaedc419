import { DAY_MS, type MarketHoursId } from '@moneytrail/calendar';
import { BITFINEX_LISTINGS, CURRENCY_NAMES } from './bitfinex/listings.ts';
import { createContractBoard } from './bvg/contract-board.ts';
import { FMP_LISTINGS } from './fmp/listings.ts';
import { UNDERLYINGS } from './market/underlyings.ts';
import type { SimulatedExchange } from './simulator.ts';
import { TIINGO_CRYPTO, TIINGO_FOREX, TIINGO_STOCKS } from './tiingo/listings.ts';

/** An instrument of a simulator, in the vendor's notation. */
export type SimulatedInstrument = {
  /** The vendor's own notation: `BTCUSD`, `AVAX:USD`, `btcusd`, `WMAZ-2026-07`. */
  symbol: string;
  description: string;
  type: 'crypto' | 'forex' | 'stock' | 'index' | 'commodity' | 'futures' | 'spread' | 'split';
  marketHours: MarketHoursId;
};

function bitfinexInstruments(): SimulatedInstrument[] {
  return BITFINEX_LISTINGS.filter(({ base }) => !base.startsWith('TEST')).map(
    ({ pair, base, quote }) => ({
      symbol: pair,
      description: `${CURRENCY_NAMES[base] ?? base} / ${CURRENCY_NAMES[quote] ?? quote}`,
      type: 'crypto',
      marketHours: 'crypto',
    }),
  );
}

function fmpInstruments(): SimulatedInstrument[] {
  return FMP_LISTINGS.map(({ symbol, name, kind, underlying }) => ({
    symbol,
    description: name,
    type: kind,
    marketHours: UNDERLYINGS[underlying].hours,
  }));
}

function tiingoInstruments(): SimulatedInstrument[] {
  return [
    ...TIINGO_STOCKS.map(([symbol, description]) => {
      return { symbol, description, type: 'stock', marketHours: 'us-stocks' } as const;
    }),
    ...TIINGO_CRYPTO.map(([id, description]) => {
      return {
        symbol: id.toLowerCase(),
        description,
        type: 'crypto',
        marketHours: 'crypto',
      } as const;
    }),
    ...TIINGO_FOREX.map((id) => {
      const { hours } = UNDERLYINGS[id];
      return {
        symbol: id.toLowerCase(),
        description: id,
        type: 'forex',
        marketHours: hours,
      } as const;
    }),
  ];
}

const TYPE_OF_GROUP = { futures: 'futures', spreads: 'spread', splits: 'split' } as const;

/** Contracts that trade now; silos, which have one price a day, are left out. */
function bvgInstruments(nowMs: number): SimulatedInstrument[] {
  return [...createContractBoard()(nowMs).values()].flatMap(({ code, display, group, endMs }) => {
    const isLive = endMs === null || endMs + DAY_MS > nowMs;
    if (group === 'silo' || !isLive) return [];
    return [
      {
        symbol: code,
        description: display,
        type: TYPE_OF_GROUP[group],
        marketHours: 'safex' as const,
      },
    ];
  });
}

/** The instruments of a simulator at a moment, on which only BVG's contracts depend. */
export function simulatedInstruments(
  exchange: SimulatedExchange,
  nowMs = Date.now(),
): SimulatedInstrument[] {
  switch (exchange) {
    case 'FMP':
      return fmpInstruments();
    case 'Bitfinex':
      return bitfinexInstruments();
    case 'Tiingo':
      return tiingoInstruments();
    case 'BVG':
      return bvgInstruments(nowMs);
  }
}
