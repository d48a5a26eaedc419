import type { Kind } from './people.ts';

/** What comes of a call: it passes, or the code of the failure. */
export type Outcome = string;

/** What a kind of caller is answered. */
export type Policy = (kind: Kind) => Outcome;

export const PASSES = 'passes';

const NOBODY_HERE: readonly Kind[] = ['anonymous'];
/** These show a token, and the product does not take it any more, or not yet. */
const REFUSED_TOKEN: readonly Kind[] = ['awaiting a code', 'sub-user suspended', 'revoked'];
const FULL_TIER: readonly Kind[] = ['retail paid', 'commercial', 'sub-user', 'super admin'];
const DETAILED: readonly Kind[] = ['commercial', 'commercial expired', 'sub-user', 'super admin'];

/** Decides by cookie, password or code alone: every caller is answered alike, whatever token they show. */
export const alike =
  (outcome: Outcome = PASSES): Policy =>
  () =>
    outcome;

/** For everybody, but a token that is shown must be good. */
export const anybody: Policy = (kind) => (REFUSED_TOKEN.includes(kind) ? 'UNAUTHORIZED' : PASSES);

/** For who is signed in; then what `policy` says. */
export function signedIn(policy: Policy = alike()): Policy {
  return (kind) =>
    NOBODY_HERE.includes(kind) || REFUSED_TOKEN.includes(kind) ? 'UNAUTHORIZED' : policy(kind);
}

/** What belongs to one person is not there for another; what a super admin gets is said apart. */
export function anothers(superAdmin: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind === 'super admin' ? superAdmin : 'NOT_FOUND'));
}

/** A super admin's own calls. */
export function adminOnly(outcome: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind === 'super admin' ? outcome : 'FORBIDDEN'));
}

const MAIN_USERS: readonly Kind[] = ['commercial', 'commercial expired', 'super admin'];

/** What a commercial main user has a right to; then what `policy` says. */
export function mainUser(policy: Policy = alike()): Policy {
  return signedIn((kind) => (MAIN_USERS.includes(kind) ? policy(kind) : 'FORBIDDEN'));
}

/** Changes of seats, which need a payment that is valid; no super admin has one. */
export function payingMainUser(outcome: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind === 'commercial' ? outcome : 'FORBIDDEN'));
}

/** Prices that a paid tier opens. */
export const fullTier: Policy = (kind) =>
  anybody(kind) !== PASSES || FULL_TIER.includes(kind) ? anybody(kind) : 'SOURCE_LOCKED';

/** Summaries need their permission first, then what `policy` says. */
export function detailed(policy: Policy): Policy {
  return signedIn((kind) => (DETAILED.includes(kind) ? policy(kind) : 'FORBIDDEN'));
}

/** Subscriptions are for retail users; then what is said. */
export function retailOnly(outcome: Outcome = PASSES): Policy {
  return signedIn((kind) => (kind.startsWith('retail') ? outcome : 'FORBIDDEN'));
}
