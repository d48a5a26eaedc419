import { DAY_MS } from '@moneytrail/calendar';
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../../db/index.ts';
import type { AccountServices } from '../account-services.ts';

type Column<Table extends keyof Database> = {
  table: Table;
  column: keyof Database[Table] & string;
  /** `remove` the person's rows, `clear` the column, or `keep` it for the given reason. */
  act: 'remove' | 'clear' | { keep: string };
};

type PersonalColumn = { [Table in keyof Database]: Column<Table> }[keyof Database];

/**
 * Every column that holds a person's id, and its treatment when the account is erased. The row in `users` stays without
 * personal data, so that the rows kept refer to an anonymous account.
 */
export const PERSONAL_COLUMNS: readonly PersonalColumn[] = [
  { table: 'sessions', column: 'user_id', act: 'remove' },
  { table: 'api_keys', column: 'user_id', act: 'remove' },
  { table: 'challenges', column: 'user_id', act: 'remove' },
  { table: 'reset_tokens', column: 'user_id', act: 'remove' },
  { table: 'subscriptions', column: 'user_id', act: 'remove' },
  { table: 'seat_invites', column: 'parent_user_id', act: 'remove' },
  { table: 'seat_invites', column: 'accepted_by_id', act: 'remove' },
  { table: 'layouts', column: 'user_id', act: 'remove' },
  { table: 'chart_templates', column: 'user_id', act: 'remove' },
  { table: 'chart_keys', column: 'user_id', act: 'remove' },
  { table: 'watchlists', column: 'user_id', act: 'remove' },
  { table: 'journal_notes', column: 'user_id', act: 'remove' },
  { table: 'screens', column: 'user_id', act: 'remove' },
  { table: 'asked_studies', column: 'user_id', act: 'remove' },
  { table: 'rule_tests', column: 'user_id', act: 'remove' },
  { table: 'alerts', column: 'user_id', act: 'remove' },
  { table: 'alert_firings', column: 'user_id', act: 'remove' },
  { table: 'alert_deliveries', column: 'user_id', act: 'remove' },
  { table: 'webhooks', column: 'user_id', act: 'remove' },
  { table: 'push_subscriptions', column: 'user_id', act: 'remove' },
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

/** Deleted accounts are kept hidden for this long, in case of a mistake. */
export const ERASED_AFTER_MS = 14 * DAY_MS;
const AT_ONCE = 100;

type Deps = Pick<AccountServices, 'db' | 'clock' | 'audit' | 'log'>;

/** Erases one account in a transaction; idempotent. */
async function eraseAccount({ db, clock, audit }: Deps, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockErasable(trx, userId);
    if (!user) return;
    await removeShownMessages(trx, user);
    await removePersonalRows(trx, userId);
    await blankUser(trx, userId, clock.now());
    await audit.append(trx, { action: 'account.erased', actorId: null, subjectId: userId });
  });
}

/**
 * Erases every account deleted at least 14 days ago, each in its own transaction, so that an interrupted run continues
 * the next time. If accounts cannot be erased, all others are still erased before the call throws.
 */
export async function eraseDeleted(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const untilMs = clock.now() - ERASED_AFTER_MS;
  const failed = new Set<string>();
  for (;;) {
    const found = await listErasable(db, untilMs, AT_ONCE + failed.size);
    const due = found.filter((userId) => !failed.has(userId));
    if (due.length === 0) break;
    for (const userId of due) {
      signal.throwIfAborted();
      await eraseAccount(deps, userId).catch((err: unknown) => {
        log.error({ err, userId }, 'a deleted account is not erased');
        failed.add(userId);
      });
    }
  }
  if (failed.size > 0) throw new Error(`${failed.size} deleted accounts are not erased.`);
}

/** The fields that identify a deleted account's messages in the demo mailbox. */
type DeletedUser = { id: string; username: string; phone_e164: string | null };

/** Accounts deleted up to a time and not yet erased, oldest deletion first. */
async function listErasable(db: Db, deletedUntilMs: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at_ms', '<=', deletedUntilMs)
    .where('erased_at_ms', 'is', null)
    .orderBy('deleted_at_ms')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a deleted account until the transaction ends; null if it is not deleted or already erased. */
async function lockErasable(trx: Trx, id: string): Promise<DeletedUser | null> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'username', 'phone_e164'])
    .where('id', '=', id)
    .where('deleted_at_ms', 'is not', null)
    .where('erased_at_ms', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

async function removePersonalRows(trx: Trx, id: string): Promise<void> {
  for (const { table, column, act } of PERSONAL_COLUMNS) {
    const [from, of] = [sql.table(table), sql.ref(column)];
    if (act === 'remove') await sql`delete from ${from} where ${of} = ${id}`.execute(trx);
    if (act === 'clear')
      await sql`update ${from} set ${of} = null where ${of} = ${id}`.execute(trx);
  }
}

async function removeShownMessages(trx: Trx, { username, phone_e164 }: DeletedUser): Promise<void> {
  const recipients = phone_e164 === null ? [username] : [username, phone_e164];
  await trx.deleteFrom('demo_mailbox').where('recipient', 'in', recipients).execute();
}

/** Anonymises an account; its address becomes free. */
async function blankUser(trx: Trx, id: string, nowMs: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      username: `erased:${id}`,
      first_name: '',
      last_name: '',
      password_hash: '',
      phone_e164: null,
      // No country has this code.
      phone_country: 'ZZ',
      trading_view_username: null,
      gender: null,
      date_of_birth: null,
      parent_user_id: null,
      is_super_admin: false,
      max_seats: null,
      has_paid: false,
      payment_valid_until: null,
      payment_details: null,
      revoked_reason: null,
      has_subscription_override: false,
      accepted_terms: null,
      accepted_privacy: null,
      email_confirmed_at_ms: null,
      erased_at_ms: nowMs,
    })
    .where('id', '=', id)
    .execute();
}
