import { createHmac } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import type { Db, Reader } from '../../db/index.ts';

type Writer = Pick<Db, 'insertInto'>;

/** So long a trial that was used is remembered. */
const REMEMBERED_MS = 730 * DAY_MS;

/** Who may use a trial: addresses, of the account and of who pays, and who pays as the provider knows them. */
export type TrialUser = { emails: readonly string[]; payer: string | null };

/** Knows who has used a trial, without keeping who they are. */
export type Trials = {
  /** Whether any of the addresses, or who pays, has used one with another subscription. */
  isUsed: (db: Reader, who: TrialUser, besides?: string) => Promise<boolean>;
  /** Notes a trial that begins; doing it twice is the same as once. Who notes the same at once waits. */
  note: (db: Writer, who: TrialUser, subscriptionId: string) => Promise<void>;
};

/** `secret` is the installation's. */
export function createTrials(secret: string, clock: { now: () => number }): Trials {
  const key = createHmac('sha256', secret).update('billing.used-trials').digest();
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url');
  // In one order for everybody, as two who take the same names would wait for each other.
  const namesOf = ({ emails, payer }: TrialUser) => {
    const addresses = emails.map((email) => hash('email', email.trim().toLowerCase()));
    const names = [...addresses, ...(payer === null ? [] : [hash('payer', payer)])];
    return [...new Set(names)].toSorted();
  };
  return {
    async isUsed(db, who, besides = '') {
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
    async note(db, who, subscriptionId) {
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
