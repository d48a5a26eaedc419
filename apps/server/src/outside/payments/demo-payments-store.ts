import type { Db } from '../../db/index.ts';
import type { PaymentProviderName } from './payment-provider.ts';

/** Where the simulator of a provider keeps what it knows, so that a restart forgets no subscription. */
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

/** Removes what demo mode left, so that nothing of it is kept outside of it. */
export async function clearDemoPayments(db: Db): Promise<void> {
  await db.deleteFrom('demo_payments').execute();
}
