import { AppError, type CurrentUser, type KeyScope } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';

/** Begins every token of a customer's page, so that scanners recognise it and no key is taken for one. */
export const CUSTOMER_PREFIX = 'mtt_';
/** Longer than every key and every token. */
const LONGEST_HEADER = 1_500;

/** The API key, or the token made with one, in a request's header; null if it carries neither. */
export function grantedBearer({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { authorization = '' } = headers;
  if (authorization.length > LONGEST_HEADER) return null;
  return /^Bearer (mtt?_[\w.-]+)$/i.exec(authorization)?.[1] ?? null;
}

export function isCustomerToken(request: Pick<FastifyRequest, 'headers'>): boolean {
  return grantedBearer(request)?.startsWith(CUSTOMER_PREFIX) ?? false;
}

/** The rights that an API key, or a token made with one, takes from its account. */
export type Grant = {
  keyId: string;
  scopes: readonly KeyScope[];
  /** The one customer of the account that a token is for; null for the key itself. */
  customer: string | null;
  /** The end of the key or the token; null if it has none. */
  endsAtMs: number | null;
  /** False if the key excludes the network of the request. */
  isFromItsNetwork: boolean;
};

/** A user whose request carries a key or a token. */
export type Granted = { grant: Grant };

/** The grant of a caller; null for a visitor, and for a session, which has all rights of its account. */
export function grantOf(user: CurrentUser | null | undefined): Grant | null {
  return user && 'grant' in user ? (user as CurrentUser & Granted).grant : null;
}

/** The customer that a caller's token is for; null for a visitor, a session and a key. */
export const customerOf = (user: CurrentUser | null | undefined): string | null =>
  grantOf(user)?.customer ?? null;

const NAMES = /^key:([\w-]+):(\d+|Infinity):(.*)$/;

/** A grant as one text, for what outlives its request, such as a stream. */
export function grantName({ keyId, endsAtMs, customer }: Grant): string {
  const named = customer === null ? '' : encodeURIComponent(customer);
  return `key:${keyId}:${endsAtMs ?? Number.POSITIVE_INFINITY}:${named}`;
}

/** The grant that a text names; null for the id of a session. */
export function grantNamed(
  name: string,
): { keyId: string; endsAtMs: number; customer: string | null } | null {
  const [, keyId, endsAtMs, customer = ''] = NAMES.exec(name) ?? [];
  if (keyId === undefined) return null;
  const named = customer === '' ? null : decodeURIComponent(customer);
  return { keyId, endsAtMs: Number(endsAtMs), customer: named };
}

/**
 * True for a caller who may be told of what belongs to the account: a session, or a key with the scope; without a scope
 * no key. Customers are told of nothing.
 */
export function isToldOfAccount(user: object, scope: KeyScope | null): boolean {
  if (!('grant' in user)) return true;
  const { grant } = user as Granted;
  return grant.customer === null && scope !== null && grant.scopes.includes(scope);
}

/**
 * Throws 403 if a key or token lacks the scope of a call, or comes from another network than its own; without a scope, no
 * key may make the call.
 */
export function assertGranted(user: CurrentUser | null, scope: KeyScope | 'any' | undefined): void {
  const grant = grantOf(user);
  if (!grant) return;
  if (!grant.isFromItsNetwork) {
    throw new AppError('FORBIDDEN', 'This API key may not be used from this network.');
  }
  if (scope === undefined) throw new AppError('FORBIDDEN', 'API keys may not make this call.');
  if (scope !== 'any' && !grant.scopes.includes(scope)) {
    throw new AppError('FORBIDDEN', `The API key or token lacks the scope ${scope}.`);
  }
}
