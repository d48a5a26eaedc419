import type { Access } from '@moneytrail/contract';

/** The groups of the document, in the order in which a reader needs them. */
const GROUPS = {
  'Market data': 'Exchanges, symbols, bars and prices.',
  'Studies and signals':
    'The summary of a symbol, buy and sell marks, daily signals, and tests of trading rules.',
  'Live stream':
    'A ticket opens the stream, whose messages [the AsyncAPI document](/api/docs/asyncapi.json) describes.',
  'Universal Data Feed':
    'The UDF protocol of charting libraries over the same symbols, bars, marks and prices. Times are seconds. Failures are `{"s": "error"}` with the HTTP status; a locked instrument is unknown here.',
  'Charts storage':
    'The charts storage of TradingView’s charting library, REST API 1.1, for layouts and templates that are kept apart by `client` and `user`, and from those of our own page. Failures have status 200 and `{"status": "error"}`; other sites get 403, callers over their limits 429.',
  'Chart layouts': 'Stored charts with their versions and share links.',
  'Chart templates': 'Stored settings of studies and drawing tools, and keys of commands.',
  Journal: 'Notes on bars and drawings.',
  Watchlists: 'Lists of symbols with their newest prices and figures.',
  Screener: 'Instruments found by their stored figures, and saved screens.',
  Alerts:
    'Alerts on prices, levels, studies and signals, their firings, push messages and webhooks.',
  'Sign-in': 'Sessions, registration, passwords and codes.',
  'API keys': 'Keys for programs, and tokens for the pages of one customer.',
  Account: 'The data and the sessions of the caller.',
  Seats: 'Seats of a commercial account: invites and members.',
  Subscriptions: 'Plans, subscriptions and payments of the caller.',
  Contact: 'The contact form.',
  Service: 'Health, and reports of browsers.',
  'Demo mode': 'Messages that demo mode would have sent. These calls exist only in demo mode.',
  'Administration: users': 'Accounts, for super admins.',
  'Administration: instruments': 'Enabled instruments and their history, for super admins.',
  'Administration: bars': 'Quarantined and imported bars, for super admins.',
  'Administration: operations':
    'Jobs, errors, the audit log and contact messages, for super admins.',
  'Payment notices': 'Notices of the payment providers.',
} as const;

export type Group = keyof typeof GROUPS;

/** The first prefix that fits decides. */
const BY_PATH: readonly (readonly [string, Group])[] = [
  ['/api/data/summary', 'Studies and signals'],
  ['/api/data/marks', 'Studies and signals'],
  ['/api/data/signal-record', 'Studies and signals'],
  ['/api/data/rule-tests', 'Studies and signals'],
  ['/api/data/watch-rows', 'Watchlists'],
  ['/api/data/resolve', 'Watchlists'],
  ['/api/data/screen', 'Screener'],
  ['/api/price-signals', 'Studies and signals'],
  ['/api/data', 'Market data'],
  ['/api/stream', 'Live stream'],
  ['/api/udf', 'Universal Data Feed'],
  ['/api/1.1', 'Charts storage'],
  ['/api/layouts', 'Chart layouts'],
  ['/api/shared-layouts', 'Chart layouts'],
  ['/api/template', 'Chart templates'],
  ['/api/chart-keys', 'Chart templates'],
  ['/api/auth/contact', 'Contact'],
  ['/api/auth', 'Sign-in'],
  ['/api/keys', 'API keys'],
  ['/api/tokens', 'API keys'],
  ['/api/users', 'Account'],
  ['/api/seats', 'Seats'],
  ['/api/paypal', 'Subscriptions'],
  ['/api/subscriptions', 'Subscriptions'],
  ['/api/webhooks/paypal', 'Payment notices'],
  ['/api/webhooks/lemonsqueezy', 'Payment notices'],
  ['/api/webhooks', 'Alerts'],
  ['/api/watchlist', 'Watchlists'],
  ['/api/notes', 'Journal'],
  ['/api/screens', 'Screener'],
  ['/api/alert', 'Alerts'],
  ['/api/push', 'Alerts'],
  ['/api/health', 'Service'],
  ['/api/reports', 'Service'],
  ['/api/demo', 'Demo mode'],
];

const OF_ADMINISTRATORS: readonly (readonly [string, Group])[] = [
  ['/api/users', 'Administration: users'],
  ['/api/data', 'Administration: instruments'],
  ['/api/admin/instruments/bars', 'Administration: bars'],
  ['/api/admin/instruments', 'Administration: instruments'],
  ['/api/schedulers', 'Administration: instruments'],
  ['/api/admin/quarantine', 'Administration: bars'],
  ['/api/admin/imports', 'Administration: bars'],
  ['/api', 'Administration: operations'],
];

export function groupOf({ path, access }: { path: string; access: Access }): Group {
  const groups = access === 'superAdmin' ? OF_ADMINISTRATORS : BY_PATH;
  const found = groups.find(([prefix]) => path.startsWith(prefix));
  if (!found) throw new Error(`No group fits ${path}`);
  return found[1];
}

/** The tags of a document that uses these groups. */
export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  return Object.entries(GROUPS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
