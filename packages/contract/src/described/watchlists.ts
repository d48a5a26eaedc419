import type { Notes } from './note.ts';

const LAST_BAR = 'at the last closed bar, null if there are too few bars';

/** Watchlists, their rows, and snapshots. */
export const WATCHLIST_NOTES: Notes = {
  endpoints: {
    createWatchlist:
      'Idempotent by `key`: a repeated request gets the list as it is by then. `409` if the account has its maximum of 50 watchlists.',
    saveWatchlist:
      '`409` with `RECORD_CHANGED` if the list is not at `baseRevision`; nothing changes then. A save that equals the present list changes nothing whatever the base, so it can be repeated after a lost answer.',
    orderWatchlists: 'Lists that are not named keep their order behind the others.',
    resolveSymbols: 'Names that mean no enabled instrument are answered as `unknown`.',
    readWatchRows:
      'Only stored figures are read; no provider is asked. Unknown symbols have no row.',
  },
  schemas: {
    Watchlist: 'A watchlist with its entries.',
    WatchlistEntry: 'An instrument of a watchlist, or a section.',
    Snapshot: 'Figures of an instrument at its last closed bar, with the default inputs.',
    WatchRow: 'A row of a watchlist.',
  },
  fields: {
    'Watchlist.id': 'The id of the watchlist.',
    ...Object.fromEntries(
      ['saveWatchlist', 'deleteWatchlist'].map((name) => [
        `${name}.params.id`,
        'The id of the watchlist.',
      ]),
    ),
    'Watchlist.name': 'The name of the watchlist.',
    'createWatchlist.body.name': 'The name of the watchlist.',
    'saveWatchlist.body.name': 'The name of the watchlist.',
    'createWatchlist.body.key': 'A new UUID for each list, the same when the request is repeated.',
    'createWatchlist.body.replaces':
      'The id of a deleted list that comes back as this one: its alerts go on with it.',
    'WatchlistEntry.name': 'The heading of the section.',
    'WatchlistEntry.kind': '`symbol` or `section`.',
    'WatchlistEntry.symbol': { text: 'The instrument.', example: 'FMP:BTCUSD' },
    'WatchlistEntry.flag': 'The colour of the flag; null without one.',
    ...Object.fromEntries(
      ['Watchlist', 'createWatchlist.body', 'saveWatchlist.body'].flatMap((of) => [
        [`${of}.colour`, 'The colour of the list; null without one.'],
        [
          `${of}.entries`,
          'Instruments and sections in their order, at most 500; each instrument once.',
        ],
      ]),
    ),
    'Watchlist.revision': 'Increases by one with every save.',
    'Watchlist.changedAtMs': 'The time of the last save in milliseconds since 1970 UTC.',
    watchlists: 'The watchlists in their order.',
    'orderWatchlists.body.ids': 'The ids of the watchlists in their new order.',
    words: { text: 'Symbols in any notation, at most 500.', example: ['BTC/USD'] },
    found: 'The words that name an instrument, in the order of the request.',
    'found.word': 'The word as it was sent.',
    'found.symbol': 'The instrument.',
    unknown: 'The words that name no enabled instrument.',
    'readWatchRows.body.symbols': {
      text: 'Instruments as the server writes them, at most 500.',
      example: ['FMP:BTCUSD'],
    },
    'readWatchRows.body.resolution': 'The resolution of the snapshots.',
    'readWatchRows.response.rows': 'The rows in the order of the request.',
    'WatchRow.symbol': 'The instrument.',
    'WatchRow.locked': 'True if the caller may not see the instrument.',
    'WatchRow.description': 'The name of the instrument.',
    'WatchRow.priceScale': 'Prices have log10 of this many decimals.',
    'WatchRow.simulated': 'True if the prices are simulated.',
    'WatchRow.price': 'The newest known price; null without one.',
    'WatchRow.timeMs': 'The time of the price in milliseconds since 1970 UTC.',
    'WatchRow.previousClose': 'The close of the trading date before; null if it is not known.',
    'WatchRow.volume': 'The volume of the session; null where it is not known to be complete.',
    sparkline: 'Closes of the session so far, oldest first, at most 40.',
    'WatchRow.snapshot': 'The figures at the last closed bar; null before the first one.',
    'Snapshot.time': 'The start of the last closed bar in milliseconds since 1970 UTC.',
    'Snapshot.closedAtMs': 'The end of that bar in milliseconds since 1970 UTC.',
    'Snapshot.close': 'The close of that bar.',
    'Snapshot.longTermResistance': `The long term resistance ${LAST_BAR}.`,
    'Snapshot.shortTermResistance': `The short term resistance ${LAST_BAR}.`,
    'Snapshot.shortTermSupport': `The short term support ${LAST_BAR}.`,
    'Snapshot.longTermSupport': `The long term support ${LAST_BAR}.`,
    'Snapshot.longTermTightness': `The long term tightness ${LAST_BAR}.`,
    'Snapshot.shortTermTightness': `The short term tightness ${LAST_BAR}.`,
    'Snapshot.distanceToLongTermMin': `The distance of the long term tightness from its minimum ${LAST_BAR}.`,
    'Snapshot.distanceToShortTermMin': `The distance of the short term tightness from its minimum ${LAST_BAR}.`,
    'Snapshot.longShortPercentage': `The long/short percentage ${LAST_BAR}.`,
    'Snapshot.deployment': `The deployment ${LAST_BAR}.`,
    'Snapshot.liquiditySpread': `The liquidity spread ${LAST_BAR}; null for an index.`,
    'Snapshot.mark': 'The newest mark; null without one among the newest bars.',
    'mark.side': '`buy` or `sell`.',
    'mark.strong': 'True for a strong mark.',
    'mark.time': 'The start of the bar of the mark in milliseconds since 1970 UTC.',
    'watchlist.id': 'The id of the watchlist; null if the lists or their order must be read again.',
    'watchlist.revision': 'The revision of the save; null if the list was removed.',
    'prices.rows': 'The instruments whose price has changed.',
    'prices.rows.symbol': 'The instrument.',
    'prices.rows.price': 'The newest price.',
    'prices.rows.timeMs': 'The time of the price in milliseconds since 1970 UTC.',
    'prices.rows.previousClose': 'The close of the trading date before; null if it is not known.',
  },
};
