import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { identifyingText, text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

/** The maximum number of watchlists of an account. */
export const MAX_WATCHLISTS = 50;
/** The maximum number of entries of a watchlist, sections included. */
export const MAX_WATCHLIST_ENTRIES = 500;
/** Words of one request to resolve symbols, and instruments that a request or a stream can watch. */
export const MAX_WATCHED_SYMBOLS = 500;
const MAX_WORD_LENGTH = 80;
const MAX_NAME_LENGTH = 100;

/** The colours of flags and lists. */
export const FLAG_COLOURS = ['red', 'orange', 'green', 'blue', 'purple'] as const;
export type FlagColour = (typeof FLAG_COLOURS)[number];

const colour = z.nullable(z.enum(FLAG_COLOURS));
const name = text().check(
  z.maxLength(MAX_NAME_LENGTH),
  z.refine((value) => value.trim() !== '', 'must not be blank'),
);
const word = identifyingText().check(z.minLength(1), z.maxLength(MAX_WORD_LENGTH));

/** An instrument, named as the server writes its ticker, or the heading of the entries below it. */
export const watchlistEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('symbol'), symbol: word, flag: colour }),
  z.strictObject({ kind: z.literal('section'), name }),
]);
export type WatchlistEntry = z.infer<typeof watchlistEntry>;

const entries = z.array(watchlistEntry).check(
  z.maxLength(MAX_WATCHLIST_ENTRIES, `must be at most ${MAX_WATCHLIST_ENTRIES} entries`),
  z.refine((list) => {
    const symbols = list.flatMap((entry) => (entry.kind === 'symbol' ? [entry.symbol] : []));
    return new Set(symbols).size === symbols.length;
  }, 'must name each symbol once'),
);

/** The parts of a watchlist that its owner changes. */
export const watchlistFields = { name, colour, entries };

export const watchlist = z.strictObject({
  id: z.int(),
  name: z.string(),
  colour,
  entries: z.array(watchlistEntry),
  /** Increases by one with every save. */
  revision: z.int(),
  changedAtMs: z.int(),
});
export type Watchlist = z.infer<typeof watchlist>;

const params = z.strictObject({ id: wholeNumber({ least: 1, most: 1e15 - 1 }) });

export const listWatchlists = endpoint({
  name: 'listWatchlists',
  summary: "Lists the caller's watchlists with their entries, in the caller's order.",
  method: 'GET',
  path: '/api/watchlists',
  access: 'user',
  scope: 'charts:read',
  response: z.strictObject({ watchlists: z.array(watchlist) }),
});

export const createWatchlist = endpoint({
  name: 'createWatchlist',
  summary: 'Creates a watchlist; a repeated request with the same key creates no second one.',
  method: 'POST',
  path: '/api/watchlists',
  access: 'user',
  scope: 'charts:write',
  /** `replaces` names a list that was deleted: its alerts go on with the new one. */
  body: z.strictObject({ key: z.uuid(), replaces: z.optional(z.int()), ...watchlistFields }),
  response: watchlist,
});

export const saveWatchlist = endpoint({
  name: 'saveWatchlist',
  summary: 'Saves a watchlist unless it was changed elsewhere since.',
  method: 'PUT',
  path: '/api/watchlists/:id',
  access: 'user',
  scope: 'charts:write',
  params,
  body: z.strictObject({ baseRevision: z.int().check(z.minimum(1)), ...watchlistFields }),
  response: watchlist,
});

export const deleteWatchlist = endpoint({
  name: 'deleteWatchlist',
  summary: 'Removes a watchlist.',
  method: 'DELETE',
  path: '/api/watchlists/:id',
  access: 'user',
  scope: 'charts:write',
  params,
  response: z.undefined(),
});

export const orderWatchlists = endpoint({
  name: 'orderWatchlists',
  summary: "Puts the caller's watchlists into an order.",
  method: 'PUT',
  path: '/api/watchlist-order',
  access: 'user',
  scope: 'charts:write',
  body: z.strictObject({ ids: z.array(z.int()).check(z.maxLength(MAX_WATCHLISTS)) }),
  response: z.undefined(),
});

export const resolveSymbols = endpoint({
  name: 'resolveSymbols',
  summary: 'Finds the instruments that words name, in any notation of a symbol.',
  method: 'POST',
  path: '/api/data/resolve',
  access: 'user',
  scope: 'prices:read',
  body: z.strictObject({ words: z.array(word).check(z.maxLength(MAX_WATCHED_SYMBOLS)) }),
  response: z.strictObject({
    found: z.array(z.strictObject({ word: z.string(), symbol: z.string() })),
    unknown: z.array(z.string()),
  }),
});

/** The resolutions of snapshots: an hour, four hours, a day, a week. */
export const SNAPSHOT_RESOLUTIONS = ['60', '240', '1D', '1W'] as const;
export type SnapshotResolution = (typeof SNAPSHOT_RESOLUTIONS)[number];

const figure = z.nullable(z.number());

/** The figures of the summary at the last closed bar with the default inputs, and the newest mark. */
export const snapshot = z.strictObject({
  /** The start of the last closed bar. */
  time: z.int(),
  closedAtMs: z.int(),
  close: z.number(),
  longTermResistance: figure,
  shortTermResistance: figure,
  shortTermSupport: figure,
  longTermSupport: figure,
  longTermTightness: figure,
  shortTermTightness: figure,
  distanceToLongTermMin: figure,
  distanceToShortTermMin: figure,
  longShortPercentage: figure,
  deployment: figure,
  liquiditySpread: figure,
  mark: z.nullable(
    z.strictObject({ side: z.enum(['buy', 'sell']), strong: z.boolean(), time: z.int() }),
  ),
});
export type Snapshot = z.infer<typeof snapshot>;

/** Closes of a session in a row's line, at most. */
export const MAX_SPARKLINE_POINTS = 40;

/** A row of a watchlist. A locked instrument shows nothing but its lock. */
export const watchRow = z.union([
  z.strictObject({ symbol: z.string(), locked: z.literal(true) }),
  z.strictObject({
    symbol: z.string(),
    locked: z.literal(false),
    description: z.string(),
    priceScale: z.int(),
    simulated: z.boolean(),
    /** Null while no price is known. */
    price: figure,
    timeMs: z.nullable(z.int()),
    previousClose: figure,
    /** The volume of the session; null where it is not known to be complete. */
    volume: figure,
    /** Closes of the session so far, oldest first. */
    sparkline: z.array(z.number()),
    snapshot: z.nullable(snapshot),
  }),
]);
export type WatchRow = z.infer<typeof watchRow>;

export const readWatchRows = endpoint({
  name: 'readWatchRows',
  summary: 'Returns the rows of instruments for a watchlist, from stored figures.',
  method: 'POST',
  path: '/api/data/watch-rows',
  access: 'user',
  scope: 'prices:read',
  prices: 'list',
  body: z.strictObject({
    symbols: z.array(word).check(z.maxLength(MAX_WATCHED_SYMBOLS)),
    resolution: z.enum(SNAPSHOT_RESOLUTIONS),
  }),
  response: z.strictObject({ rows: z.array(watchRow) }),
});
