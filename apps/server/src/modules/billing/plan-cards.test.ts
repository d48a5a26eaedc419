import { expect, test } from 'vitest';
import { openTestDatabase, silentLog } from '../../db/testing/test-database.ts';
import { createPlanCards, planCards } from './plan-cards.ts';
import type { PlanRow } from './policy.ts';

const TRIAL: PlanRow = {
  id: 'P-T',
  provider: 'paypal',
  provider_plan_id: 'P-T',
  name: 'Monthly <b>',
  description: '',
  billing_interval: 'MONTH',
  amount_cents: 2_999,
  currency: 'USD',
  trial_days: 14,
  is_offered: true,
  gives_summary: true,
  gives_suffix: false,
};
const PAID = { ...TRIAL, id: 'P-M', trial_days: null };
const CARD: PlanRow = { ...PAID, id: 'lemon-1', provider: 'lemon' };
const YEARLY: PlanRow = {
  ...PAID,
  id: 'P-Y',
  name: 'Yearly',
  billing_interval: 'YEAR',
  amount_cents: 29_990,
  gives_summary: false,
};

/** The texts of each card. */
const cardsOf = (html: string) =>
  [...html.matchAll(/<article>(.*?)<\/article>/g)].map(([, card = '']) =>
    card
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

test('what is free stands beside one card for each price, with the ways to pay and the trial', () => {
  const html = planCards([TRIAL, PAID, CARD, YEARLY]);
  const [visitor = '', account = '', monthly = '', yearly = '', ...more] = cardsOf(html);
  expect(more).toEqual([]);
  expect(visitor).toMatch(/^Without an account Free/);
  expect(account).toMatch(/^Account without a plan Free After approval by a person/);
  expect(monthly).toMatch(/^Monthly &lt;b&gt; USD 29.99 \/ month/);
  expect(monthly).toContain('PayPal: 14 days free');
  expect(monthly).toContain('Card, by Lemon Squeezy: no free trial');
  expect(yearly).toMatch(/^Yearly USD 299.90 \/ year PayPal: no free trial/);
});

test('a right is promised only where every plan of the price gives it', () => {
  const [, , monthly = '', yearly = ''] = cardsOf(planCards([TRIAL, PAID, YEARLY]));
  expect(monthly).toContain('Summary panel included:');
  expect(yearly).toContain('Summary panel not included; an administrator can add it');
  const [, , mixed = ''] = cardsOf(planCards([TRIAL, { ...CARD, gives_summary: false }]));
  expect(mixed).toContain('Summary panel not included');
});

test('without plans, or while they are not known, the free cards remain and the page says so', () => {
  expect(planCards([])).toContain('No plan is on offer');
  expect(planCards(null)).toContain('cannot be shown at the moment');
  expect(cardsOf(planCards(null))).toHaveLength(2);
});

test('a database that is away is asked once in five seconds, however many visitors come', async () => {
  let nowMs = 1_000_000;
  const warned: string[] = [];
  const log = { ...silentLog, warn: (_detail: object, message: string) => warned.push(message) };
  const db = {
    selectFrom: () => {
      throw new Error('the database is away');
    },
  };
  const payments = { providers: { paypal: { name: 'paypal' } } };
  const read = createPlanCards({ db, clock: { now: () => nowMs }, payments, log } as never);
  for (let visitor = 0; visitor < 3; visitor++) {
    expect(await read()).toContain('cannot be shown at the moment');
  }
  expect(warned).toHaveLength(1);
  nowMs += 5_000;
  await read();
  expect(warned).toHaveLength(2);
});

test('plans stored after the first visit to Home, as at a first start, are shown within five seconds', async () => {
  const database = await openTestDatabase('postgres');
  try {
    let nowMs = 1_000_000;
    const payments = { providers: { paypal: { name: 'paypal' } } };
    const { db } = database;
    const deps = { db, clock: { now: () => nowMs }, payments, log: silentLog };
    const read = createPlanCards(deps as never);
    expect(await read()).toContain('No plan is on offer');
    await db.insertInto('plans').values(PAID).execute();
    nowMs += 5_000;
    expect(await read()).toContain('USD 29.99');
  } finally {
    await database.close();
  }
});
