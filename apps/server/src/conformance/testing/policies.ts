import type { Kind } from './people.ts';

/** `PASSES`, or an error code. */
export type Outcome = string;

export type Policy = (kind: Kind) => Outcome;

export const PASSES = 'passes';

const NOBODY_HERE: readonly Kind[] = ['anonymous'];
/** Kinds with a token that is no longer valid, or not yet. */
const REFUSED_TOKEN: readonly Kind[] = ['awaiting a code', 'sub-user suspended', 'revoked'];
const FULL_TIER: readonly Kind[] = ['retail paid', 'commercial', 'sub-user', 'super admin'];
const DETAILED: readonly Kind[] = ['commercial', 'commercial expired', 'sub-user', 'super admin'];

/** For endpoints that decide by cookie, password or code: the same answer for every caller and token. */
export const alike =
  (outcome: Outcome = PASSES): Policy =>
  () =>
    outcome;

/** For everybody; a token, if sent, must be valid. */
export const anybody: Policy = (kind) => (REFUSED_TOKEN.includes(kind) ? 'UNAUTHORIZED' : PASSES);

/** For signed-in users, subject to `policy`. */
export function signedIn(policy: Policy = alike()): Policy {
  return (kind) =>
    NOBODY_HERE.includes(kind) || REFUSED_TOKEN.includes(kind) ? 'UNAUTHORIZED' : policy(kind);
}

/** Another user's resource looks missing; super admins are given separately. */
export function anothers(superAdmin: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind === 'super admin' ? superAdmin : 'NOT_FOUND'));
}

export function adminOnly(outcome: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind === 'super admin' ? outcome : 'FORBIDDEN'));
}

const MAIN_USERS: readonly Kind[] = ['commercial', 'commercial expired', 'super admin'];

/** For commercial main users, subject to `policy`. */
export function mainUser(policy: Policy = alike()): Policy {
  return signedIn((kind) => (MAIN_USERS.includes(kind) ? policy(kind) : 'FORBIDDEN'));
}

/** Changes of seats need a valid payment, which super admins do not have. */
export function payingMainUser(outcome: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind === 'commercial' ? outcome : 'FORBIDDEN'));
}

/** Prices of the paid tier. */
export const fullTier: Policy = (kind) =>
  anybody(kind) !== PASSES || FULL_TIER.includes(kind) ? anybody(kind) : 'SOURCE_LOCKED';

/** Summaries need their permission, then `policy` applies. */
export function detailed(policy: Policy): Policy {
  return signedIn((kind) => (DETAILED.includes(kind) ? policy(kind) : 'FORBIDDEN'));
}

/** Subscriptions are for retail users only. */
export function retailOnly(outcome: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind.startsWith('retail') ? outcome : 'FORBIDDEN'));
}
