import type { ExchangeName } from '@moneytrail/contract';

/** Quoted texts are verbatim from the specification. */
export const INSTRUMENT_TEXTS = {
  title: 'All Exchanges',
  loading: 'Loading exchanges',
  noExchanges: 'No exchanges found.',
  offline: '(OFFLINE)',
  enabled: 'Enabled instruments',
  available: 'Available instruments',
  searchEnabled: 'Search enabled',
  searchAvailable: 'Search available',
  searchHint: "Search for any symbols e.g. ' GOLD '",
  unavailable: 'Exchange is currently unavailable.',
  noEnabled: 'No enabled instruments.',
  noAvailable: 'No symbols available.',
  noMatch: 'No matches.',
  notSynced: 'Not synced today',
  notListed: "No longer in the vendor's list",
  truncated: 'There are more matches. Type more to narrow the list.',
  failures: {
    exchanges: 'Could not load the exchanges.',
    available: 'Could not load the list.',
    statuses: 'Statuses could not be read.',
    toggle: 'Not changed',
    resync: 'Not started',
    cancel: 'Not cancelled',
    coverage: 'Could not load the stored bars.',
  },
  quarantine: {
    title: 'Quarantined bars',
    state: 'State',
    noneWaiting: 'No bar is waiting for a second source.',
    noneRejected: 'No bar was rejected.',
    failure: 'Could not load the quarantined bars.',
    decide: 'Decide',
    accept: 'Accept',
    reject: 'Reject',
    notDecided: 'Not decided',
  },
} as const;

/** Toasts after a change was stored. */
export const UPDATED_TEXTS: Readonly<Record<ExchangeName, string>> = {
  BVG: 'Updated Enabled and Disabled instruments',
  FMP: 'Updated Enabled and Disabled FMP symbols',
  Bitfinex: 'Updated Enabled and Disabled Bitfinex symbols',
  Tiingo: 'Updated Enabled and Disabled Tiingo symbols',
  Imported: 'Updated imported instruments',
};

export const resyncText = (symbol: string, exchange: ExchangeName) =>
  `Resync triggered for ${symbol} @ ${exchange}`;
