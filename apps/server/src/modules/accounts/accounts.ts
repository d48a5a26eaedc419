import type { CurrentUser } from '@moneytrail/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { Mailer } from '../../outside/mail/index.ts';
import type { SmsSender } from '../../outside/sms/index.ts';
import { createRepeatedEntries } from '../audit/index.ts';
import type { AccountSettings, ClaimInvite, Core } from './core.ts';
import { type AnonymousLimit, createAnonymousLimit } from './limits/anonymous-limit.ts';
import { type AnonymousStreams, createAnonymousStreams } from './limits/anonymous-streams.ts';
import { DEMO_LIMITS, LIMITS, type Limits } from './limits/limits.ts';
import { createAttemptLines } from './limits/lines.ts';
import type { Log } from './log.ts';
import { createCourier } from './messages/deliver-later.ts';
import { createBreachCheck } from './passwords/breach-check.ts';
import { assertFresh } from './profile/own.ts';
import type { SignedInUser } from './profile/present-account.ts';
import { createAccessTokens } from './secrets/access-token.ts';
import { deriveKeys } from './secrets/keys.ts';
import { createPasswordHasher, type PasswordCost } from './secrets/password-hasher.ts';
import { createSessionReader, type SessionReader } from './sessions/read-user.ts';
import { createSessionCache } from './sessions/session-cache.ts';
import { startUpkeep } from './upkeep.ts';

export type AccountDeps = {
  db: Kysely<Database>;
  log: Log;
  clock: { now: () => number };
  mail: Mailer;
  sms: SmsSender;
  settings: AccountSettings;
  /** Takes up an invite at registration; without it every invite is dead. */
  claimInvite?: ClaimInvite;
  /** Range service that knows leaked passwords, such as `https://api.pwnedpasswords.com/range`. */
  breachUrl?: string;
  /** Where super admins may sign in from; without it, anywhere. */
  adminAddresses?: readonly string[];
  /** The product's own are used where none are given: by tests, and where an operator sets them. */
  limits?: Limits;
  passwordCost?: PasswordCost;
  minimumAnswerMs?: number;
};

/** Accounts as the rest of the server knows them. */
export type Accounts = SessionReader & {
  /** The user of a session with the rights of now; null where it has ended, or its user may not be here any more. */
  findSession: (sessionId: string) => Promise<SignedInUser | null>;
  /** Throws 403 `REAUTH_REQUIRED` unless the caller signed in fully within the last 15 minutes. */
  assertFresh: (user: CurrentUser) => void;
  /** Told with the user whose rights or sessions changed in this process; answers how to stop being told. */
  onChange: (listener: (userId: string) => void) => () => void;
  /** Says that something about a user was changed elsewhere in this process, such as a payment or a seat. */
  userChanged: (userId: string) => void;
  /** Counts a request for chart data by somebody who has not signed in; never fails. */
  admitAnonymous: AnonymousLimit;
  /** Places for open connections of those who have not signed in. */
  anonymousStreams: AnonymousStreams;
  /** Removes what has expired, records what was counted, and checks the record every night; answers how to end it. */
  startUpkeep: () => () => void;
  /** Resolves when every message that was begun has been sent or given up. */
  messagesSent: () => Promise<void>;
  close: () => Promise<void>;
  core: Core;
};

/** The least time of calls that send something, where nobody says otherwise. */
export const LEAST_ANSWER_MS = 400;

/** Makes the module; nothing runs by itself before `startUpkeep`. */
export function createAccounts(deps: AccountDeps): Accounts {
  const { db, log, clock, settings } = deps;
  const keys = deriveKeys(settings.secret);
  const courier = createCourier({ log });
  const core: Core = {
    db,
    log,
    clock,
    settings,
    keys,
    lines: createAttemptLines(),
    limits: deps.limits ?? (settings.isDemo ? DEMO_LIMITS : LIMITS),
    hasher: createPasswordHasher(deps.passwordCost),
    tokens: createAccessTokens({ key: keys.accessToken, clock }),
    sessions: createSessionCache({ db, clock, isDemo: settings.isDemo }),
    refusals: createRepeatedEntries({ db, clock }),
    sms: deps.sms,
    mailLater: (message) => courier.send('email', () => deps.mail.send(message)),
    smsLater: (message) => courier.send('sms', () => deps.sms.send(message)),
    mailNow: deps.mail.send,
    claimInvite: deps.claimInvite ?? (async () => null),
    isBreached: createBreachCheck({ log }, deps.breachUrl ?? null),
    adminAddresses: deps.adminAddresses ?? null,
    minimumAnswerMs: deps.minimumAnswerMs ?? LEAST_ANSWER_MS,
  };
  const reader = createSessionReader(core);
  const anonymousStreams = createAnonymousStreams(core);
  return {
    ...reader,
    core,
    findSession: async (sessionId) => (await core.sessions.get(sessionId))?.user ?? null,
    assertFresh: (user) => assertFresh(core, reader.sessionOf(user)),
    onChange: core.sessions.onChange,
    userChanged: core.sessions.forgetUser,
    admitAnonymous: createAnonymousLimit(core),
    anonymousStreams,
    startUpkeep: () => startUpkeep(core),
    messagesSent: courier.idle,
    close: async () => {
      await anonymousStreams.close();
      await core.refusals.flush('all').catch((error: unknown) => {
        log.error({ err: error }, 'refusals that were counted could not be recorded');
      });
      await courier.close();
      await deps.mail.close();
    },
  };
}
