import { randomUUID } from 'node:crypto';
import type { NewUser } from '../profile/user-store.ts';

/** What a new account is given where nobody says otherwise. */
export type UserSeed = Pick<
  NewUser,
  'username' | 'first_name' | 'last_name' | 'password_hash' | 'user_type'
> &
  Partial<NewUser>;

/** Shown on the documents; a registration accepts these versions. */
const TERMS_VERSION = '2025-09-17';
const PRIVACY_VERSION = '2025-09-19';

/** An account waiting for approval, with the rights of its type; every feed is open. */
export function newUser(nowMs: number, seed: UserSeed): NewUser {
  const isCommercial = seed.user_type === 'commercial';
  return {
    id: randomUUID(),
    phone_e164: null,
    phone_country: 'ZA',
    trading_view_username: null,
    gender: null,
    date_of_birth: null,
    is_approved: false,
    parent_user_id: null,
    max_seats: null,
    payment_valid_until: null,
    payment_details: null,
    is_detailed_summary_allowed: isCommercial,
    is_suffix_allowed: isCommercial,
    accepted_terms: TERMS_VERSION,
    accepted_privacy: PRIVACY_VERSION,
    trusted_since_ms: nowMs,
    email_confirmed_at_ms: null,
    created_at_ms: nowMs,
    deleted_at_ms: null,
    ...seed,
  };
}
