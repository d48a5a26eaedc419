import type { CurrentUser } from '@moneytrail/contract';
import type { Db, Trx } from '../../db/index.ts';
import { grantName, grantNamed, grantOf } from '../../http/grant.ts';
import type { Log } from '../../log.ts';
import type { Outbox } from '../../outbox/index.ts';
import { createKeyedSemaphore } from '../../semaphore.ts';
import type { Waits } from '../../waits.ts';
import type { Audit } from '../audit/index.ts';
import type { AccountServices, AccountSettings, SeatPort } from './account-services.ts';
import { createCustomerTokens } from './api-keys/customer-tokens.ts';
import { createKeyReader } from './api-keys/key-reader.ts';
import type { Window } from './limits/limiter.ts';
import { type Limits, limitsFor } from './limits/limits.ts';
import {
  createAddressLimit,
  limitContact,
  limitInvites,
  takePaymentRequest,
} from './limits/request-limits.ts';
import { createStreamSlots } from './limits/stream-slots.ts';
import { createBreachCheck } from './passwords/passwords.ts';
import { assertReauthenticated } from './profile/guards.ts';
import type { SignedInUser } from './profile/present-account.ts';
import { deriveKeys } from './secrets/keys.ts';
import { createPasswordHasher, type PasswordCost } from './secrets/password-hasher.ts';
import { createAccessTokens } from './secrets/tokens.ts';
import { createAccessChanges } from './sessions/access-changes.ts';
import { createSessionCache, createSessionReader } from './sessions/session-reader.ts';

/** The cost of guessing, and the limits; each defaults to the production value. */
export type GuessCost = {
  passwordCost?: PasswordCost;
  /** Minimum duration of answers that could otherwise reveal whether an address is known. */
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
  /** Without it every invite is invalid. */
  seats?: SeatPort;
  /** Range service for leaked passwords, such as `https://api.pwnedpasswords.com/range`. */
  breachUrl?: string;
  /** Addresses from which super admins may sign in; any if absent. */
  adminAddresses?: readonly string[];
  /** Notifies other processes of access changes; they also poll every 2 s. */
  tellAccessChanged?: (userIds: readonly string[]) => void;
};

/** The accounts module, as the rest of the server uses it. */
export type Accounts = ReturnType<typeof createAccounts>;

const NO_SEATS: SeatPort = {
  claimInvite: async () => null,
  revokeInvites: async () => [],
  countUsedSeats: async () => 0,
};
const NOT_READ = 'changes of access are not read';

/** While the database hangs, the waiting times of queued attempts must not add up. */
const MAX_WAIT_MS = 5_000;

/** Default minimum duration of requests that may send a message. */
export const LEAST_ANSWER_MS = 400;

/** Creates the module; its periodic work is in `accountJobs`. */
export function createAccounts(deps: AccountDeps) {
  const { db, log, clock, settings, waits = {} } = deps;
  const { attemptMs: maxWaitMs = MAX_WAIT_MS } = waits;
  const keys = deriveKeys(settings.secret);
  const sessions = createSessionCache({ db, clock, isDemo: settings.isDemo });
  const customerTokens = createCustomerTokens({ key: keys.customerTokens, clock });
  const limits = limitsFor({ ...deps, isDemo: settings.isDemo });
  const limitOf = (kind: string, window: Window) =>
    createAddressLimit({ db, log, clock, keys }, { kind, window }, waits);
  const limitUnknown = limitOf('unknown-key', limits.unknownKeys);
  const apiKeys = createKeyReader({ db, clock, log, settings, customerTokens, limitUnknown });
  const forget = (userIds: readonly string[]) => {
    sessions.forget(userIds);
    apiKeys.forget(userIds);
  };
  const changes = createAccessChanges({ db, log, forget });
  const services: AccountServices = {
    db,
    log,
    clock,
    settings,
    keys,
    attempts: {
      accounts: createKeyedSemaphore({ concurrency: 1, maxWaiting: 100, maxWaitMs }),
      addresses: createKeyedSemaphore({ concurrency: 10, maxWaiting: 200, maxWaitMs }),
    },
    limits,
    hasher: createPasswordHasher(deps.passwordCost),
    tokens: createAccessTokens({ key: keys.accessToken, clock }),
    sessions,
    apiKeys,
    customerTokens,
    accessChanged: (userIds) => {
      forget(userIds);
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
  const reader = createSessionReader(services);
  const streamSlots = createStreamSlots(services);
  return {
    ...reader,
    services,
    /**
     * The user behind a session or grant with current rights, and behind a grant with the scopes of its key; null if it
     * has ended or the user has lost access.
     */
    findSession: async (name: string): Promise<SignedInUser | null> => {
      const grant = grantNamed(name);
      if (!grant) return (await services.sessions.get(name))?.user ?? null;
      return clock.now() < grant.endsAtMs ? apiKeys.find(grant) : null;
    },
    /** The name of a caller's session, or of the grant they use instead, by which `findSession` finds them. */
    sessionNameOf: (user: CurrentUser): string => {
      const grant = grantOf(user);
      return grant ? grantName(grant) : reader.sessionOf(user).id;
    },
    /** Throws 403 `REAUTH_REQUIRED` unless the caller's last full sign-in is at most 15 minutes old. */
    assertReauthenticated: (user: CurrentUser): void =>
      assertReauthenticated(services, reader.sessionOf(user)),
    /** Counts a request that reaches a payment provider; throws 429 if the account has made too many. */
    takePaymentRequest: (userId: string) => takePaymentRequest(services, userId),
    /** Subscribes to users whose rights or sessions changed in any process; returns the unsubscribe function. */
    onChange: changes.onChange,
    /** Finds such changes, on a notice and by polling. */
    accessChanges: changes,
    /** Counts a visitor's request for chart data; never fails. */
    limitAnonymous: limitOf('anonymous', limits.anonymousRequests),
    /** Counts an invite that a user requests; throws 429 if they have requested too many. */
    limitInvites: (user: CurrentUser) => limitInvites(services, user._id),
    /** Counts a contact message in the transaction that stores it; throws 429 if its address has sent too many. */
    limitContact: (trx: Trx, address: string) => limitContact(services, trx, address),
    streamSlots,
    close: async (): Promise<void> => {
      changes.stop();
      await streamSlots.close();
      await services.audit.repeated.close().catch((error: unknown) => {
        log.error({ err: error }, 'counted refusals could not be recorded');
      });
    },
  };
}
