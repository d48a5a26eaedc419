import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, openTestDatabase } from '../../db/testing/test-database.ts';
import { billingJobs } from './jobs.ts';
import { startBilling } from './testing/start-billing.ts';

test('without a payment provider, no job of payments is scheduled or listed', async () => {
  const database = await openTestDatabase(ANY_KIND);
  onTestFinished(() => database.close());
  const { billing, close } = await startBilling(database);
  onTestFinished(close);
  expect(billingJobs({ billing }).some(({ schedule }) => schedule !== null)).toBe(true);
  expect(billingJobs({ billing: { ...billing, payments: { providers: {} } } })).toEqual([]);
});
