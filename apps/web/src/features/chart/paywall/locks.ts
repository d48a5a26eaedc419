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

/** Every source with its symbols; undefined while they are read. */
export type SymbolLists = Record<ExchangeName, ExchangeEntry> | undefined;

/** A locked symbol, or a whole source if `code` is null, that the person chose. */
export type LockedChoice = {
  exchange: ExchangeName;
  code: string | null;
  /** Repeats the choice once it is unlocked. */
  retry: () => void;
};

type Chosen = Pick<LockedChoice, 'exchange' | 'code'>;

function rowsOf({ exchange, code }: Chosen, lists: SymbolLists): readonly FlatSymbol[] {
  const rows = lists?.[exchange]?.flatSymbols ?? [];
  return code === null ? rows : rows.filter((row) => isSameTicker(row.code, code));
}

/** A symbol missing from the lists counts as locked, as the server refused it. */
export function isLocked(choice: Chosen, lists: SymbolLists): boolean {
  return rowsOf(choice, lists).every(({ locked }) => locked);
}

/** The instrument that explains a lock: the chosen one, or the first of a source. */
export function instrumentOf(choice: Chosen, lists: SymbolLists): LockedInstrument {
  const [row] = rowsOf(choice, lists);
  const { exchange, code } = choice;
  return {
    exchange,
    code: row?.code ?? code ?? '',
    listedExchange: row?.exchange.value ?? '',
  };
}

/** Everything is locked except the one instrument that everybody may see. */
export function isRestricted(lists: SymbolLists): boolean {
  const rows = EXCHANGES.flatMap((exchange) =>
    (lists?.[exchange]?.flatSymbols ?? []).filter(
      ({ code }) => exchange !== 'FMP' || code !== 'BTCUSD',
    ),
  );
  return rows.length > 0 && rows.every(({ locked }) => locked);
}

/** The parts of an account that explain a lock. */
export type LockedOutAccount = PaidAccount &
  Pick<
    Account,
    'userType' | 'isSuperAdmin' | 'hasSubscriptionOverride' | 'permissions' | 'feedAccess'
  > & { subscription: Pick<NonNullable<Account['subscription']>, 'isActive' | 'endDate'> | null };

/** `listedExchange` is empty if unknown. */
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
 * The reason why an instrument is locked for a user, null for a visitor; without an instrument, why everything except
 * the free one is. The server decides what is locked: this only words it, in the order of the server's rules. Null if
 * the account, as last read, gives no reason.
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
  if (exchange === 'Imported' || !user.feedAccess[`is${exchange}Allowed`]) {
    return PAYWALL_TEXTS.feed.replace('{exchange}', exchange);
  }
  const isForeign = exchangeSuffixOf(code, listedExchange) !== null;
  if (!isForeign || user.permissions.isSuffixAllowed) return null;
  return PAYWALL_TEXTS.suffix.replace('{code}', code);
}
