export const paths = {
  home: '/',
  education: '/educational',
  contact: '/#contact',
  plans: '/#plans',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  /** A shared chart, as visitors see it. */
  shared: '/shared/$token',
  termsOfService: '/terms-of-service',
  privacyPolicy: '/privacy-policy',
  /** Served by the server, outside the application. */
  apiDocs: '/api/docs',
  dashboard: '/dashboard',
  liveChart: '/dashboard/live-chart',
  priceSignals: '/dashboard/price-signals',
  signalRecord: '/dashboard/signals',
  ruleTest: '/dashboard/rule-test',
  screener: '/dashboard/screener',
  users: '/dashboard/users',
  /** One user, over the table. */
  user: '/dashboard/users/$userId',
  instruments: '/dashboard/instruments',
  errors: '/dashboard/errors',
  audit: '/dashboard/audit',
  jobs: '/dashboard/jobs',
  messages: '/dashboard/messages',
  profile: '/dashboard/profile',
  receipt: '/dashboard/receipts/$receiptNumber',
  /** Demo mode only. */
  demoMailbox: '/outbox',
} as const;

/** Shown in the top bar. */
export const PAGE_TITLES = {
  [paths.liveChart]: 'Live Chart',
  [paths.priceSignals]: 'Price Signals',
  [paths.signalRecord]: 'Signal Record',
  [paths.ruleTest]: 'Test a Rule',
  [paths.screener]: 'Screener',
  [paths.profile]: 'Profile',
  [paths.users]: 'Manage Users',
  [paths.instruments]: 'All Exchanges',
  [paths.errors]: 'View Errors',
  [paths.audit]: 'Audit Log',
  [paths.jobs]: 'Jobs',
  [paths.messages]: 'Contact Messages',
} as const;
