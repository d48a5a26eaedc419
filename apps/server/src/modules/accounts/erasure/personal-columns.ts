import type { Database } from '../../../db/index.ts';

type Column<Table extends keyof Database> = {
  table: Table;
  column: keyof Database[Table] & string;
  /** `remove` the rows of the person, `clear` the column, or `keep` it, for a reason. */
  act: 'remove' | 'clear' | { keep: string };
};

type PersonalColumn = { [Table in keyof Database]: Column<Table> }[keyof Database];

/**
 * Every column that holds the id of a person, and what becomes of it when their account is erased. The row in `users`
 * stays, without anything personal, so that what is kept refers to somebody whom nobody knows.
 */
export const PERSONAL_COLUMNS: readonly PersonalColumn[] = [
  { table: 'sessions', column: 'user_id', act: 'remove' },
  { table: 'challenges', column: 'user_id', act: 'remove' },
  { table: 'reset_tokens', column: 'user_id', act: 'remove' },
  { table: 'subscriptions', column: 'user_id', act: 'remove' },
  { table: 'seat_invites', column: 'parent_user_id', act: 'remove' },
  { table: 'seat_invites', column: 'accepted_by_id', act: 'remove' },
  { table: 'layouts', column: 'user_id', act: 'remove' },
  { table: 'chart_templates', column: 'user_id', act: 'remove' },
  { table: 'webhook_events', column: 'user_id', act: 'clear' },
  {
    table: 'users',
    column: 'parent_user_id',
    act: { keep: 'who held a seat of the account stays suspended and never becomes a main user' },
  },
  {
    table: 'users',
    column: 'id',
    act: { keep: 'what is kept refers to it; nothing else in the row is of the person' },
  },
  {
    table: 'provider_subscriptions',
    column: 'user_id',
    act: { keep: 'payments belong to it, and what still charges has to be ended' },
  },
  {
    table: 'audit_entries',
    column: 'actor_id',
    act: { keep: 'the record is append-only and goes after 24 months; it holds no names' },
  },
  {
    table: 'audit_entries',
    column: 'subject_id',
    act: { keep: 'the record is append-only and goes after 24 months; it holds no names' },
  },
  {
    table: 'access_changes',
    column: 'user_id',
    act: { keep: 'tells processes that rights changed, and goes after a day' },
  },
];
