import type { AlertState, PauseReason } from '@moneytrail/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/**
 * Alerts; `definition` and `memory` are JSON. An alert on a watchlist has `watchlist_id` and is not evaluated itself: for each
 * instrument of the list, a row of its own names it in `list_alert_id`.
 */
export type AlertsTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  /** For an alert on a list, the instrument on whose chart it was made. */
  instrument_id: number;
  watchlist_id: number | null;
  list_alert_id: number | null;
  /** The saved screen that is watched instead of an instrument. */
  screen_id: number | null;
  /** Chosen by the creating client, so that a repeated request creates no second alert. */
  create_key: string;
  definition: string;
  state: AlertState;
  paused_for: PauseReason | null;
  snoozed_until_ms: number | null;
  until_ms: number | null;
  /** Incremented with every change by its owner. */
  revision: number;
  /** Incremented whenever the alert begins anew; part of the identity of its firings. */
  activation: number;
  activated_ms: number;
  /** The alert's memory between two looks; null for a new one. */
  memory: string | null;
  fired_count: Generated<number>;
  last_fired_ms: number | null;
  created_at_ms: number;
  /** A moment on the database's clock, for the processes that evaluate. */
  changed_ms: number;
};

/** The place up to which the alerts of an instrument were evaluated. */
export type AlertCursorsTable = {
  instrument_id: number;
  /** The last evaluated tick, and the extremes of its minute until then. */
  time_ms: number;
  price: number;
  high: number;
  low: number;
  /** Every bar that had closed by then was evaluated. */
  closed_ms: number;
  /** Prices of a simulator and of a vendor are not compared with one another. */
  is_simulated: boolean;
  /** JSON: minutes in which ticks may have been missed. */
  gaps: string;
};

/** The members of the screen of an alert when it was last looked at. */
export type ScreenMembersTable = {
  alert_id: number;
  /** The activation of the alert and the question of the screen that they belong to; others begin anew. */
  activation: number;
  question_hash: string;
  /** Two bits for each id of an instrument: not counted, outside, inside. */
  standings: Buffer;
  /** JSON: pairs of an instrument and the start of the bar at which it fired last. */
  told: string;
  /** The newest close at which something fired, and how much. */
  burst_ms: number;
  burst_count: number;
  /** How many are inside. */
  members: number;
  /** Incremented with every save, which names the one before. */
  version: number;
};

/** Firings, which never change but for being seen. */
export type AlertFiringsTable = {
  id: GeneratedAlways<number>;
  /** Null once the alert is deleted. */
  alert_id: number | null;
  user_id: string;
  occurrence: string;
  name: string;
  symbol: string;
  resolution: string;
  time_ms: number;
  bar_time: number;
  price: number;
  text: string;
  /** The text for other programs and mails, with its placeholders filled in. */
  message: string;
  late_from_ms: number | null;
  late_to_ms: number | null;
  sound: string | null;
  stored_at_ms: number;
  is_seen: Generated<boolean>;
};

export type AlertDeliveriesTable = {
  id: GeneratedAlways<number>;
  firing_id: number;
  user_id: string;
  channel: 'mail' | 'push' | 'webhook';
  webhook_id: number | null;
  state: 'waiting' | 'sent' | 'failed';
  attempts: Generated<number>;
  status: number | null;
  problem: string | null;
  created_at_ms: number;
};

/** Secrets are encrypted. */
export type WebhooksTable = {
  id: GeneratedAlways<number>;
  user_id: string;
  name: string;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_ends_ms: number | null;
  disabled_for: 'byOwner' | 'failing' | null;
  failing_since_ms: number | null;
  created_at_ms: number;
};

export type WebhookAttemptsTable = {
  id: GeneratedAlways<number>;
  webhook_id: number;
  firing_id: number | null;
  at_ms: number;
  status: number | null;
  ms: number;
  answer: string;
};

/** Browsers that get push messages. */
export type PushSubscriptionsTable = {
  endpoint: string;
  user_id: string;
  /** The session that asked for them; null in rows of builds that stored none. */
  session_id: string | null;
  p256dh: string;
  auth: string;
  created_at_ms: number;
};

export type AlertTables = {
  alerts: AlertsTable;
  alert_cursors: AlertCursorsTable;
  screen_members: ScreenMembersTable;
  alert_firings: AlertFiringsTable;
  alert_deliveries: AlertDeliveriesTable;
  webhooks: WebhooksTable;
  webhook_attempts: WebhookAttemptsTable;
  push_subscriptions: PushSubscriptionsTable;
};
