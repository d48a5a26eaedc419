import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName, instrumentType } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

/** Instruments that one call may enable, and as many that it may disable. */
export const MAX_TOGGLED_INSTRUMENTS = 200;
/** Available symbols that one search answers. */
export const MAX_AVAILABLE_SYMBOLS = 200;

const listedExchange = z.strictObject({ name: z.string(), value: z.string() });
const date = z.nullable(z.iso.date());

/** A symbol of a vendor's list. */
const availableSymbol = z.strictObject({
  code: z.string(),
  description: z.string(),
  type: instrumentType,
  exchange: listedExchange,
});
export type AvailableSymbol = z.infer<typeof availableSymbol>;

/** A contract of the BVG's list; `commodity` is its code, `commodityName` what it stands for, or the code again. */
const bvgInstrument = z.strictObject({
  contract: z.string(),
  contractDisplay: z.string(),
  startDate: date,
  endDate: date,
  commodity: z.string(),
  commodityName: z.string(),
  type: z.enum(['futures', 'spread', 'split']),
});
export type BvgInstrument = z.infer<typeof bvgInstrument>;

/** An enabled instrument as administrators see it. */
const enabledInstrument = z.strictObject({
  ...availableSymbol.shape,
  /** Contract life, both inclusive; null where there is none. */
  startDate: date,
  endDate: date,
  /** Whether its vendor's newest list has it still. */
  isListed: z.boolean(),
});
export type EnabledInstrument = z.infer<typeof enabledInstrument>;

/** An exchange as administrators see it; moments are ISO 8601 in UTC. */
const exchangeInstruments = z.strictObject({
  exchange: exchangeName,
  isOffline: z.boolean(),
  /** Whether a simulator stands in for the vendor: its list is the simulator's. */
  isSimulated: z.boolean(),
  /** When the vendor's list was stored whole the last time; null where it never was. */
  listSyncedAt: z.nullable(z.string()),
  /** Listed instruments that are not enabled. */
  availableCount: z.int(),
  enabled: z.array(enabledInstrument),
});
export type ExchangeInstruments = z.infer<typeof exchangeInstruments>;

/** Every exchange with its enabled instruments. */
export const listExchangeInstruments = endpoint({
  name: 'listExchangeInstruments',
  summary: 'Lists every exchange with its enabled instruments and the state of its list.',
  method: 'GET',
  path: '/api/admin/instruments',
  access: 'superAdmin',
  response: z.strictObject({ exchanges: z.array(exchangeInstruments) }),
});

const bvgInstruments = z.strictObject({ instruments: z.array(bvgInstrument) });

/** `isTruncated`: more match than are answered. */
const availableSymbols = z.strictObject({
  symbols: z.array(availableSymbol),
  isTruncated: z.boolean(),
});
export type AvailableSymbols = z.infer<typeof availableSymbols>;

const symbolSearch = z.strictObject({
  symbol: z._default(identifyingText().check(z.maxLength(80)), ''),
  limit: z._default(wholeNumber({ least: 1, most: MAX_AVAILABLE_SYMBOLS }), 100),
});

/** Contracts that can be enabled, silos left out. */
export const listBvgInstruments = endpoint({
  name: 'listBvgInstruments',
  summary: 'Lists the contracts of the BVG that can be enabled.',
  method: 'GET',
  path: '/api/data/bvg/getInstruments',
  access: 'superAdmin',
  response: bvgInstruments,
});

/** Symbols that can be enabled whose code or description contains a text; none for a blank one. */
export const searchFmpSymbols = endpoint({
  name: 'searchFmpSymbols',
  summary: 'Finds symbols of FMP that can be enabled.',
  method: 'GET',
  path: '/api/data/fmp/getSymbol',
  access: 'superAdmin',
  query: symbolSearch,
  response: availableSymbols,
});

/** All pairs that can be enabled. */
export const listBitfinexSymbols = endpoint({
  name: 'listBitfinexSymbols',
  summary: 'Lists the pairs of Bitfinex that can be enabled.',
  method: 'GET',
  path: '/api/data/bitfinex/getSymbols',
  access: 'superAdmin',
  response: availableSymbols,
});

/** Symbols that can be enabled whose code or description contains a text; none for a blank one. */
export const searchTiingoSymbols = endpoint({
  name: 'searchTiingoSymbols',
  summary: 'Finds symbols of Tiingo that can be enabled.',
  method: 'GET',
  path: '/api/data/tiingo/getSymbol',
  access: 'superAdmin',
  query: symbolSearch,
  response: availableSymbols,
});

const code = () => identifyingText().check(z.minLength(1), z.maxLength(64));
const codes = z._default(z.array(code()).check(z.maxLength(MAX_TOGGLED_INSTRUMENTS)), []);
const words = z.optional(identifyingText().check(z.maxLength(500)));

/** What is enabled is named by its code; the rest is what the list said of it, and is not taken from a caller. */
const symbolToggles = z.strictObject({
  codesToEnable: z._default(
    z
      .array(
        z.strictObject({
          code: code(),
          description: words,
          type: z.optional(instrumentType),
          exchange: z.optional(z.strictObject({ name: words, value: words })),
        }),
      )
      .check(z.maxLength(MAX_TOGGLED_INSTRUMENTS)),
    [],
  ),
  codesToDisable: codes,
});
const contractToggles = z.strictObject({
  codesToEnable: z._default(
    z
      .array(
        z.strictObject({
          contract: code(),
          contractDisplay: words,
          startDate: z.optional(date),
          endDate: z.optional(date),
          commodity: words,
          commodityName: words,
          type: z.optional(instrumentType),
        }),
      )
      .check(z.maxLength(MAX_TOGGLED_INSTRUMENTS)),
    [],
  ),
  codesToDisable: codes,
});

/** Enables and disables contracts; answers what is so then. A code that is not listed is 404, and nothing is changed. */
export const updateBvgInstruments = endpoint({
  name: 'updateBvgInstruments',
  summary: 'Enables and disables contracts of the BVG.',
  method: 'POST',
  path: '/api/data/bvg/updateInstrumentCodes',
  access: 'superAdmin',
  body: contractToggles,
  response: exchangeInstruments,
});

/** Enables and disables symbols; answers what is so then. A code that is not listed is 404, and nothing is changed. */
export const updateFmpSymbols = endpoint({
  name: 'updateFmpSymbols',
  summary: 'Enables and disables symbols of FMP.',
  method: 'POST',
  path: '/api/data/fmp/updateSymbols',
  access: 'superAdmin',
  body: symbolToggles,
  response: exchangeInstruments,
});

/** Enables and disables pairs; answers what is so then. A code that is not listed is 404, and nothing is changed. */
export const updateBitfinexSymbols = endpoint({
  name: 'updateBitfinexSymbols',
  summary: 'Enables and disables pairs of Bitfinex.',
  method: 'POST',
  path: '/api/data/bitfinex/updateSymbols',
  access: 'superAdmin',
  body: symbolToggles,
  response: exchangeInstruments,
});

/** Enables and disables symbols; answers what is so then. A code that is not listed is 404, and nothing is changed. */
export const updateTiingoSymbols = endpoint({
  name: 'updateTiingoSymbols',
  summary: 'Enables and disables symbols of Tiingo.',
  method: 'POST',
  path: '/api/data/tiingo/updateSymbols',
  access: 'superAdmin',
  body: symbolToggles,
  response: exchangeInstruments,
});
