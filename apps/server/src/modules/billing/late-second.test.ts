import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseHandle, Reader } from '../../db/index.ts';
import { openTestDatabase, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { buyersOf } from './testing/buyers.ts';
import { latePayments } from './testing/late-payments.ts';
import { HOUR, MONTHLY, startBilling, type TestBilling, YEARLY } from './testing/start-billing.ts';

describe.each(USUAL_KINDS)('a buyer who buys again after a first payment failed, on %s', (kind) => {
  let database: DatabaseHandle;
  let world: TestBilling;
  let userId: string;
  let failed: string;
  let recordedWhenTold: number[];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const sendNotice = async (trx: Reader) => {
      recordedWhenTold.push((await recorded(trx)).length);
    };
    world = await startBilling(database, { sendNotice });
    recordedWhenTold = [];
    world.paypal.webhooks.hold();
    userId = await world.addUser();
    withholdPayments(1);
    failed = await buy(userId, MONTHLY);
    await confirm(userId, failed);
    tellPayments();
    withholdPayments(1, failed);
    await confirm(userId, await buy(userId, YEARLY));
    world.mails.splice(0);
    recordedWhenTold = [];
  });
  afterEach(() => world.close());
  const { buy, confirm, subjects } = buyersOf(() => world);
  const { withholdPayments, tellPayments } = latePayments(() => world);
  const stateOfFailed = async () =>
    (await world.billing.payments.providers.paypal?.readSubscription(failed))?.state;
  const recorded = async (db: Reader = world.db) => {
    const entries = db
      .selectFrom('audit_entries')
      .select(['action', 'reason'])
      .where('subject_id', '=', userId)
      .where('action', '=', 'subscription.refused-payment');
    return entries.execute();
  };
  /** Lets the payment that failed go through, and looks what is open. */
  const lookLater = async () => {
    world.addTime(HOUR);
    await world.run('billing.settle-open');
  };

  test('is no longer charged for the first plan, and notified', async () => {
    await world.run('billing.end-unusable');
    expect(await stateOfFailed()).toBe('cancelled');
    expect(subjects()).toEqual(['your subscription could not begin']);
    await world.run('billing.end-unusable');
    expect(subjects()).toHaveLength(1);
    expect((await world.see(userId)).subscription).toMatchObject({
      plan: 'YEARLY',
      isActive: true,
    });
    expect(await recorded()).toEqual([]);
  });

  test.each([true, false])(
    'has it recorded, once, where it was charged all the same, cancelled before: %s',
    async (isCancelled) => {
      if (isCancelled) await world.run('billing.end-unusable');
      tellPayments();
      await lookLater();
      await lookLater();
      expect(await stateOfFailed()).toBe('cancelled');
      expect(await recorded()).toEqual([
        { action: 'subscription.refused-payment', reason: 'second' },
      ]);
      expect((await world.see(userId)).subscription).toMatchObject({ plan: 'YEARLY' });
    },
  );

  test('is notified before the charge is recorded: the audit log is always locked last', async () => {
    tellPayments();
    await lookLater();
    expect(recordedWhenTold).toEqual([0]);
    expect(await recorded()).toHaveLength(1);
  });
});
