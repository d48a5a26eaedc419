import { NEW_MEMORY } from '@moneytrail/alerts';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import type { AlertRow } from '../alert-store.ts';

/** An active alert on the instrument 1 that has never fired, unless told otherwise. */
export function makeAlertRow(more: Partial<AlertRow> & { id: number }): AlertRow {
  return {
    user_id: 'u',
    instrument_id: 1,
    watchlist_id: null,
    list_alert_id: null,
    screen_id: null,
    create_key: String(more.id),
    definition: makeAlert(),
    state: 'active',
    paused_for: null,
    snoozed_until_ms: null,
    until_ms: null,
    revision: 1,
    activation: 1,
    activated_ms: 0,
    memory: NEW_MEMORY,
    fired_count: 0,
    last_fired_ms: null,
    created_at_ms: 0,
    changed_ms: 0,
    ...more,
  };
}
