import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName, importAccess, instrumentType, marketHoursId } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { seenRevision, wholeNumber } from './query-fields.ts';

/** The number of instruments that one call may enable, and the number it may disable. */
export const MAX_TOGGLED_INSTRUMENTS = 200;
/** The number of available symbols in a search result. */
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

/** A contract of the BVG's list; `commodity` is its code, `commodityName` its name, or the code again. */
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

/** An enabled instrument as administrators see it; `imported` is present for one that is made from files. */
const enabledInstrument = z.strictObject({
  ...availableSymbol.shape,
  startDate: date,
  endDate: date,
  isListed: z.boolean(),
  imported: z.optional(z.strictObject({ marketHours: marketHoursId, access: importAccess })),
});
export type EnabledInstrument = z.infer<typeof enabledInstrument>;

/** An exchange as administrators see it; times are ISO 8601 in UTC. */
const exchangeInstruments = z.strictObject({
  exchange: exchangeName,
  isOffline: z.boolean(),
  isSimulated: z.boolean(),
  reachedLimit: z.nullable(z.strictObject({ since: z.string(), heldBackCalls: z.int() })),
  listSyncedAt: z.nullable(z.string()),
  availableCount: z.int(),
  enabled: z.array(enabledInstrument),
  revision: z.int(),
});
export type ExchangeInstruments = z.infer<typeof exchangeInstruments>;

export const listExchangeInstruments = endpoint({
  name: 'listExchangeInstruments',
  summary: 'Lists every exchange with its enabled instruments and the state of its list.',
  method: 'GET',
  path: '/api/admin/instruments',
  access: 'superAdmin',
  response: z.strictObject({ exchanges: z.array(exchangeInstruments) }),
});

const bvgInstruments = z.strictObject({ instruments: z.array(bvgInstrument) });

/** `isTruncated`: there are more matches than returned. */
const availableSymbols = z.strictObject({
  symbols: z.array(availableSymbol),
  isTruncated: z.boolean(),
});
export type AvailableSymbols = z.infer<typeof availableSymbols>;

const symbolSearch = z.strictObject({
  symbol: z._default(identifyingText().check(z.maxLength(80)), ''),
  limit: z._default(wholeNumber({ least: 1, most: MAX_AVAILABLE_SYMBOLS }), 100),
});

const available = { method: 'GET', access: 'superAdmin', response: availableSymbols } as const;
/** Matches code or description; a blank text matches nothing. */
const search = { ...available, query: symbolSearch } as const;

export const listBvgInstruments = endpoint({
  name: 'listBvgInstruments',
  summary: 'Lists the BVG contracts that can be enabled.',
  method: 'GET',
  path: '/api/data/bvg/getInstruments',
  access: 'superAdmin',
  response: bvgInstruments,
});

export const searchFmpSymbols = endpoint({
  ...search,
  name: 'searchFmpSymbols',
  summary: 'Finds FMP symbols that can be enabled.',
  path: '/api/data/fmp/getSymbol',
});

export const listBitfinexSymbols = endpoint({
  ...available,
  name: 'listBitfinexSymbols',
  summary: 'Lists the Bitfinex pairs that can be enabled.',
  path: '/api/data/bitfinex/getSymbols',
});

export const searchTiingoSymbols = endpoint({
  ...search,
  name: 'searchTiingoSymbols',
  summary: 'Finds Tiingo symbols that can be enabled.',
  path: '/api/data/tiingo/getSymbol',
});

const code = () => identifyingText().check(z.minLength(1), z.maxLength(64));
const words = z.optional(identifyingText().check(z.maxLength(500)));

/**
 * The update of an exchange returns its new state. An unlisted code is answered with 404, and nothing changes. With a
 * `revision`, a code that was toggled after it is refused; other codes of the exchange may have changed.
 */
const update = {
  method: 'POST',
  access: 'superAdmin',
  revises: 'exchange',
  response: exchangeInstruments,
} as const;

/** Instruments are enabled by their code. The other fields come from the vendor's list and are ignored here. */
function toggles<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    codesToEnable: z._default(z.array(item).check(z.maxLength(MAX_TOGGLED_INSTRUMENTS)), []),
    codesToDisable: z._default(z.array(code()).check(z.maxLength(MAX_TOGGLED_INSTRUMENTS)), []),
    ...seenRevision,
  });
}

const symbolToggles = toggles(
  z.strictObject({
    code: code(),
    description: words,
    type: z.optional(instrumentType),
    exchange: z.optional(z.strictObject({ name: words, value: words })),
  }),
);

export const updateBvgInstruments = endpoint({
  ...update,
  name: 'updateBvgInstruments',
  summary: 'Enables and disables BVG contracts.',
  path: '/api/data/bvg/updateInstrumentCodes',
  body: toggles(
    z.strictObject({
      contract: code(),
      contractDisplay: words,
      startDate: z.optional(date),
      endDate: z.optional(date),
      commodity: words,
      commodityName: words,
      type: z.optional(instrumentType),
    }),
  ),
});

export const updateFmpSymbols = endpoint({
  ...update,
  name: 'updateFmpSymbols',
  summary: 'Enables and disables FMP symbols.',
  path: '/api/data/fmp/updateSymbols',
  body: symbolToggles,
});

export const updateBitfinexSymbols = endpoint({
  ...update,
  name: 'updateBitfinexSymbols',
  summary: 'Enables and disables Bitfinex pairs.',
  path: '/api/data/bitfinex/updateSymbols',
  body: symbolToggles,
});

export const updateTiingoSymbols = endpoint({
  ...update,
  name: 'updateTiingoSymbols',
  summary: 'Enables and disables Tiingo symbols.',
  path: '/api/data/tiingo/updateSymbols',
  body: symbolToggles,
});

/** Absent fields keep their values. Unlike the toggles it is refused only if this instrument was changed. */
export const updateImportedInstrument = endpoint({
  name: 'updateImportedInstrument',
  summary: 'Changes name, type, hours or access of an instrument that is made from files.',
  method: 'PATCH',
  path: '/api/admin/instruments/imported/:code',
  access: 'superAdmin',
  revises: 'exchange',
  params: z.strictObject({ code: code() }),
  body: z.strictObject({
    description: z.optional(identifyingText().check(z.minLength(1), z.maxLength(200))),
    type: z.optional(instrumentType),
    marketHours: z.optional(marketHoursId),
    access: z.optional(importAccess),
    ...seenRevision,
  }),
  response: exchangeInstruments,
});
