import {
  type Account,
  EXCHANGES,
  type ExchangeEntry,
  type ExchangeName,
  exchangeSuffixOf,
  type FlatSymbol,
  isPaid,
  isSubscribed,
} from '@moneytrail/contract';
import { type PaidAccount, paymentOf } from '../../../lib/payment-of.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { PAYWALL_TEXTS } from './texts.ts';

/** Every source with its symbols, each locked or not; undefined while they are read. */
export type SymbolLists = Record<ExchangeName, ExchangeEntry> | undefined;

/** A locked symbol that somebody chose, or a locked source: then `code` is null. */
export type LockedChoice = {
  exchange: ExchangeName;
  code: string | null;
  /** Makes the same choice again, once it is unlocked. */
  retry: () => void;
};

type Chosen = Pick<LockedChoice, 'exchange' | 'code'>;

function rowsOf({ exchange, code }: Chosen, lists: SymbolLists): readonly FlatSymbol[] {
  const rows = lists?.[exchange]?.flatSymbols ?? [];
  return code === null ? rows : rows.filter((row) => isSameTicker(row.code, code));
}

/** Whether a choice is locked by the lists; what they do not hold is, as it was refused. */
export function isLocked(choice: Chosen, lists: SymbolLists): boolean {
  return rowsOf(choice, lists).every(({ locked }) => locked);
}

/** The instrument that explains the lock of a choice: of a source, its first one. */
export function instrumentOf(choice: Chosen, lists: SymbolLists): LockedInstrument {
  const [row] = rowsOf(choice, lists);
  const { exchange, code } = choice;
  return {
    exchange,
    code: row?.code ?? code ?? '',
    listedExchange: row?.exchange.value ?? '',
  };
}

/** Whether everything is locked but the one instrument that everybody may see. */
export function isRestricted(lists: SymbolLists): boolean {
  const rows = EXCHANGES.flatMap((exchange) =>
    (lists?.[exchange]?.flatSymbols ?? []).filter(
      ({ code }) => exchange !== 'FMP' || code !== 'BTCUSD',
    ),
  );
  return rows.length > 0 && rows.every(({ locked }) => locked);
}

/** What of an account explains a lock. */
export type LockedOutAccount = PaidAccount &
  Pick<
    Account,
    'userType' | 'isSuperAdmin' | 'hasSubscriptionOverride' | 'permissions' | 'feedAccess'
  > & { subscription: Pick<NonNullable<Account['subscription']>, 'isActive' | 'endDate'> | null };

/** What of an instrument explains a lock; `listedExchange` is empty where it is not known. */
export type LockedInstrument = { exchange: ExchangeName; code: string; listedExchange: string };

function tierReason(user: LockedOutAccount, nowMs: number): string | null {
  if (user.isSuperAdmin) return null;
  if (user.isSubUser) return isPaid(paymentOf(user), nowMs) ? null : PAYWALL_TEXTS.subUser;
  if (user.userType === 'commercial') {
    return isPaid(paymentOf(user), nowMs) ? null : PAYWALL_TEXTS.commercial;
  }
  return isSubscribed(user, nowMs) ? null : PAYWALL_TEXTS.retail;
}

/**
 * Why an instrument is locked for somebody, null for a visitor; without an instrument, why everything but the free one
 * is. Whether it is locked is decided by the server: this only finds the words, in the order of the server's rules.
 * Null where the account, as it was read last, gives no reason.
 */
export function lockReason(
  user: LockedOutAccount | null,
  instrument: LockedInstrument | null,
  nowMs: number,
): string | null {
  if (!user) return PAYWALL_TEXTS.anonymous;
  const tier = tierReason(user, nowMs);
  if (tier !== null || user.isSuperAdmin || !instrument) return tier;
  const { exchange, code, listedExchange } = instrument;
  if (!user.feedAccess[`is${exchange}Allowed`]) {
    return PAYWALL_TEXTS.feed.replace('{exchange}', exchange);
  }
  const isForeign = exchangeSuffixOf(code, listedExchange) !== null;
  if (!isForeign || user.permissions.isSuffixAllowed) return null;
  return PAYWALL_TEXTS.suffix.replace('{code}', code);
}
