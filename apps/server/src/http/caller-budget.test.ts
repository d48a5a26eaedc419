import { AppError } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { callerName, createCallerBudget } from './caller-budget.ts';
import { SUPER_ADMIN } from './testing/super-admin.ts';

function create(atOnce: number, aMinute: number) {
  const time = { nowMs: 0 };
  const budget = createCallerBudget({ monotonicMs: () => time.nowMs }, { atOnce, aMinute });
  /** Null where it is let through, else the seconds to wait. */
  const refusal = (caller: string) => {
    try {
      budget.acquire(caller)();
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [error.code, error.retryAfterSeconds];
    }
  };
  return { time, budget, refusal };
}

test('a caller has so much under way at once, and nobody else waits for him', () => {
  const { budget, refusal } = create(2, 1_000);
  const leave = [budget.acquire('one'), budget.acquire('one')];
  expect(refusal('one')).toEqual(['RATE_LIMITED', 1]);
  expect(refusal('other')).toBeNull();
  leave[0]?.();
  expect(refusal('one')).toBeNull();
});

test('a minute holds so much of a caller, and it comes back evenly', () => {
  const { time, refusal } = create(2, 60);
  for (let i = 0; i < 60; i++) expect(refusal('one')).toBeNull();
  expect(refusal('one')).toEqual(['RATE_LIMITED', 1]);
  expect(refusal('other')).toBeNull();
  time.nowMs += 1_000;
  expect([refusal('one'), refusal('one')]).toEqual([null, ['RATE_LIMITED', 1]]);
  time.nowMs += 60_000;
  for (let i = 0; i < 60; i++) expect(refusal('one')).toBeNull();
});

test('an account is charged wherever it calls from, a visitor by his subscriber', () => {
  const ips = ['2001:db8::1', '2001:db8::2'];
  const names = (user: typeof SUPER_ADMIN | null) =>
    new Set(ips.map((ip) => callerName({ user, ip })));
  expect(names(SUPER_ADMIN).size).toBe(1);
  expect(names(null).size).toBe(1);
  expect(names(null)).not.toEqual(names(SUPER_ADMIN));
});

test('who waits for his own work has his turn when it ends, and nobody waits for him', async () => {
  const { budget } = create(2, 1_000);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const turns = Array.from({ length: 5 }, async (_, index) => {
    ends.push(await budget.acquireInTurn('one'));
    begun.push(index);
  });
  (await budget.acquireInTurn('other'))();
  expect(begun).toEqual([0, 1]);
  for (let index = 0; index < 5; index++) {
    await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(index);
    ends[index]?.();
  }
  await Promise.all(turns);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('a hundred wait for one caller, the next one is refused', async () => {
  const { budget } = create(1, 10_000);
  const end = await budget.acquireInTurn('one');
  const turns = Array.from({ length: 101 }, () => budget.acquireInTurn('one'));
  await expect(turns[100]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  end();
  for (const turn of turns.slice(0, 100)) (await turn)();
});

test('where a minute holds no more, all who wait for their turn are told', async () => {
  const { budget } = create(1, 3);
  const end = await budget.acquireInTurn('one');
  const turns = Array.from({ length: 5 }, () =>
    budget.acquireInTurn('one').then((leave) => leave()),
  );
  const settled = Promise.allSettled(turns);
  end();
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
});
