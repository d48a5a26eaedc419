import type { Generated, GeneratedAlways } from 'kysely';

/** A person's account. `username` is the e-mail address in its canonical form. */
export type UsersTable = {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  /** Null only for an administrator created on the command line without a number. */
  phone_e164: string | null;
  phone_country: string;
  trading_view_username: string | null;
  user_type: 'commercial' | 'retail';
  gender: 'Male' | 'Female' | null;
  /** `YYYY-MM-DD`. */
  date_of_birth: string | null;
  is_approved: boolean;
  access_revoked: Generated<boolean>;
  is_super_admin: Generated<boolean>;
  parent_user_id: string | null;
  seat_suspended_by_parent: Generated<boolean>;
  max_seats: number | null;
  has_paid: Generated<boolean>;
  payment_valid_until: string | null;
  payment_details: string | null;
  has_subscription_override: Generated<boolean>;
  is_detailed_summary_allowed: boolean;
  is_suffix_allowed: boolean;
  is_bvg_allowed: Generated<boolean>;
  is_fmp_allowed: Generated<boolean>;
  is_bitfinex_allowed: Generated<boolean>;
  is_tiingo_allowed: Generated<boolean>;
  /** Versions of the documents accepted at registration. */
  accepted_terms: string | null;
  accepted_privacy: string | null;
  /** Devices trusted before this time are no longer trusted. */
  trusted_since_ms: number;
  /** Demo accounts cannot sign in in production. */
  is_demo: Generated<boolean>;
  /** Time at which the link in the first mail was used. */
  email_confirmed_at_ms: number | null;
  created_at_ms: number;
  /** Raised by every change that administrators see. */
  revision: GeneratedAlways<number>;
  /** The reason of a revocation in force. */
  revoked_reason: Generated<string | null>;
  deleted_at_ms: number | null;
  /** Time at which the personal data of a deleted account was removed; its username is then `erased:` and its id. */
  erased_at_ms: Generated<number | null>;
  /** Sort key: first and last name in lower case. */
  name_key: GeneratedAlways<string>;
  /** Search text: name, username and phone without case and accents. */
  search_text: GeneratedAlways<string>;
  /** 0 pending, 1 pending and unconfirmed, 2 approved, 3 revoked. */
  status_rank: GeneratedAlways<number>;
  /** End of paid full access: 0 if it has ended, beyond any time while it renews, null if there was none. */
  access_ends_ms: GeneratedAlways<number | null>;
  /** The last day paid for, or the day a subscription ends or renews, as days since 1970; null if there is none. */
  paid_day: GeneratedAlways<number | null>;
};

/** The state of a user's subscriptions, for access decisions and the account page; written by billing. */
export type SubscriptionsTable = {
  user_id: string;
  display_name: string;
  plan: 'YEARLY' | 'MONTHLY';
  is_active: boolean;
  is_in_trial: Generated<boolean>;
  trial_ends_ms: number | null;
  is_processing: Generated<boolean>;
  is_past_due: Generated<boolean>;
  is_paused: Generated<boolean>;
  has_used_trial: Generated<boolean>;
  provider: 'paypal' | 'lemon';
  start_ms: number | null;
  /** End of access; null while the subscription renews. */
  end_ms: number | null;
  renews_ms: number | null;
  /** The price of a period, in cents of `currency`; null until the first reading after an upgrade. */
  amount_cents: Generated<number | null>;
  currency: Generated<string | null>;
  /** True if its cancellation can be taken back at its provider. */
  can_resume: Generated<boolean>;
  /** The rights that its plan gives while it is active. */
  gives_summary: Generated<boolean>;
  gives_suffix: Generated<boolean>;
  paypal_status: string | null;
  lemon_status: string | null;
};

/** One sign-in on one device: a family of refresh tokens. */
export type SessionsTable = {
  id: string;
  user_id: string;
  device_id: string;
  device_info: string;
  address: string;
  /** Refresh tokens are derived from it and the counter with a key that is not in the database. */
  seed: Buffer;
  counter: number;
  secret_hash: Buffer;
  rotated_at_ms: number;
  /** Access tokens with a smaller counter are refused. */
  min_counter: Generated<number>;
  signed_in_at_ms: number;
  last_used_at_ms: number;
  ended_at_ms: number | null;
  end_reason: string | null;
};

/** An API key of an account; revoking it deletes it. */
export type ApiKeysTable = {
  id: string;
  user_id: string;
  name: string;
  /** Separated by blanks, as OAuth writes scopes. */
  scopes: string;
  /** Addresses and networks that may use it, separated by blanks; empty for all. */
  networks: string;
  created_at_ms: number;
  /** Null for a key without an end. */
  ends_at_ms: number | null;
  last_used_at_ms: number | null;
};

/** The secrets of a key: one, or two for a day after a rotation. */
export type ApiKeySecretsTable = {
  hash: Buffer;
  key_id: string;
  /** Its first characters, by which people recognise it. */
  beginning: string;
  made_at_ms: number;
  /** Null for the newest, which ends with its key. */
  ends_at_ms: number | null;
};

/** A pending code after a verified password: the second step of a sign-in, or a new phone number. */
export type ChallengesTable = {
  id: string;
  secret_hash: Buffer;
  purpose: 'sign-in' | 'phone';
  user_id: string;
  device_id: string;
  /** The new number; null for the account's own. */
  phone_e164: string | null;
  phone_country: string | null;
  created_at_ms: number;
  tries: Generated<number>;
  sms_hash: Buffer | null;
  sms_expires_ms: number | null;
  recovery_hash: Buffer | null;
  recovery_expires_ms: number | null;
  ended_at_ms: number | null;
};

export type ResetTokensTable = {
  token_hash: Buffer;
  user_id: string;
  expires_ms: number;
  used_at_ms: number | null;
};

/** An invite to a seat of a commercial account, accepted or revoked at most once. */
export type SeatInvitesTable = {
  id: string;
  parent_user_id: string;
  token_hash: Buffer;
  created_at_ms: number;
  expires_at_ms: number;
  accepted_at_ms: number | null;
  /** The sub-user who claimed it; null if the address already had an account. */
  accepted_by_id: string | null;
  revoked_at_ms: number | null;
};

/** The state of limits, as JSON that only each limit's policy reads. */
export type LimitsTable = { key: string; state: string; expires_ms: number };

/** One entry of the audit log; it holds the hash of its predecessor. */
export type AuditEntriesTable = {
  seq: number;
  at_ms: number;
  actor_id: string | null;
  subject_id: string | null;
  action: string;
  before: string | null;
  after: string | null;
  reason: string | null;
  address: string | null;
  device_id: string | null;
  request_id: string | null;
  previous_hash: string;
  /** False for entries from before the chain had a key. */
  is_keyed: boolean;
  hash: string;
};

/** Messages waiting to be sent, encrypted, and dead ones without their content. */
export type OutboxTable = {
  id: string;
  channel: 'email' | 'sms';
  state: Generated<'waiting' | 'dead'>;
  payload: Buffer | null;
  attempts: Generated<number>;
  /** The error of the last attempt, without any message content. */
  last_error: Generated<string | null>;
  created_at_ms: number;
};

/** Begin and end of the audit chain with an HMAC over both: one row. */
export type AuditHeadTable = {
  id: number;
  first_seq: number;
  last_seq: number;
  last_hash: string;
  /** The entry from which head and chain disagreed; null if they never did. */
  disputed_seq: number | null;
  mac: string;
};

/** Users whose rights or sessions changed, in the transaction of the change; see `tx` for the order of reading. */
export type AccessChangesTable = {
  seq: Generated<number>;
  user_id: string;
  at_ms: Generated<number>;
  /** The transaction that wrote the row: numbers may be committed out of order. */
  tx: Generated<number>;
};

export type DemoMailboxTable = {
  id: Generated<number>;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  text: string;
  /** The HTML of a mail; null for text messages, and for mails of earlier releases. */
  html: Generated<string | null>;
  sent_at_ms: number;
};

/** The result of the last audit check: one row; `damages` is JSON. */
export type AuditChecksTable = {
  id: number;
  checked_at_ms: number;
  checked_entries: number;
  damages: string;
};

export type AccountTables = {
  users: UsersTable;
  subscriptions: SubscriptionsTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  api_key_secrets: ApiKeySecretsTable;
  challenges: ChallengesTable;
  reset_tokens: ResetTokensTable;
  seat_invites: SeatInvitesTable;
  limits: LimitsTable;
  audit_entries: AuditEntriesTable;
  outbox: OutboxTable;
  demo_mailbox: DemoMailboxTable;
  audit_head: AuditHeadTable;
  audit_checks: AuditChecksTable;
  access_changes: AccessChangesTable;
};
