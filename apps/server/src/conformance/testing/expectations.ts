import { randomUUID } from 'node:crypto';
import type * as contract from '@moneytrail/contract';
import { makeAlert } from '../../../../../packages/alerts/src/testing/make-alert.ts';
import { DEVICE_ID } from './people.ts';
import {
  adminOnly,
  alike,
  anothers,
  anybody,
  detailed,
  fullTier,
  mainUser,
  PASSES,
  type Policy,
  payingMainUser,
  retailOnly,
  signedIn,
} from './policies.ts';

/** The names of all endpoints: one without expectations does not compile. */
type EndpointName = {
  [Name in keyof typeof contract]: (typeof contract)[Name] extends { path: string; access: string }
    ? Name
    : never;
}[keyof typeof contract];

type Person = { id: string; sessionId: string; layoutId: string; shareToken: string };

export type Cast = {
  /** The caller; invented for visitors. */
  own: Person;
  /** An unrelated user. */
  other: Person;
  /** New for each call. */
  newEmail: string;
};

export type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

export type Expectation = { what: string; of?: (cast: Cast) => Parts; policy: Policy };

const FOREIGN_PAGES = {
  return_url: 'https://elsewhere.test/',
  cancel_url: 'https://elsewhere.test/',
};
/** Notices are authenticated by their signature; an additional token must be valid. */
const unsigned: Expectation = {
  what: 'what nobody signed',
  of: () => ({ body: { id: 'WH-1' } }),
  policy: (kind) => (anybody(kind) === PASSES ? 'BAD_REQUEST' : anybody(kind)),
};
const DAY_SECONDS = 86_400;
const toTs = Math.floor(Date.now() / 1_000 / DAY_SECONDS) * DAY_SECONDS;
const FREE = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' };
const PAID = { e: 'FMP', fsym: 'AAPL', resolution: '1D' };
const range = { fromTs: String(toTs - 10 * DAY_SECONDS), toTs: String(toTs) };

/** The same request for the free instrument and for a locked one. */
function ofInstruments(
  queryOf: (symbol: typeof FREE) => Record<string, string>,
  policies: { free: Policy; paid: Policy },
): Expectation[] {
  return [
    { what: 'the free instrument', of: () => ({ query: queryOf(FREE) }), policy: policies.free },
    { what: 'a paid instrument', of: () => ({ query: queryOf(PAID) }), policy: policies.paid },
  ];
}

/** The same request for the caller's account, another user's and a missing one. */
function ofAccounts(
  partsOf: (who: Pick<Person, 'id' | 'sessionId'>) => Parts,
  policies: { own: Policy; other: Policy; missing?: Policy },
): Expectation[] {
  const nobody = { id: 'nobody', sessionId: 'none' };
  return [
    { what: 'oneself', of: ({ own }) => partsOf(own), policy: policies.own },
    { what: 'somebody else', of: ({ other }) => partsOf(other), policy: policies.other },
    {
      what: 'nobody',
      of: () => partsOf(nobody),
      policy: policies.missing ?? anothers('NOT_FOUND'),
    },
  ];
}

const withId = (body?: Record<string, unknown>) => (who: Pick<Person, 'id'>) => ({
  params: { id: who.id },
  ...(body === undefined ? {} : { body }),
});
const deciding = {
  own: adminOnly('FORBIDDEN'),
  other: adminOnly(),
  missing: adminOnly('NOT_FOUND'),
};
const managing = { own: adminOnly(), other: adminOnly(), missing: adminOnly('NOT_FOUND') };
const seating = {
  own: payingMainUser('NOT_FOUND'),
  other: payingMainUser('NOT_FOUND'),
  missing: payingMainUser('NOT_FOUND'),
};
const phone = { phone: '082 123 4567', phoneCountry: 'ZA' };

/** The same request for the caller's layout and for another user's, which must look missing. */
function ofLayouts(parts: Parts = {}): Expectation[] {
  const of = ({ layoutId }: Person) => ({
    ...parts,
    params: { id: layoutId, ...parts.params },
  });
  return [
    { what: "one's own", of: ({ own }) => of(own), policy: signedIn() },
    {
      what: "somebody else's",
      of: ({ other }) => of(other),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ];
}
const template = { of: 'studies', name: 'Morning' };
const layoutData = { name: 'Noon', symbol: 'FMP:BTCUSD', resolution: '1D', content: '{"a":1}' };

const symbolSearch: Expectation = {
  what: 'a text',
  of: () => ({ query: { symbol: 'gold' } }),
  policy: adminOnly(),
};
const togglingNothing: Expectation = {
  what: 'no change',
  of: () => ({ body: { codesToEnable: [], codesToDisable: [] } }),
  policy: adminOnly(),
};
const ofNoBar: Expectation = {
  what: 'a bar that is not kept back',
  of: () => ({
    body: {
      exchange: 'FMP',
      symbol: 'BTCUSD',
      resolution: '1D',
      timeMs: 0,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
    },
  }),
  policy: adminOnly('NOT_FOUND'),
};
const ofNoInstrument: Expectation = {
  what: 'an instrument that is not there',
  of: () => ({ body: { symbol: 'NOTHING', exchange: 'FMP' } }),
  policy: adminOnly('NOT_FOUND'),
};

const NO_FILE = '00000000-0000-4000-8000-000000000000';
const ofNoFile: Expectation = {
  what: 'a file that does not exist',
  of: () => ({ params: { id: NO_FILE } }),
  policy: adminOnly('NOT_FOUND'),
};

/** The expected outcomes of every endpoint for every kind of caller. */
/** Something of nobody with a number. */
const ofNumber: Expectation = {
  what: 'one that is not theirs',
  of: () => ({ params: { id: '999999' } }),
  policy: signedIn(alike('NOT_FOUND')),
};

const watchlistData = {
  name: 'Morning',
  colour: null,
  entries: [{ kind: 'symbol', symbol: 'FMP:BTCUSD', flag: null }],
};

const screenData = {
  name: 'Tight',
  columns: ['close'],
  question: {
    resolution: '1D',
    join: 'and',
    groups: [],
    sort: { by: 'symbol', direction: 'ascending' },
  },
};
const noteData = { symbol: 'FMP:BTCUSD', resolution: '1D', barMs: 0, drawing: null, text: 'Seen' };

const ruleTestOn = (symbol: string) => ({
  symbols: [symbol],
  rule: {
    resolution: '1D',
    long: { conditions: [{ kind: 'price', is: 'crossesUp', value: 1 }], joined: { kind: 'and' } },
    short: null,
    exit: { isOpposite: false, level: null, stop: null, target: null, bars: 5 },
    costs: { spread: { kind: 'fixed', percent: 0.1 }, commissionPercent: 0 },
    size: { kind: 'share', percent: 100 },
  },
});

const alertOn = (symbol: string) =>
  makeAlert({ symbol, conditions: [{ kind: 'price', is: 'crossesUp', value: 1e6 }] });

export const EXPECTATIONS = {
  getLiveness: [{ what: 'the process', policy: anybody }],
  getReadiness: [{ what: 'the process', policy: anybody }],
  getFeedHealth: [{ what: 'the feeds', policy: anybody }],
  getDemoMailbox: [{ what: 'the demo mailbox', policy: anybody }],

  login: [
    {
      what: 'an unknown address',
      of: ({ newEmail: username }) => ({
        body: { username, password: 'Wrong-1-pass', deviceId: DEVICE_ID },
      }),
      policy: alike('INVALID_CREDENTIALS'),
    },
  ],
  logout: [{ what: 'any device', of: () => ({ body: { deviceId: DEVICE_ID } }), policy: alike() }],
  register: [
    {
      what: 'a new address',
      of: ({ newEmail: email }) => ({
        body: {
          firstName: 'Ana',
          lastName: 'Botha',
          email,
          password: 'Gr1ffin-Rock',
          dateOfBirth: '1990-01-01',
          gender: 'Female',
          userType: 'retail',
          ...phone,
        },
      }),
      policy: alike(),
    },
  ],
  refreshSession: [
    {
      what: 'without a cookie',
      of: () => ({ body: { deviceId: DEVICE_ID } }),
      policy: alike('UNAUTHORIZED'),
    },
  ],
  forgotPassword: [
    {
      what: 'any address',
      of: ({ newEmail: email }) => ({ body: { email } }),
      policy: alike(),
    },
  ],
  resetPassword: [
    {
      what: 'a link that was never sent',
      of: () => ({ body: { token: 'x'.repeat(43), newPassword: 'Gr1ffin-Rock' } }),
      policy: alike('RESET_TOKEN_INVALID'),
    },
  ],
  confirmEmail: [
    {
      what: 'a link that was never sent',
      of: () => ({ body: { token: 'x'.repeat(43) } }),
      policy: alike('CONFIRM_TOKEN_INVALID'),
    },
  ],
  resendConfirmation: [
    {
      what: 'any address',
      of: ({ newEmail: email }) => ({ body: { email } }),
      policy: alike(),
    },
  ],
  correctPhone: [
    {
      what: 'an address without an account',
      of: ({ newEmail: username }) => ({
        body: { username, password: 'Gr1ffin-Rock', deviceId: DEVICE_ID, ...phone },
      }),
      policy: alike('INVALID_CREDENTIALS'),
    },
  ],
  sendContactMessage: [
    {
      what: 'a message',
      of: ({ newEmail: email }) => ({
        body: {
          name: 'Ana Botha',
          email,
          phone: '+27821234567',
          message: 'Which exchanges are there?',
          website: '',
          fillMs: 5_000,
        },
      }),
      policy: alike(),
    },
  ],
  sendOtp: [
    {
      what: 'any address',
      of: ({ newEmail: username }) => ({ body: { username } }),
      policy: alike(),
    },
  ],
  requestRecovery: [
    {
      what: 'any address',
      of: ({ newEmail: username }) => ({ body: { username } }),
      policy: alike(),
    },
  ],
  verifyOtp: [
    {
      what: 'without a pending number',
      of: ({ newEmail: username }) => ({ body: { username, code: '123456' } }),
      policy: signedIn(alike('INVALID_CODE')),
    },
  ],

  getAccount: [{ what: 'oneself', policy: signedIn() }],
  changePassword: ofAccounts(
    withId({ currentPassword: 'Wrong-1-pass', newPassword: 'Gr1ffin-Rock' }),
    { own: signedIn(alike('BAD_REQUEST')), other: anothers('NOT_FOUND') },
  ),
  updateUser: ofAccounts(withId(phone), { own: signedIn(), other: anothers() }),
  listSessions: ofAccounts(withId(), { own: signedIn(), other: anothers() }),
  endAllSessions: ofAccounts(withId(), { own: signedIn(), other: anothers() }),
  endSession: [
    ...ofAccounts(({ id, sessionId }) => ({ params: { id, sessionId } }), {
      own: signedIn(),
      other: anothers(),
    }),
    {
      what: "somebody else's session under one's own name",
      of: ({ own, other }) => ({ params: { id: own.id, sessionId: other.sessionId } }),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ],
  approveUser: ofAccounts(withId(), deciding),
  setUserAccess: ofAccounts(withId({ accessRevoked: false }), deciding),
  deleteUser: ofAccounts(withId(), deciding),
  rejectUser: ofAccounts(withId({ reason: 'Unknown' }), {
    ...deciding,
    other: adminOnly('CONFLICT'),
  }),
  restoreUser: ofAccounts(withId(), managing),
  sendUserConfirmation: ofAccounts(withId(), managing),
  sendUserPasswordReset: ofAccounts(withId(), managing),
  getUserDetails: ofAccounts(withId(), managing),
  getUserSeats: ofAccounts(withId(), managing),
  listUserPayments: ofAccounts(withId(), { ...managing, missing: adminOnly() }),
  listUsers: [{ what: 'everybody', policy: adminOnly() }],
  getUser: ofAccounts(withId(), managing),
  setUserPayment: ofAccounts(withId({ hasPaid: false, paymentDetails: 'By invoice' }), managing),
  setUserOverride: ofAccounts(withId({ hasSubscriptionOverride: false }), {
    ...managing,
    own: adminOnly('CONFLICT'),
  }),
  setUserPermission: ofAccounts(withId({ isSuffixAllowed: true }), managing),
  setUserFeedAccess: ofAccounts(withId({ isBVGAllowed: true }), managing),

  listContactMessages: [{ what: 'the messages', policy: adminOnly() }],
  setContactMessageState: [
    {
      what: 'a message that is not there',
      of: () => ({ params: { id: 'none' }, body: { isRead: true, isAnswered: false } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  deleteContactMessage: [
    {
      what: 'a message that is not there',
      of: () => ({ params: { id: 'none' } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  listErrors: [{ what: 'the error log', policy: adminOnly() }],
  reportBrowserError: [
    {
      what: 'a failure of a page',
      of: () => ({ body: { kind: 'error', message: 'x is undefined', route: '/dashboard' } }),
      policy: anybody,
    },
  ],
  reportContentPolicy: [
    { what: 'a report', of: () => ({ body: { 'csp-report': {} } }), policy: anybody },
  ],
  listJobs: [{ what: 'the queues', policy: adminOnly() }],
  runJob: [
    {
      what: 'a job that is not there',
      of: () => ({ body: { job: 'none.at-all' } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  retryJob: [
    {
      what: 'a job that is not there',
      of: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  checkAudit: [{ what: 'a check', policy: adminOnly() }],
  getAuditCheck: [{ what: 'the last check', policy: adminOnly() }],
  listAudit: [{ what: 'the record', of: () => ({ query: { action: 'x' } }), policy: adminOnly() }],
  listExchangeInstruments: [{ what: 'all exchanges', policy: adminOnly() }],
  listBvgInstruments: [{ what: 'the list', policy: adminOnly() }],
  searchFmpSymbols: [symbolSearch],
  listBitfinexSymbols: [{ what: 'the list', policy: adminOnly() }],
  searchTiingoSymbols: [symbolSearch],
  updateBvgInstruments: [togglingNothing],
  updateFmpSymbols: [togglingNothing],
  updateBitfinexSymbols: [togglingNothing],
  updateTiingoSymbols: [togglingNothing],
  getCoverage: [
    {
      what: 'a year',
      of: () => ({ query: { exchange: 'FMP', symbol: 'BTCUSD', resolution: '1', year: '2026' } }),
      policy: adminOnly(),
    },
    {
      what: 'a year of an instrument that is not there',
      of: () => ({ query: { exchange: 'FMP', symbol: 'NOTHING', resolution: '1', year: '2026' } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  listQuarantinedBars: [{ what: 'all bars', policy: adminOnly() }],
  acceptQuarantinedBar: [ofNoBar],
  getQuarantineEvidence: [{ ...ofNoBar, what: 'any bar', policy: adminOnly() }],
  rejectQuarantinedBar: [ofNoBar],
  undoQuarantineDecision: [ofNoBar],
  listBackfills: [{ what: 'all instruments', policy: adminOnly() }],
  startBackfill: [ofNoInstrument],
  beginImport: [
    {
      what: 'a file',
      of: () => ({ body: { name: 'bars.csv', sizeBytes: 10 } }),
      policy: adminOnly(),
    },
  ],
  sendImportPart: [
    {
      what: 'a part of a file that does not exist',
      of: () => ({ params: { id: NO_FILE, part: '0' }, body: {} }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  planImportedFile: [
    {
      what: 'a file that does not exist',
      of: () => ({
        params: { id: NO_FILE },
        body: {
          code: 'GOLD',
          description: 'Gold',
          type: 'commodity',
          marketHours: 'metals',
          access: 'signedIn',
        },
      }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  storeImportedFile: [ofNoFile],
  getImport: [ofNoFile],
  dropImport: [{ ...ofNoFile, policy: adminOnly() }],
  updateImportedInstrument: [
    {
      what: 'no imported instrument',
      of: () => ({ params: { code: 'NOPE' }, body: { access: 'signedIn' } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  exportStoredBars: [
    {
      what: 'bars of no instrument',
      of: () => ({ query: { exchange: 'FMP', symbol: 'NOPE', resolution: '1D' } }),
      policy: adminOnly('NOT_FOUND'),
    },
  ],
  startAllBackfills: [
    {
      // Any other would read years of history beside the tests.
      what: 'an exchange without a vendor',
      of: () => ({ body: { exchange: 'Imported' } }),
      policy: adminOnly('CONFLICT'),
    },
  ],
  cancelBackfill: [ofNoInstrument],
  createSeatInvite: [{ what: 'an invite', policy: payingMainUser() }],
  listSeatInvites: [{ what: "one's invites", policy: mainUser() }],
  checkSeatInvite: [
    {
      what: 'a link that was never given',
      of: () => ({ query: { token: 'x'.repeat(43) } }),
      policy: anybody,
    },
  ],
  getSeatSummary: [{ what: "one's seats", policy: mainUser() }],
  listSubUsers: [{ what: "one's sub-users", policy: mainUser() }],
  revokeSeatInvite: [
    {
      what: 'an invite of nobody',
      of: () => ({ params: { id: 'nobody' } }),
      policy: payingMainUser('NOT_FOUND'),
    },
  ],
  revokeSubUser: ofAccounts(withId(), seating),
  restoreSubUser: ofAccounts(withId(), seating),
  getAllExchanges: [{ what: 'the list', policy: signedIn() }],
  getPreviewExchanges: [{ what: 'the list', policy: anybody }],
  searchSymbols: [{ what: 'a text', of: () => ({ query: { query: 'btc' } }), policy: anybody }],
  getQuotes: [
    {
      what: 'two symbols',
      of: () => ({ query: { symbols: 'FMP:BTCUSD,FMP:AAPL' } }),
      policy: signedIn(),
    },
  ],
  resolveSymbols: [
    {
      what: 'two words',
      of: () => ({ body: { words: ['BTC/USD', 'nothing'] } }),
      policy: signedIn(),
    },
  ],
  readWatchRows: [
    {
      what: 'two symbols',
      of: () => ({ body: { symbols: ['FMP:BTCUSD', 'FMP:AAPL'], resolution: '60' } }),
      policy: signedIn(),
    },
  ],
  getSymbol: ofInstruments(({ e, fsym }) => ({ symbol: `${e}:${fsym}` }), {
    free: anybody,
    paid: fullTier,
  }),
  getSymbolOverview: ofInstruments(({ e, fsym }) => ({ symbol: `${e}:${fsym}` }), {
    free: signedIn(),
    paid: signedIn(fullTier),
  }),
  getHistory: ofInstruments((symbol) => ({ ...symbol, ...range }), {
    free: anybody,
    paid: fullTier,
  }),
  getMarks: ofInstruments((symbol) => ({ ...symbol, ...range }), {
    free: anybody,
    paid: fullTier,
  }),
  getSummary: ofInstruments((symbol) => symbol, {
    free: detailed(anybody),
    paid: detailed(fullTier),
  }),
  listPriceSignals: [{ what: 'the cards', policy: signedIn() }],
  getPriceSignal: ofInstruments(({ e, fsym }) => ({ symbol: `${e}:${fsym}` }), {
    free: signedIn(),
    paid: signedIn(fullTier),
  }),
  getSignalRecord: ofInstruments(
    ({ e, fsym }) => ({ symbol: `${e}:${fsym}`, resolution: '1D', source: 'computed' }),
    { free: signedIn(), paid: signedIn(fullTier) },
  ),
  startRuleTest: [
    // Once for each caller, who has one test at a time.
    {
      what: 'on a paid instrument',
      of: () => ({ body: ruleTestOn('FMP:AAPL') }),
      policy: signedIn(fullTier),
    },
  ],
  listRuleTests: [{ what: "one's own", policy: signedIn() }],
  getRuleTest: [ofNumber],
  removeRuleTest: [ofNumber],
  listTemplates: [
    { what: "one's own", of: () => ({ query: { of: 'studies' } }), policy: signedIn() },
  ],
  getTemplate: [
    { what: "one's own", of: () => ({ query: template }), policy: signedIn() },
    {
      what: 'one that is not there',
      of: () => ({ query: { ...template, name: 'Noon' } }),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ],
  saveTemplate: [
    {
      what: 'a template',
      of: () => ({ body: { ...template, content: '{}' } }),
      policy: signedIn(),
    },
  ],
  deleteTemplate: [{ what: 'a template', of: () => ({ query: template }), policy: signedIn() }],
  listLayouts: [{ what: "one's own", policy: signedIn() }],
  createLayout: [
    {
      what: 'a layout',
      of: () => ({ body: { key: randomUUID(), ...layoutData } }),
      policy: signedIn(),
    },
  ],
  getLayout: ofLayouts(),
  saveLayout: ofLayouts({ body: { baseRevision: 1, ...layoutData } }),
  deleteLayout: ofLayouts(),
  listLayoutVersions: ofLayouts(),
  getLayoutVersion: ofLayouts({ params: { revision: '1' } }),
  shareLayout: ofLayouts({ body: { content: '{"a":1}' } }),
  endLayoutShare: ofLayouts(),
  getSharedLayout: [
    {
      what: "somebody else's link",
      of: ({ other }) => ({ params: { token: other.shareToken } }),
      policy: anybody,
    },
    {
      what: 'a link that leads nowhere',
      of: () => ({ params: { token: 'x'.repeat(43) } }),
      policy: (kind) => (anybody(kind) === PASSES ? 'NOT_FOUND' : anybody(kind)),
    },
  ],
  listWatchlists: [{ what: "one's own", policy: signedIn() }],
  createWatchlist: [
    {
      what: 'a list',
      of: () => ({ body: { key: randomUUID(), ...watchlistData } }),
      policy: signedIn(),
    },
  ],
  saveWatchlist: [
    {
      ...ofNumber,
      of: () => ({ params: { id: '999999' }, body: { baseRevision: 1, ...watchlistData } }),
    },
  ],
  deleteWatchlist: [ofNumber],
  orderWatchlists: [
    { what: 'lists of nobody', of: () => ({ body: { ids: [999_999] } }), policy: signedIn() },
  ],
  screenInstruments: [
    {
      what: 'all instruments',
      of: () => ({ body: { question: screenData.question } }),
      policy: detailed(anybody),
    },
  ],
  listScreens: [{ what: "one's own", policy: signedIn() }],
  createScreen: [
    {
      what: 'a new one',
      of: () => ({ body: { key: randomUUID(), ...screenData } }),
      policy: signedIn(),
    },
  ],
  saveScreen: [
    {
      ...ofNumber,
      of: () => ({ params: { id: '999999' }, body: { baseRevision: 1, ...screenData } }),
    },
  ],
  deleteScreen: [ofNumber],
  getChartKeys: [{ what: "one's own", policy: signedIn() }],
  saveChartKeys: [
    {
      what: "one's own",
      of: () => ({ body: { baseRevision: 0, keys: [{ command: 'reset', keys: 'Alt+KeyQ' }] } }),
      policy: signedIn(),
    },
  ],
  listNotes: [{ what: "one's own", policy: signedIn() }],
  createNote: [
    {
      what: 'a new one',
      of: () => ({ body: { key: randomUUID(), ...noteData } }),
      policy: signedIn(),
    },
  ],
  saveNote: [
    {
      ...ofNumber,
      of: () => ({ params: { id: '999999' }, body: { baseRevision: 1, text: 'Seen' } }),
    },
  ],
  deleteNote: [ofNumber],
  listAlerts: [{ what: "one's own", policy: signedIn() }],
  createAlert: [
    {
      what: 'on the free instrument',
      of: () => ({ body: { key: randomUUID(), ...alertOn('FMP:BTCUSD') } }),
      policy: signedIn(),
    },
    {
      what: 'on a paid instrument',
      of: () => ({ body: { key: randomUUID(), ...alertOn('FMP:AAPL') } }),
      policy: signedIn(fullTier),
    },
  ],
  changeAlert: [
    {
      what: 'an alert of nobody',
      of: () => ({
        params: { id: '999999' },
        body: { revision: 1, ...alertOn('FMP:BTCUSD') },
      }),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ],
  setAlerts: [
    {
      what: 'alerts of nobody',
      of: () => ({ body: { ids: [999_999], to: { kind: 'paused' } } }),
      policy: signedIn(),
    },
  ],
  listAlertFirings: [{ what: "one's own", policy: signedIn() }],
  seeAlertFirings: [{ what: "one's own", of: () => ({ body: { upTo: 1 } }), policy: signedIn() }],
  resendAlertFiring: [ofNumber],
  listWebhooks: [{ what: "one's own", policy: signedIn() }],
  createWebhook: [
    {
      what: 'to a public address',
      of: () => ({ body: { name: 'Desk', url: 'https://hooks.example/in' } }),
      policy: signedIn(),
    },
    {
      what: 'to an address inside',
      of: () => ({ body: { name: 'Desk', url: 'https://169.254.169.254/latest' } }),
      policy: signedIn(alike('BAD_REQUEST')),
    },
  ],
  rotateWebhook: [ofNumber],
  enableWebhook: [
    { ...ofNumber, of: () => ({ params: { id: '999999' }, body: { isEnabled: true } }) },
  ],
  deleteWebhook: [ofNumber],
  testWebhook: [ofNumber],
  listWebhookAttempts: [ofNumber],
  getPushKey: [{ what: 'the key', policy: signedIn() }],
  addPushSubscription: [
    {
      what: 'a browser',
      of: () => ({
        body: { endpoint: 'https://push.example/1', keys: { p256dh: 'x', auth: 'y' } },
      }),
      policy: signedIn(),
    },
  ],
  checkPushSubscription: [
    {
      what: 'a browser of nobody',
      of: () => ({ body: { endpoint: 'https://push.example/2' } }),
      policy: signedIn(),
    },
  ],
  removePushSubscription: [
    {
      what: 'a browser of nobody',
      of: () => ({ body: { endpoint: 'https://push.example/2' } }),
      policy: signedIn(),
    },
  ],
  createStreamTicket: [{ what: 'a ticket', policy: anybody }],
  listApiKeys: [{ what: "one's own", policy: signedIn() }],
  createApiKey: [
    {
      what: 'a key',
      of: () => ({ body: { name: 'Report', scopes: ['prices:read'] } }),
      policy: signedIn((kind) => (fullTier(kind) === PASSES ? PASSES : 'FORBIDDEN')),
    },
  ],
  rotateApiKey: [
    {
      what: 'a key that is not theirs',
      of: () => ({ params: { id: 'nobodys' } }),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ],
  revokeApiKey: [
    {
      what: 'a key that is not theirs',
      of: () => ({ params: { id: 'nobodys' } }),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ],
  createToken: [
    {
      what: 'a token without a key',
      of: () => ({ body: { user: 'customer-1' } }),
      policy: signedIn(alike('FORBIDDEN')),
    },
  ],
  listPlans: [{ what: 'what is sold', policy: signedIn() }],
  startSubscription: [
    {
      what: 'a page of somebody else to come back to',
      of: () => ({ body: { plan_id: 'x', interval: 'MONTH', ...FOREIGN_PAGES } }),
      policy: retailOnly('BAD_REQUEST'),
    },
  ],
  confirmSubscription: [
    {
      what: 'a subscription that is not theirs',
      of: () => ({ body: { subscription_id: 'I-NOBODYS' } }),
      policy: signedIn(alike('NOT_FOUND')),
    },
  ],
  cancelSubscription: [
    { what: 'a subscription they do not have', policy: signedIn(alike('CONFLICT')) },
  ],
  resumeSubscription: [{ what: 'a cancellation they do not have', policy: retailOnly('CONFLICT') }],
  upgradeSubscription: [
    {
      what: 'a page of somebody else to come back to',
      of: () => ({ body: { subscriptionId: 'x', ...FOREIGN_PAGES } }),
      policy: retailOnly('BAD_REQUEST'),
    },
  ],
  findPaymentMethodPage: [{ what: 'the page of their own', policy: signedIn() }],
  listPayments: [{ what: 'their own', policy: signedIn() }],
  receivePaypalEvent: [unsigned],
  receiveLemonEvent: [unsigned],
} satisfies Record<EndpointName, Expectation[]>;
