import { byExchange, type FlatSymbol } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import {
  instrumentOf,
  isLocked,
  isRestricted,
  type LockedInstrument,
  type LockedOutAccount,
  lockReason,
} from './locks.ts';
import { PAYWALL_TEXTS } from './texts.ts';

function row(code: string, locked: boolean): FlatSymbol {
  const exchange = { name: 'A market', value: 'MARKET' };
  const hours = { openingHour: '00:00', closingHour: '24:00', timezone: 'UTC' };
  const rest = { description: '', type: 'stock', assets: [], simulated: true } as const;
  return { code, exchange, ...hours, ...rest, assets: [], locked };
}

function lists(rows: Partial<Record<'FMP' | 'BVG' | 'Bitfinex', FlatSymbol[]>>) {
  const flatSymbolsOf: Partial<Record<string, FlatSymbol[]>> = rows;
  return byExchange((exchange) => ({
    isOffline: false,
    flatSymbols: flatSymbolsOf[exchange] ?? [],
    pairs: {},
  }));
}

const CLOSED = lists({
  FMP: [row('BTCUSD', false), row('AAPL', true)],
  BVG: [row('WEAT', true)],
  Bitfinex: [row('BTC/USD', true)],
});

test('a user who sees only the free instrument is restricted, one who sees another is not', () => {
  expect(isRestricted(CLOSED)).toBe(true);
  expect(isRestricted({ ...CLOSED, BVG: lists({ BVG: [row('WEAT', false)] }).BVG })).toBe(false);
});

test('missing lists, or lists of the free instrument alone, restrict nobody', () => {
  expect(isRestricted(undefined)).toBe(false);
  expect(isRestricted(lists({ FMP: [row('BTCUSD', false)] }))).toBe(false);
});

test('a symbol is locked if its row is, however its pair is written, or if it has no row', () => {
  expect(isLocked({ exchange: 'FMP', code: 'BTCUSD' }, CLOSED)).toBe(false);
  expect(isLocked({ exchange: 'Bitfinex', code: 'BTCUSD' }, CLOSED)).toBe(true);
  expect(isLocked({ exchange: 'Tiingo', code: 'MSFT' }, CLOSED)).toBe(true);
});

test('a source is locked if all its symbols are, and explained by the first of them', () => {
  expect(isLocked({ exchange: 'FMP', code: null }, CLOSED)).toBe(false);
  expect(isLocked({ exchange: 'BVG', code: null }, CLOSED)).toBe(true);
  const listing = { exchange: 'BVG', code: 'WEAT', listedExchange: 'MARKET' };
  expect(instrumentOf({ exchange: 'BVG', code: null }, CLOSED)).toEqual(listing);
});

const NOW = Date.parse('2026-11-20T12:00:00Z');
const APPLE: LockedInstrument = { exchange: 'FMP', code: 'AAPL', listedExchange: 'NASDAQ' };
const NASPERS: LockedInstrument = { exchange: 'FMP', code: 'NPN.JO', listedExchange: 'JNB' };
const CLASS_SHARE: LockedInstrument = { exchange: 'Tiingo', code: 'BRK.B', listedExchange: 'NYSE' };
const WHEAT: LockedInstrument = { exchange: 'BVG', code: 'WEAT', listedExchange: 'SAFEX' };

const RETAIL: LockedOutAccount = {
  userType: 'retail',
  isSuperAdmin: false,
  isSubUser: false,
  hasPaid: false,
  paymentValidUntil: null,
  parentHasPaid: null,
  parentPaymentValidUntil: null,
  hasSubscriptionOverride: false,
  subscription: null,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  feedAccess: {
    isBVGAllowed: true,
    isFMPAllowed: true,
    isBitfinexAllowed: true,
    isTiingoAllowed: true,
  },
};
const SUBSCRIBER: LockedOutAccount = {
  ...RETAIL,
  subscription: { isActive: true, endDate: null },
};
const COMMERCIAL: LockedOutAccount = {
  ...RETAIL,
  userType: 'commercial',
  permissions: { isDetailedSummaryAllowed: true, isSuffixAllowed: true },
};
const PAID: LockedOutAccount = {
  ...COMMERCIAL,
  hasPaid: true,
  paymentValidUntil: '2026-12-31',
};
const SEAT: LockedOutAccount = {
  ...COMMERCIAL,
  isSubUser: true,
  parentHasPaid: true,
  parentPaymentValidUntil: '2026-12-31',
};
const without = (user: LockedOutAccount, flag: keyof LockedOutAccount['feedAccess']) => ({
  ...user,
  feedAccess: { ...user.feedAccess, [flag]: false },
});

const { commercial, subUser, retail, anonymous } = PAYWALL_TEXTS;
const noBvg = 'Your account does not include the BVG source.';
const noFmp = 'Your account does not include the FMP source.';
const foreign = 'Your account does not include international listings such as NPN.JO.';

test.each<[string, LockedOutAccount | null, LockedInstrument | null, string | null]>([
  ['a visitor', null, APPLE, anonymous],
  ['a retail user without a subscription', RETAIL, APPLE, retail],
  ['the same, of everything', RETAIL, null, retail],
  ['the same, of an international listing', RETAIL, NASPERS, retail],
  ['the same, of a feed that is not allowed', without(RETAIL, 'isBVGAllowed'), WHEAT, retail],
  [
    'a retail user whose subscription was ended',
    { ...RETAIL, subscription: { isActive: false, endDate: null } },
    APPLE,
    retail,
  ],
  [
    'a retail user whose subscription ended by its date',
    { ...RETAIL, subscription: { isActive: true, endDate: '2026-11-20T11:59:59.000Z' } },
    APPLE,
    retail,
  ],
  [
    'a retail user with a payment, which gives nothing',
    { ...RETAIL, hasPaid: true, paymentValidUntil: '2026-12-31' },
    APPLE,
    retail,
  ],
  ['a subscriber, of everything', SUBSCRIBER, null, null],
  ['a subscriber, of a share', SUBSCRIBER, APPLE, null],
  ['a subscriber, of a class of shares', SUBSCRIBER, CLASS_SHARE, null],
  ['a subscriber, of an international listing', SUBSCRIBER, NASPERS, foreign],
  ['a subscriber without the feed', without(SUBSCRIBER, 'isBVGAllowed'), WHEAT, noBvg],
  [
    'a subscriber without the feed of a listing',
    without(SUBSCRIBER, 'isFMPAllowed'),
    NASPERS,
    noFmp,
  ],
  ['a retail user with an override', { ...RETAIL, hasSubscriptionOverride: true }, APPLE, null],
  ['a commercial user who has not paid', COMMERCIAL, APPLE, commercial],
  ['the same, of everything', COMMERCIAL, null, commercial],
  [
    'a commercial user whose payment lapsed',
    { ...PAID, paymentValidUntil: '2026-11-18' },
    APPLE,
    commercial,
  ],
  [
    'a commercial user on the day of leeway',
    { ...PAID, paymentValidUntil: '2026-11-19' },
    APPLE,
    null,
  ],
  [
    'a commercial user with an override, which gives nothing',
    { ...COMMERCIAL, hasSubscriptionOverride: true },
    APPLE,
    commercial,
  ],
  ['a commercial user who paid', PAID, NASPERS, null],
  ['a commercial user who paid, without the feed', without(PAID, 'isBVGAllowed'), WHEAT, noBvg],
  ['a sub-user whose main user has not paid', { ...SEAT, parentHasPaid: false }, APPLE, subUser],
  [
    "a sub-user whose main user's payment lapsed",
    { ...SEAT, parentPaymentValidUntil: '2026-11-18' },
    APPLE,
    subUser,
  ],
  [
    'a sub-user who paid themselves, which gives nothing',
    { ...SEAT, parentHasPaid: false, hasPaid: true, paymentValidUntil: '2026-12-31' },
    APPLE,
    subUser,
  ],
  ['a sub-user of a main user who paid', SEAT, APPLE, null],
  ['the same without the feed', without(SEAT, 'isBVGAllowed'), WHEAT, noBvg],
  [
    'a super admin without anything',
    { ...without(RETAIL, 'isFMPAllowed'), isSuperAdmin: true },
    NASPERS,
    null,
  ],
])('the reason that %s reads: %#', (_who, user, instrument, expected) => {
  expect(lockReason(user, instrument, NOW)).toBe(expected);
});
