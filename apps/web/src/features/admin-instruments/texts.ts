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
  disabled: 'Disabled',
  nowEnabled: 'Enabled',
  undo: 'Undo',
  enabledAlready: 'Enabled already:',
  resyncAll: 'Resync all',
  resyncAllNote:
    'Missing bars of each are read in the background, within the limit of the vendor. Stored bars stay.',
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
    none: {
      waiting: 'No bar is waiting for a second source.',
      accepted: 'No bar was accepted.',
      rejected: 'No bar was rejected.',
    },
    failure: 'Could not load the quarantined bars.',
    decide: 'Decide',
    review: 'Review',
    back: 'Back to the list',
    acceptBar: 'Accept this bar',
    rejectBar: 'Reject this bar',
    undo: 'Undo',
    outcomes: { waiting: 'In quarantine', accepted: 'Accepted', rejected: 'Rejected' },
    changed: {
      waiting: 'The bar is in quarantine again and hidden from charts.',
      accepted: 'The bar is stored and shown in charts.',
      rejected: 'The bar stays hidden unless its vendor changes it.',
    },
    around: 'The bars around it and its second sources',
    barHead: 'Bar or source',
    thisBar: 'This bar',
    stored: 'Shown now; accepting replaces it',
    finer: (resolution: string, exchange: string) => `${exchange}, from ${resolution} bars`,
    confirms: 'reaches the same prices',
    contradicts: 'does not reach these prices',
    noBar: 'has no bar of this time',
    cutOff: 'An arrow marks prices beyond the scale.',
    noEvidence: 'Could not load the bars around it.',
    notDecided: 'Not decided',
  },
} as const;

/** The specified toasts after a change was stored. */
export const UPDATED_TEXTS: Readonly<Record<ExchangeName, string>> = {
  BVG: 'Updated Enabled and Disabled instruments',
  FMP: 'Updated Enabled and Disabled FMP symbols',
  Bitfinex: 'Updated Enabled and Disabled Bitfinex symbols',
  Tiingo: 'Updated Enabled and Disabled Tiingo symbols',
  Imported: 'Updated imported instruments',
};

export const toggledText = (
  exchange: ExchangeName,
  { code, isEnabled }: { code: string; isEnabled: boolean },
) => `${UPDATED_TEXTS[exchange]}: ${code} ${isEnabled ? 'enabled' : 'disabled'}`;

/** Runs that wait or run already are left alone. */
export const resyncAllText = (exchange: ExchangeName, started: number, enabled: number) =>
  `Resync triggered for ${started} of ${enabled} instruments @ ${exchange}`;

export const nothingToResyncText = (symbol: string) =>
  `${symbol} is made from files: there is nothing to resync. Import a newer file to add its bars.`;

export const resyncText = (symbol: string, exchange: ExchangeName) =>
  `Resync triggered for ${symbol} @ ${exchange}`;
