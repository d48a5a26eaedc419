import type { Db } from '../../db/index.ts';
import type { PaymentProviderName } from './payment-provider.ts';

/** Stores a provider simulator's state, so that subscriptions survive a restart. */
export function demoPaymentsStorage(db: Db, provider: PaymentProviderName) {
  return {
    read: async (): Promise<string | null> => {
      const row = await db
        .selectFrom('demo_payments')
        .select('state')
        .where('provider', '=', provider)
        .executeTakeFirst();
      return row?.state ?? null;
    },
    write: async (state: string): Promise<void> => {
      await db
        .insertInto('demo_payments')
        .values({ provider, state })
        .onConflict((conflict) => conflict.column('provider').doUpdateSet({ state }))
        .execute();
    },
  };
}

/** Removes all state; called outside of demo mode. */
export async function clearDemoPayments(db: Db): Promise<void> {
  await db.deleteFrom('demo_payments').execute();
}
