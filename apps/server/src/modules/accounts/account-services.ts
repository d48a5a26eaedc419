import type { Db, Trx } from '../../db/index.ts';
import type { Log } from '../../log.ts';
import type { Outbox } from '../../outbox/index.ts';
import type { KeyedSemaphore } from '../../semaphore.ts';
import type { Audit } from '../audit/index.ts';
import type { CustomerTokens } from './api-keys/customer-tokens.ts';
import type { KeyReader } from './api-keys/key-reader.ts';
import type { Limits } from './limits/limits.ts';
import type { Keys } from './secrets/keys.ts';
import type { PasswordHasher } from './secrets/password-hasher.ts';
import type { AccessTokens } from './secrets/tokens.ts';
import type { LiveSession, SessionCache } from './sessions/session-reader.ts';

export type Seat = { parentUserId: string; isApproved: boolean };

/** Operations of the seats module that run in this module's transactions. */
export type SeatPort = {
  /**
   * Claims an invite for a new account, or only checks it if `userId` is null. Null if the invite is invalid; throws
   * `CONFLICT` if it has been claimed or no seat is free.
   */
  claimInvite: (trx: Trx, invite: { token: string; userId: string | null }) => Promise<Seat | null>;
  revokeInvites: (trx: Trx, parentUserId: string) => Promise<string[]>;
  /** The members of a main account that hold a seat; call it with the account's row locked. */
  countUsedSeats: (trx: Trx, parentUserId: string) => Promise<number>;
};

export type AccountSettings = {
  /** At least 32 characters; identical on all replicas and across restarts. */
  secret: string;
  /** True if browsers use https: decides names and flags of cookies. */
  isHttps: boolean;
  /** Base of links in mails, without a trailing slash. */
  publicUrl: string;
  /** Demo accounts may sign in, and the demo mailbox is served. */
  isDemo: boolean;
  /** Two-letter code of the country with most users' phones. */
  homeCountry: string;
};

/** The dependencies of this module's use cases; created once. */
export type AccountServices = {
  db: Db;
  log: Log;
  clock: { now: () => number };
  settings: AccountSettings;
  limits: Limits;
  /** Sign-in attempts: one at a time per account, a few at a time per address. */
  attempts: { accounts: KeyedSemaphore; addresses: KeyedSemaphore };
  keys: Keys;
  hasher: PasswordHasher;
  tokens: AccessTokens;
  sessions: SessionCache;
  apiKeys: KeyReader;
  customerTokens: CustomerTokens;
  /** Call after committing a change of users' rights or sessions; this process sees it at once. */
  accessChanged: (userIds: readonly string[]) => void;
  audit: Audit;
  /** Messages are stored in the transaction that causes them. */
  outbox: Pick<Outbox, 'add'>;
  seats: SeatPort;
  /** True if a password is known from a public leak; false if no service is configured. */
  isBreached: (password: string) => Promise<boolean>;
  /** Addresses from which super admins may sign in; null: any. */
  adminAddresses: readonly string[] | null;
  /** Minimum duration of requests that may send a message, so that timing reveals no accounts. */
  minimumAnswerMs: number;
};

export type RequestContext = {
  address: string;
  requestId: string;
  cookies: Readonly<Record<string, string | undefined>>;
};

/** The services with the origin of one request: the first argument of most use cases. */
export type Call = AccountServices & RequestContext;
export type UserCall = Call & { session: LiveSession };

export function requestContextOf(
  request: Pick<RequestContext, 'requestId' | 'cookies'> & { ip: string },
): RequestContext {
  return { address: request.ip, requestId: request.requestId, cookies: request.cookies };
}

/** The origin of a request, as audit entries keep it; the device defaults to the session's. */
export function auditContext(
  call: RequestContext & { session?: LiveSession },
  deviceId: string | undefined = call.session?.deviceId,
): { address: string; requestId: string; deviceId?: string } {
  const { address, requestId } = call;
  return { address, requestId, ...(deviceId === undefined ? {} : { deviceId }) };
}

export type { CookieChange } from '../../http/cookies.ts';
