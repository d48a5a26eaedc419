import { KEY_BUDGET } from '@moneytrail/contract';
import fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Grant, Granted } from './grant.ts';
import { createKeyBudget } from './key-budget.ts';
import { SUPER_ADMIN } from './testing/super-admin.ts';

/** Makes requests of grants of one account; answers whether each is within the budget. */
function startBudget() {
  const budget = createKeyBudget(fastify(), () => 0);
  return (given: Pick<Grant, 'keyId' | 'customer'>, isFromItsNetwork = true): boolean => {
    const grant: Grant = { ...given, scopes: [], endsAtMs: null, isFromItsNetwork };
    const user: typeof SUPER_ADMIN & Granted = { ...SUPER_ADMIN, grant };
    try {
      budget.take({} as FastifyRequest, user);
      return true;
    } catch {
      return false;
    }
  };
}

test.each([
  [
    'a customer',
    'customer',
    'customers',
    { keyId: 'k', customer: 'ann' },
    { keyId: 'k', customer: 'bob' },
  ],
  ['a key', 'key', 'account', { keyId: 'k', customer: null }, { keyId: 'other', customer: null }],
] as const)(
  '%s that goes on after its refusal uses up nothing of the others',
  (_who, own, all, one, other) => {
    const ask = startBudget();
    let served = 0;
    for (let count = 0; count < KEY_BUDGET[all] + 1; count += 1) if (ask(one)) served += 1;
    expect(served).toBe(KEY_BUDGET[own]);
    expect(ask(other)).toBe(true);
  },
);

test('a key that is used from elsewhere than its network loses nothing of its minute', () => {
  const ask = startBudget();
  const key = { keyId: 'k', customer: null };
  for (let count = 0; count < KEY_BUDGET.key + 1; count += 1) ask(key, false);
  expect(ask(key)).toBe(true);
});

test('many keys of one account share its minute', () => {
  const ask = startBudget();
  let served = 0;
  for (let key = 0; key < 20; key += 1) {
    for (let count = 0; count < 100; count += 1) {
      if (ask({ keyId: `key ${key}`, customer: null })) served += 1;
    }
  }
  expect(served).toBe(KEY_BUDGET.account);
});
