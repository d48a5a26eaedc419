import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { MailMessage } from '../../outside/mail/index.ts';
import type { SmsSender } from '../../outside/sms/index.ts';
import type { RepeatedEntries } from '../audit/index.ts';
import type { Limits } from './limits/limits.ts';
import type { AttemptLines } from './limits/lines.ts';
import type { Log } from './log.ts';
import type { BreachCheck } from './passwords/breach-check.ts';
import type { AccessTokens } from './secrets/access-token.ts';
import type { Keys } from './secrets/keys.ts';
import type { PasswordHasher } from './secrets/password-hasher.ts';
import type { SessionCache } from './sessions/session-cache.ts';

/** Takes an invite up in the transaction of a registration; null where it is not valid. */
export type ClaimInvite = (
  trx: Transaction<Database>,
  invite: { token: string; userId: string },
) => Promise<{ parentUserId: string } | null>;

export type AccountSettings = {
  /** At least 32 characters; the same for all replicas, and it must survive a restart. */
  secret: string;
  /** Whether browsers reach the product by https: decides names and flags of cookies. */
  isHttps: boolean;
  /** Where links in mails lead, without a slash at the end. */
  publicUrl: string;
  /** Demo accounts may sign in, and the outbox is served. */
  isDemo: boolean;
};

/** What every use case of this module works with; made once. */
export type Core = {
  db: Kysely<Database>;
  log: Log;
  clock: { now: () => number };
  settings: AccountSettings;
  limits: Limits;
  lines: AttemptLines;
  keys: Keys;
  hasher: PasswordHasher;
  tokens: AccessTokens;
  sessions: SessionCache;
  /** Refusals, which may come in floods. */
  refusals: RepeatedEntries;
  sms: SmsSender;
  /** Sends in the background and tries again; whoever answers a request does not wait. */
  mailLater: (message: MailMessage) => void;
  smsLater: (message: { to: string; text: string }) => void;
  /** Sends now; rejects when it was not taken. */
  mailNow: (message: MailMessage) => Promise<void>;
  claimInvite: ClaimInvite;
  isBreached: BreachCheck;
  /** Where super admins may sign in from; null: anywhere. */
  adminAddresses: readonly string[] | null;
  /** The least time that calls take which send something, so that their time tells nothing. */
  minimumAnswerMs: number;
};

/** Where a request comes from. */
export type Caller = {
  address: string;
  requestId: string;
  cookies: Readonly<Record<string, string | undefined>>;
};

/** A cookie to set, by its name without prefix; without a value it is taken away. */
export type CookieChange = { name: string; value: string | null; maxAgeSeconds: number };

/** What the record keeps of where a request came from. */
export function whence(
  caller: Caller,
  deviceId?: string,
): { address: string; requestId: string; deviceId?: string } {
  const { address, requestId } = caller;
  return { address, requestId, ...(deviceId === undefined ? {} : { deviceId }) };
}
