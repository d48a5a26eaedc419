import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/index.ts';
import type { Outbox } from '../../outbox/index.ts';
import type { KeyedSemaphore } from '../../semaphore.ts';
import type { Audit } from '../audit/index.ts';
import type { Limits } from './limits/limits.ts';
import type { AccessTokens } from './secrets/access-token.ts';
import type { Keys } from './secrets/keys.ts';
import type { PasswordHasher } from './secrets/password-hasher.ts';
import type { SessionCache } from './sessions/session-cache.ts';

/** The part of the program's log that this module writes to. */
export type Log = {
  info: (detail: object, message: string) => void;
  warn: (detail: object, message: string) => void;
  error: (detail: object, message: string) => void;
};

/** What an invite makes of an account. */
export type Seat = { parentUserId: string; isApproved: boolean };

/** What the module of seats does in transactions of this one. */
export type SeatPort = {
  /**
   * Takes an invite up for a new account, or only looks at it where there is none; null where it is not valid, `CONFLICT`
   * where somebody else took it up or no seat is free.
   */
  claimInvite: (
    trx: Transaction<Database>,
    invite: { token: string; userId: string | null },
  ) => Promise<Seat | null>;
  /** Revokes the pending invites of an account and answers their ids. */
  revokeInvites: (trx: Transaction<Database>, parentUserId: string) => Promise<string[]>;
};

export type AccountSettings = {
  /** At least 32 characters; the same for all replicas, and it must survive a restart. */
  secret: string;
  /** Whether browsers reach the product by https: decides names and flags of cookies. */
  isHttps: boolean;
  /** Where links in mails lead, without a slash at the end. */
  publicUrl: string;
  /** Demo accounts may sign in, and the demo mailbox is served. */
  isDemo: boolean;
  /** Two-letter code of the country where most people's phones are. */
  homeCountry: string;
};

/** What every use case of this module works with; made once. */
export type Core = {
  db: Db;
  log: Log;
  clock: { now: () => number };
  settings: AccountSettings;
  limits: Limits;
  /** Attempts at one account follow one another; one address tries a few accounts at once. */
  attempts: { accounts: KeyedSemaphore; addresses: KeyedSemaphore };
  keys: Keys;
  hasher: PasswordHasher;
  tokens: AccessTokens;
  sessions: SessionCache;
  /** To be called after the commit of what changed somebody's rights or sessions: this process knows at once. */
  accessChanged: (userIds: readonly string[]) => void;
  audit: Audit;
  /** Messages go out with the transaction that causes them. */
  outbox: Pick<Outbox, 'add'>;
  seats: SeatPort;
  /** Whether a password is known from a public leak; asks nobody where no service is configured. */
  isBreached: (password: string) => Promise<boolean>;
  /** Where super admins may sign in from; null: anywhere. */
  adminAddresses: readonly string[] | null;
  /** The least time that calls take which send something, so that their time tells nothing. */
  minimumAnswerMs: number;
};

/** Where a request comes from. */
export type RequestContext = {
  address: string;
  requestId: string;
  cookies: Readonly<Record<string, string | undefined>>;
};

/** The same of a call, as the router hands it over. */
export function requestContextOf(
  call: Pick<RequestContext, 'requestId' | 'cookies'> & { ip: string },
): RequestContext {
  return { address: call.ip, requestId: call.requestId, cookies: call.cookies };
}

export type { CookieChange } from '../../http/cookies.ts';

/** What the record keeps of where a request came from. */
export function auditContext(
  context: RequestContext,
  deviceId?: string,
): { address: string; requestId: string; deviceId?: string } {
  const { address, requestId } = context;
  return { address, requestId, ...(deviceId === undefined ? {} : { deviceId }) };
}
