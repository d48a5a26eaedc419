import { createHmac } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import type { Db, Reader } from '../../db/index.ts';

type Writer = Pick<Db, 'insertInto'>;

const REMEMBERED_MS = 730 * DAY_MS;

/** A trial's user: the addresses of the account and the payer, and the payer's id at the provider. */
export type TrialUser = { emails: readonly string[]; payer: string | null };

/** Remembers used trials by keyed hashes, without storing identities. */
export type Trials = ReturnType<typeof createTrials>;

/** `secret` is the installation's. */
export function createTrials(secret: string, clock: { now: () => number }) {
  const key = createHmac('sha256', secret).update('billing.used-trials').digest();
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url');
  // Sorted, so that two transactions with the same names do not deadlock.
  const namesOf = ({ emails, payer }: TrialUser) => {
    const addresses = emails.map((email) => hash('email', email.trim().toLowerCase()));
    const names = [...addresses, ...(payer === null ? [] : [hash('payer', payer)])];
    return [...new Set(names)].toSorted();
  };
  return {
    /** True if any of the addresses or the payer has used one with a subscription other than `besides`. */
    async isUsed(db: Reader, who: TrialUser, besides = ''): Promise<boolean> {
      const row = await db
        .selectFrom('used_trials')
        .select('who')
        .where('who', 'in', namesOf(who))
        .where('used_at_ms', '>', clock.now() - REMEMBERED_MS)
        .where('subscription_id', '<>', besides)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Records a trial; idempotent. Concurrent calls for the same user wait for each other. */
    async note(db: Writer, who: TrialUser, subscriptionId: string): Promise<void> {
      const row = { used_at_ms: clock.now(), subscription_id: subscriptionId };
      await db
        .insertInto('used_trials')
        .values(namesOf(who).map((name) => ({ who: name, ...row })))
        .onConflict((conflict) =>
          conflict
            .column('who')
            .doUpdateSet(row)
            .where('used_trials.used_at_ms', '<=', clock.now() - REMEMBERED_MS)
            .where('used_trials.subscription_id', '<>', subscriptionId),
        )
        .execute();
    },
  };
}
