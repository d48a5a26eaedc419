import { AppError } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import {
  callerName,
  createCallerBudget,
  createProcessingBudget,
  type WorkTurn,
} from './caller-budget.ts';
import { SUPER_ADMIN } from './testing/super-admin.ts';

const NOTHING = async () => undefined;
const WAITS = { mayWait: true };

function create(atOnce: number, aMinute: number) {
  const time = { nowMs: 0 };
  const budget = createCallerBudget({ monotonicMs: () => time.nowMs }, { atOnce, aMinute });
  /** Null if it is admitted, else the seconds to wait. */
  const refusal = async (caller: string, how?: WorkTurn) => {
    try {
      await budget.run(caller, NOTHING, how);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [error.code, error.retryAfterSeconds];
    }
  };
  /** Work that lasts until it is ended. */
  const begin = (caller: string, how?: WorkTurn) => {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { end, done: budget.run(caller, () => over, how) };
  };
  return { time, budget, refusal, begin };
}

test('a caller’s concurrency is limited, and delays nobody else', async () => {
  const { refusal, begin } = create(2, 1_000);
  const first = begin('one');
  begin('one');
  expect(await refusal('one')).toEqual(['RATE_LIMITED', 1]);
  expect(await refusal('other')).toBeNull();
  first.end();
  await first.done;
  expect(await refusal('one')).toBeNull();
});

test('one customer never takes all places of its account', async () => {
  const { refusal, begin } = create(4, 1_000);
  const busy = ['ann', 'ann'].map((customer) => begin('one', { customer }));
  expect(await refusal('one', { customer: 'ann' })).toEqual(['RATE_LIMITED', 1]);
  expect(await refusal('one', { customer: 'bob' })).toBeNull();
  expect(await refusal('one')).toBeNull();
  for (const { end } of busy) end();
  await Promise.all(busy.map(({ done }) => done));
  expect(await refusal('one', { customer: 'ann' })).toBeNull();
});

test('the waiting work of one customer leaves room for that of others', async () => {
  const { begin } = create(2, 100_000);
  const how = { mayWait: true, customer: 'ann' };
  const first = begin('one', how);
  const waiting = Array.from({ length: 60 }, () => begin('one', how));
  for (const each of waiting) each.end();
  const others = begin('one', { mayWait: true, customer: 'bob' });
  others.end();
  await others.done;
  first.end();
  const outcomes = await Promise.allSettled(waiting.map(({ done }) => done));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

test('work that fails gives its place back', async () => {
  const { budget, refusal } = create(1, 1_000);
  const failing = budget.run('one', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await refusal('one')).toBeNull();
});

test('a minute holds so much of a caller, and it comes back evenly', async () => {
  const { time, refusal } = create(2, 60);
  for (let i = 0; i < 60; i++) expect(await refusal('one')).toBeNull();
  expect(await refusal('one')).toEqual(['RATE_LIMITED', 1]);
  expect(await refusal('other')).toBeNull();
  time.nowMs += 1_000;
  expect([await refusal('one'), await refusal('one')]).toEqual([null, ['RATE_LIMITED', 1]]);
  time.nowMs += 60_000;
  for (let i = 0; i < 60; i++) expect(await refusal('one')).toBeNull();
});

test('an account is charged wherever it calls from, a visitor by his subscriber', () => {
  const ips = ['2001:db8::1', '2001:db8::2'];
  const names = (user: typeof SUPER_ADMIN | null) =>
    new Set(ips.map((ip) => callerName({ user, ip })));
  expect(names(SUPER_ADMIN).size).toBe(1);
  expect(names(null).size).toBe(1);
  expect(names(null)).not.toEqual(names(SUPER_ADMIN));
});

test('queued work runs when the caller’s own work ends, and delays nobody else', async () => {
  const { budget } = create(2, 1_000);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const turns = Array.from({ length: 5 }, (_, index) => {
    const work = () => {
      begun.push(index);
      return new Promise<void>((done) => ends.push(done));
    };
    return budget.run('one', work, WAITS);
  });
  await budget.run('other', NOTHING, WAITS);
  expect(begun).toEqual([0, 1]);
  for (let index = 0; index < 5; index++) {
    ends[index]?.();
    await turns[index];
  }
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('work that may wait never stands in the way of work that may not', async () => {
  const { refusal, begin } = create(2, 1_000);
  const waiting = Array.from({ length: 5 }, () => begin('one', WAITS));
  expect(await refusal('one')).toBeNull();
  begin('one');
  begin('one');
  expect(await refusal('one')).toEqual(['RATE_LIMITED', 1]);
  for (const { end, done } of waiting) {
    end();
    await done;
  }
});

test('a hundred wait for one caller, the next one is refused', async () => {
  const { budget, begin } = create(1, 10_000);
  const { end } = begin('one', WAITS);
  const turns = Array.from({ length: 101 }, () => budget.run('one', NOTHING, WAITS));
  await expect(turns[100]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  end();
  await Promise.all(turns.slice(0, 100));
});

test('when the minute’s budget is used up, all queued work is refused', async () => {
  const { budget, begin } = create(1, 3);
  const { end } = begin('one', WAITS);
  const turns = Array.from({ length: 5 }, () => budget.run('one', NOTHING, WAITS));
  const settled = Promise.allSettled(turns);
  end();
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
});

describe('time of the serving thread', () => {
  const MB = 1_048_576;
  function start(limits: { share: number; burstMs: number }) {
    const time = { nowMs: 0 };
    const budget = createProcessingBudget({ monotonicMs: () => time.nowMs }, limits);
    /** Null if it is admitted, else the seconds to wait. */
    const refusal = (caller: string, bytes = 0) => {
      try {
        budget.take(caller, bytes);
        return null;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return [error.code, error.retryAfterSeconds];
      }
    };
    return { time, budget, refusal };
  }

  test('pays for bytes before they are read: a burst, then a share of the time', () => {
    const { time, refusal } = start({ share: 0.1, burstMs: 40 });
    for (let i = 0; i < 10; i += 1) expect(refusal('one', MB)).toBeNull();
    expect(refusal('one', MB)).toEqual(['RATE_LIMITED', 1]);
    expect([refusal('one'), refusal('other', MB)]).toEqual([null, null]);
    time.nowMs += 40;
    expect([refusal('one', MB), refusal('one', MB)]).toEqual([null, ['RATE_LIMITED', 1]]);
  });

  test('used time is charged afterwards, and a debt refuses every request until it is paid', () => {
    const { time, budget, refusal } = start({ share: 0.1, burstMs: 100 });
    budget.charge('one', 150);
    expect([refusal('one'), refusal('other')]).toEqual([['RATE_LIMITED', 1], null]);
    time.nowMs += 500;
    expect(refusal('one')).toBeNull();
  });

  test('an answer is paid for by its length, so that reading the longest lists again and again is refused', () => {
    const { time, budget, refusal } = start({ share: 0.05, burstMs: 1_000 });
    let read = 0;
    for (; refusal('one') === null; read += 1) budget.chargeAnswer('one', 3 * MB);
    expect(read).toBeLessThan(50);
    time.nowMs += 60_000;
    read = 0;
    for (const endMs = time.nowMs + 10_000; time.nowMs < endMs; time.nowMs += 10) {
      if (refusal('one') !== null) continue;
      budget.chargeAnswer('one', 3 * MB);
      read += 1;
    }
    // A burst of 42, then two a second.
    expect(read).toBeLessThan(42 + 10 * 3);
  });

  test('no debt lasts longer than a burst takes to come back', () => {
    const { time, budget, refusal } = start({ share: 0.1, burstMs: 100 });
    budget.charge('one', 1e6);
    time.nowMs += 1_000;
    expect(refusal('one')).toBeNull();
  });

  test('work of an account on the database runs four at once, and others do not wait for it', async () => {
    const { budget } = start({ share: 0.1, burstMs: 100 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = (caller: string) =>
      budget.runInTurn(caller, () => {
        begun.push(caller);
        return new Promise<void>((end) => ends.push(end));
      });
    const turns = [...Array.from({ length: 6 }, () => run('one')), run('other')];
    await expect.poll(() => begun).toEqual(['one', 'one', 'one', 'one', 'other']);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((done) => setImmediate(done));
    }
    await Promise.all(turns);
    expect(begun).toHaveLength(7);
  });

  /** The requests of a minute that are refused, if `atOnce` are always under way and each takes `ms`. */
  async function refusedInAMinute(atOnce: number, ms: number): Promise<number> {
    const { time, budget, refusal } = start({ share: 0.05, burstMs: 1_000 });
    let refused = 0;
    while (time.nowMs < 60_000) {
      const ends: (() => void)[] = [];
      const turns: Promise<void>[] = [];
      for (let index = 0; index < atOnce; index += 1) {
        if (refusal('one')) refused += 1;
        else turns.push(budget.runInTurn('one', () => new Promise((end) => ends.push(end))));
      }
      await new Promise((done) => setImmediate(done));
      time.nowMs += ms;
      for (const end of ends) end();
      await Promise.all(turns);
    }
    return refused;
  }

  test.each([50, 200, 1_000, 5_000])(
    'a request of an account after the other is never refused if each takes %d ms',
    async (ms) => {
      expect(await refusedInAMinute(1, ms)).toBe(0);
    },
  );

  test.each([5, 50, 200])(
    'four requests of an account at a time are not always admitted if each takes %d ms',
    async (ms) => {
      expect(await refusedInAMinute(4, ms)).toBeGreaterThan(10);
    },
  );

  test.each([50, 400, 1_000, 5_000])(
    'a page of thirty requests loads if each takes %d ms',
    async (ms) => {
      const { time, budget, refusal } = start({ share: 0.05, burstMs: 1_000 });
      for (let sent = 0; sent < 30; sent += 4) {
        expect(refusal('one')).toBeNull();
        const ends: (() => void)[] = [];
        const run = () => budget.runInTurn('one', () => new Promise<void>((end) => ends.push(end)));
        const turns = Array.from({ length: 4 }, run);
        await new Promise((done) => setImmediate(done));
        time.nowMs += ms;
        for (const end of ends) end();
        await Promise.all(turns);
      }
    },
  );

  test('failed work on the database is charged too', async () => {
    const { time, budget, refusal } = start({ share: 0.1, burstMs: 1 });
    const failing = async () => {
      time.nowMs += 200;
      throw new Error('no');
    };
    for (let index = 0; index < 4; index += 1) {
      await expect(budget.runInTurn('one', failing)).rejects.toThrow('no');
    }
    expect(refusal('one', 1)).toEqual(['RATE_LIMITED', 1]);
  });
});
