import type { CurrentUser } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/index.ts';
import type { Outbox } from '../../outbox/index.ts';
import { createKeyedSemaphore } from '../../semaphore.ts';
import type { Waits } from '../../waits.ts';
import type { Audit } from '../audit/index.ts';
import type { AccountSettings, Core, Log, SeatPort } from './core.ts';
import { type AnonymousLimit, createAnonymousLimit } from './limits/anonymous-limit.ts';
import { limitContact } from './limits/limit-contact.ts';
import { limitInvites } from './limits/limit-invites.ts';
import { type Limits, limitsFor } from './limits/limits.ts';
import { takePaymentRequest } from './limits/payment-limit.ts';
import { createStreamSlots, type StreamSlots } from './limits/stream-slots.ts';
import { createBreachCheck } from './passwords/breach-check.ts';
import { assertReauthenticated } from './profile/own.ts';
import type { SignedInUser } from './profile/present-account.ts';
import { createAccessTokens } from './secrets/access-token.ts';
import { deriveKeys } from './secrets/keys.ts';
import { createPasswordHasher, type PasswordCost } from './secrets/password-hasher.ts';
import { type AccessChanges, createAccessChanges } from './sessions/access-changes.ts';
import { createSessionReader, type SessionReader } from './sessions/read-user.ts';
import { createSessionCache } from './sessions/session-cache.ts';

/** What makes guessing slow, and how often things may be tried; the product's own where nothing is given. */
export type GuessCost = {
  passwordCost?: PasswordCost;
  /** The least time an answer takes that could tell whether an address is known. */
  minimumAnswerMs?: number;
  limits?: Limits;
};

export type AccountDeps = GuessCost & {
  waits?: Pick<Waits, 'attemptMs' | 'counterMs'>;
  db: Db;
  log: Log;
  clock: { now: () => number };
  audit: Audit;
  outbox: Pick<Outbox, 'add'>;
  settings: AccountSettings;
  /** Without it every invite is dead. */
  seats?: SeatPort;
  /** Range service that knows leaked passwords, such as `https://api.pwnedpasswords.com/range`. */
  breachUrl?: string;
  /** Where super admins may sign in from; without it, anywhere. */
  adminAddresses?: readonly string[];
  /** Tells other processes to look for changes of access; they look by themselves every 2 s. */
  tellAccessChanged?: (userIds: readonly string[]) => void;
};

/** Accounts as the rest of the server knows them. */
export type Accounts = SessionReader & {
  /** The user of a session with the rights of now; null where it has ended, or its user may not be here any more. */
  findSession: (sessionId: string) => Promise<SignedInUser | null>;
  /** Throws 403 `REAUTH_REQUIRED` unless the caller signed in fully within the last 15 minutes. */
  assertReauthenticated: (user: CurrentUser) => void;
  /** Counts a request of an account that reaches a payment provider, or throws 429. */
  takePaymentRequest: (userId: string) => Promise<void>;
  /** Told with the users whose rights or sessions changed in any process; answers how to stop being told. */
  onChange: AccessChanges['onChange'];
  /** Reads such changes, on a notice and by itself. */
  accessChanges: Pick<AccessChanges, 'read' | 'announce' | 'start'>;
  /** Counts a request for chart data by somebody who has not signed in; never fails. */
  limitAnonymous: AnonymousLimit;
  /** Counts an invite that a user asks for; throws 429 where they had too many. */
  limitInvites: (user: CurrentUser) => Promise<void>;
  /** Counts a message of the contact form in the transaction that stores it; throws 429 where its address had too many. */
  limitContact: (trx: Transaction<Database>, address: string) => Promise<void>;
  /** Slots of open streams, of visitors and of accounts. */
  streamSlots: StreamSlots;
  close: () => Promise<void>;
  core: Core;
};

const NO_SEATS: SeatPort = { claimInvite: async () => null, revokeInvites: async () => [] };
const NOT_READ = 'changes of access are not read';

/** While the database hangs, attempts that wait for others must not add up their waiting. */
const MAX_WAIT_MS = 5_000;

/** The least time of calls that send something, where nobody says otherwise. */
export const LEAST_ANSWER_MS = 400;

/** Makes the module; what is due from time to time are its jobs. */
export function createAccounts(deps: AccountDeps): Accounts {
  const { db, log, clock, settings, waits = {} } = deps;
  const { attemptMs: maxWaitMs = MAX_WAIT_MS } = waits;
  const keys = deriveKeys(settings.secret);
  const sessions = createSessionCache({ db, clock, isDemo: settings.isDemo });
  const changes = createAccessChanges({ db, log, forget: sessions.forget });
  const core: Core = {
    db,
    log,
    clock,
    settings,
    keys,
    attempts: {
      accounts: createKeyedSemaphore({ concurrency: 1, maxWaiting: 100, maxWaitMs }),
      addresses: createKeyedSemaphore({ concurrency: 10, maxWaiting: 200, maxWaitMs }),
    },
    limits: limitsFor({ ...deps, isDemo: settings.isDemo }),
    hasher: createPasswordHasher(deps.passwordCost),
    tokens: createAccessTokens({ key: keys.accessToken, clock }),
    sessions,
    accessChanged: (userIds) => {
      sessions.forget(userIds);
      deps.tellAccessChanged?.(userIds);
      void changes.read().catch((error: unknown) => log.warn({ err: error }, NOT_READ));
    },
    audit: deps.audit,
    outbox: deps.outbox,
    seats: deps.seats ?? NO_SEATS,
    isBreached: createBreachCheck({ log }, deps.breachUrl ?? null),
    adminAddresses: deps.adminAddresses ?? null,
    minimumAnswerMs: deps.minimumAnswerMs ?? LEAST_ANSWER_MS,
  };
  const reader = createSessionReader(core);
  const streamSlots = createStreamSlots(core);
  return {
    ...reader,
    core,
    findSession: async (sessionId) => (await core.sessions.get(sessionId))?.user ?? null,
    assertReauthenticated: (user) => assertReauthenticated(core, reader.sessionOf(user)),
    takePaymentRequest: (userId) => takePaymentRequest(core, userId),
    onChange: changes.onChange,
    accessChanges: changes,
    limitAnonymous: createAnonymousLimit(core, waits),
    limitInvites: (user) => limitInvites(core, user._id),
    limitContact: (trx, address) => limitContact(core, trx, address),
    streamSlots,
    close: async () => {
      changes.stop();
      await streamSlots.close();
      await core.audit.repeated.close().catch((error: unknown) => {
        log.error({ err: error }, 'refusals that were counted could not be recorded');
      });
    },
  };
}
