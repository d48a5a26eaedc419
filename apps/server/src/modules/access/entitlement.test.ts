import {
  type ExchangeName,
  FEED_EXCHANGES,
  type ImportAccess,
  parseSymbol,
} from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AccessInstrument,
  type AccessUser,
  assertEntitled,
  type Entitlement,
  entitlement,
  hasPermission,
} from './entitlement.ts';
import { DISGUISES, spelling } from './testing/spellings.ts';
import { makeAccessUser } from './testing/users.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

function instrument(exchange: ExchangeName, code: string, listedExchange = ''): AccessInstrument {
  return { exchange, code, listedExchange: { value: listedExchange } };
}

const FREE = instrument('FMP', 'BTCUSD', 'CRYPTO');
const STOCK = instrument('FMP', 'AAPL', 'NASDAQ');
const LISTING = instrument('FMP', 'NPN.JO', 'JNB');
const CLASS_SHARE = instrument('Tiingo', 'BRK.B', 'NYSE');
const FUTURE = instrument('BVG', 'WMAZ-2026-12', 'SAFEX');

const none = {
  isBVGAllowed: false,
  isFMPAllowed: false,
  isBitfinexAllowed: false,
  isTiingoAllowed: false,
};
const withSuffix = { isDetailedSummaryAllowed: false, isSuffixAllowed: true };
const subscriber = makeAccessUser({ subscription: { isActive: true, endDate: null } });
const { permissions, feedAccess } = subscriber;
const paid = { hasPaid: true, paymentValidUntil: '2026-06-01' };
const seat = makeAccessUser({
  userType: 'commercial',
  isSubUser: true,
  permissions: withSuffix,
  parent: { ...paid, permissions, feedAccess: { ...feedAccess, isBVGAllowed: false } },
});

const yes: Entitlement = { allowed: true };
const locked = (reason: 'tier' | 'feed' | 'suffix'): Entitlement => ({ allowed: false, reason });

test.each<[string, AccessUser | null, AccessInstrument, Entitlement]>([
  ['an anonymous visitor, the free instrument', null, FREE, yes],
  ['an anonymous visitor, a stock', null, STOCK, locked('tier')],
  [
    'an anonymous visitor, BTCUSD of Bitfinex',
    null,
    instrument('Bitfinex', 'BTCUSD'),
    locked('tier'),
  ],
  ['an anonymous visitor, another code of FMP', null, instrument('FMP', 'BTCUSDT'), locked('tier')],
  ['a user without a plan, the free instrument', makeAccessUser(), FREE, yes],
  ['a user without a plan, a future', makeAccessUser(), FUTURE, locked('tier')],
  [
    'a user without a plan and feeds, the free instrument',
    makeAccessUser({ feedAccess: none }),
    FREE,
    yes,
  ],
  ['a subscriber, a stock', subscriber, STOCK, yes],
  ['a subscriber, a future', subscriber, FUTURE, yes],
  ['a subscriber, an international listing', subscriber, LISTING, locked('suffix')],
  ['a subscriber, a class of shares with a dot', subscriber, CLASS_SHARE, yes],
  [
    'a subscriber with the permission, an international listing',
    { ...subscriber, permissions: withSuffix },
    LISTING,
    yes,
  ],
  [
    'a subscriber without the feed, a stock',
    { ...subscriber, feedAccess: { ...feedAccess, isFMPAllowed: false } },
    STOCK,
    locked('feed'),
  ],
  [
    'a subscriber without the feed, the free instrument',
    { ...subscriber, feedAccess: none },
    FREE,
    yes,
  ],
  [
    'a subscriber without feed and suffix',
    { ...subscriber, feedAccess: none },
    LISTING,
    locked('feed'),
  ],
  ['a seat, a stock', seat, STOCK, yes],
  ['a seat, a feed its main account lacks', seat, FUTURE, locked('feed')],
  ['a seat with the suffix its main account lacks', seat, LISTING, locked('suffix')],
  [
    'a super admin without any flag',
    makeAccessUser({ isSuperAdmin: true, feedAccess: none }),
    LISTING,
    yes,
  ],
])('%s', (_case, user, asked, expected) => {
  expect(entitlement(user, asked, NOW)).toEqual(expected);
});

test.each(FEED_EXCHANGES)('the flag of %s opens its instruments and no others', (exchange) => {
  const user = { ...subscriber, feedAccess: { ...none, [`is${exchange}Allowed`]: true } };
  const open = FEED_EXCHANGES.filter(
    (name) => entitlement(user, instrument(name, 'X'), NOW).allowed,
  );
  expect(open).toEqual([exchange]);
});

const imported = (importAccess: ImportAccess) => ({
  ...instrument('Imported', 'GOLD'),
  importAccess,
});
const onlyFmp = { ...subscriber, feedAccess: { ...none, isFMPAllowed: true } };
const newcomer = makeAccessUser({});

test.each<[string, AccessUser | null, ImportAccess, Entitlement]>([
  ['a visitor, an instrument for everybody who is signed in', null, 'signedIn', locked('tier')],
  ['somebody without a plan, the same', newcomer, 'signedIn', yes],
  ['somebody without a plan, one for full access', newcomer, 'fullAccess', locked('tier')],
  [
    'a subscriber without any source, the same',
    { ...subscriber, feedAccess: none },
    'fullAccess',
    yes,
  ],
  ['a subscriber with FMP, one for those with FMP', onlyFmp, 'FMP', yes],
  ['a subscriber with FMP, one for those with the BVG', onlyFmp, 'BVG', locked('feed')],
  ['somebody without a plan, one for those with FMP', newcomer, 'FMP', locked('tier')],
  ['a seat whose main account lacks the BVG', seat, 'BVG', locked('feed')],
  ['a super admin', makeAccessUser({ isSuperAdmin: true, feedAccess: none }), 'BVG', yes],
])('imported: %s', (_case, user, access, expected) => {
  expect(entitlement(user, imported(access), NOW)).toEqual(expected);
});

test('every lock sounds the same', () => {
  expect(() => assertEntitled(null, STOCK, NOW)).toThrow('Source locked');
  expect(() => assertEntitled(subscriber, LISTING, NOW)).toThrow(
    expect.objectContaining({ code: 'SOURCE_LOCKED', status: 403, message: 'Source locked' }),
  );
});

test('the detailed summary needs its permission, the main account one for a seat', () => {
  const withSummary = { isDetailedSummaryAllowed: true, isSuffixAllowed: false };
  const parent = { ...paid, feedAccess, permissions: withSummary };
  const mayRead = (user: AccessUser) => hasPermission(user, 'isDetailedSummaryAllowed');
  expect(mayRead({ ...subscriber, permissions: withSummary })).toBe(true);
  expect(mayRead({ ...seat, parent })).toBe(true);
  expect(mayRead(makeAccessUser({ isSuperAdmin: true }))).toBe(true);
  expect([subscriber, { ...seat, permissions: withSummary }].map(mayRead)).toEqual([false, false]);
});

test('C41: no spelling takes a restricted user to another instrument', () => {
  fc.assert(
    fc.property(spelling, (text) => {
      const parsed = parseSymbol(text);
      if (!parsed.ok) return;
      const { exchange = 'FMP', code } = parsed.symbol;
      const isOpen = entitlement(makeAccessUser(), instrument(exchange, code), NOW).allowed;
      expect(isOpen).toBe(exchange === 'FMP' && code === 'BTCUSD');
    }),
    { numRuns: 1_000 },
  );
});

test('C41: padding, case, width and a slash do not change the symbol', () => {
  const harmless = DISGUISES.filter((disguise) => disguise(':') !== '%3A');
  const disguises = fc.array(fc.constantFrom(...harmless), { maxLength: 4 });
  const notations = fc.constantFrom('FMP:BTCUSD', 'BTCUSD.FMP', 'FMP:BTC/USD');
  fc.assert(
    fc.property(notations, disguises, (notation, chosen) => {
      const parsed = parseSymbol(
        chosen.reduce<string>((text, disguise) => disguise(text), notation),
      );
      expect(parsed).toMatchObject({ ok: true, symbol: { exchange: 'FMP', code: 'BTCUSD' } });
    }),
    { numRuns: 1_000 },
  );
});
