import {
  type Access,
  AppError,
  type CurrentUser,
  type Endpoint,
  type Prices,
} from '@moneytrail/contract';
import { assertGranted, customerOf } from './grant.ts';

/** One symbol: as one text, or in the parts of a history request. */
type SymbolRequest = string | { e?: string; fsym: string; tsym?: string | undefined };

/** Access decisions that routes declare, so that no handler makes them. */
export type AccessRules<Instrument> = {
  hasFullAccess(user: CurrentUser): boolean;
  hasPermission(user: CurrentUser, permission: keyof CurrentUser['permissions']): boolean;
  /** Throws `BAD_REQUEST` for an unreadable symbol, `NOT_FOUND` for an unknown one. */
  resolve(symbol: SymbolRequest): Promise<Instrument>;
  isEntitled(user: CurrentUser | null, instrument: Instrument): boolean;
};

/** Counts a visitor's request to a metered endpoint, of `max` a minute; both times come from one clock. */
export type LimitAnonymous = (
  address: string,
) => Promise<{ isAllowed: boolean; retryAtMs: number; nowMs: number; max: number }>;

const LOG_IN = 'Unauthorized. Please log in.';
const NOT_ALLOWED = 'Forbidden. You do not have the required permissions.';
const TOO_MANY = 'Too many requests without signing in. Please wait or sign in.';

/** Throws `UNAUTHORIZED` for a visitor. */
export function signedIn(user: CurrentUser | null | undefined): CurrentUser {
  if (user) return user;
  throw new AppError('UNAUTHORIZED', LOG_IN);
}

/** The signed-in caller as an account. Throws 403 for a partner's customer, who has none of what belongs to accounts. */
export function accountOf(user: CurrentUser | null | undefined, what: string): CurrentUser {
  const caller = signedIn(user);
  if (customerOf(caller) === null) return caller;
  throw new AppError('FORBIDDEN', `${what} belong to accounts, not to the customers of a partner.`);
}

type Declared = { access: Access } & Pick<
  Endpoint<unknown, unknown, unknown, unknown>,
  'permission' | 'scope'
>;

/** Throws `UNAUTHORIZED` or `FORBIDDEN` if the caller lacks the endpoint's access level, scope or permission. */
export function assertAccess<I>(
  { access, permission, scope }: Declared,
  caller: CurrentUser | null,
  rules: AccessRules<I> | undefined,
): void {
  assertGranted(caller, scope);
  if (access === 'public' && !permission) return;
  const user = signedIn(caller);
  const isRefused =
    (access === 'superAdmin' && !user.isSuperAdmin) ||
    (access === 'fullAccess' && !rules?.hasFullAccess(user)) ||
    (permission && !rules?.hasPermission(user, permission));
  if (isRefused) throw new AppError('FORBIDDEN', NOT_ALLOWED);
}

/** Counts a visitor's request; throws 429 with the time to wait. */
export async function assertWithinLimit(
  limit: LimitAnonymous | undefined,
  address: string,
): Promise<void> {
  const verdict = await limit?.(address);
  if (!verdict || verdict.isAllowed) return;
  const retryAfterSeconds = Math.ceil((verdict.retryAtMs - verdict.nowMs) / 1_000);
  throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds, limit: verdict.max });
}

function symbolOf(query: unknown): SymbolRequest {
  if (typeof query === 'object' && query !== null) {
    if ('symbol' in query && typeof query.symbol === 'string') return query.symbol;
    // The query's schema has parsed the companions of `fsym`.
    if ('fsym' in query) return query as Exclude<SymbolRequest, string>;
  }
  throw new Error('an endpoint with prices of an instrument names none in its query');
}

/** Resolves the instrument of an endpoint's prices; throws `SOURCE_LOCKED` if the caller may not see it. */
export async function entitle<I>(
  prices: Prices,
  access: AccessRules<I> | undefined,
  call: { query: unknown; user: CurrentUser | null },
): Promise<object> {
  if (prices === 'none') return {};
  if (!access) throw new Error('a route with prices needs rules of access');
  if (prices === 'instrument') {
    const instrument = await access.resolve(symbolOf(call.query));
    if (access.isEntitled(call.user, instrument)) return { instrument };
    throw new AppError('SOURCE_LOCKED', 'Source locked');
  }
  const user = prices === 'preview' ? null : call.user;
  return { isEntitled: (instrument: I) => access.isEntitled(user, instrument) };
}
