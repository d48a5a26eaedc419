import { AppError } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { createLongHistories } from './long-histories.ts';

const ENDED = new AppError('UNAVAILABLE', 'Bars cannot be read at the moment.');

/** Histories on a clock that the test sets, each of which ends when the test says so. */
function start() {
  const held = { nowMs: 0, begun: [] as string[] };
  const histories = createLongHistories({ monotonicMs: () => held.nowMs });
  const ask = (caller: string, name: string) => {
    let resolve: (text: string) => void = () => undefined;
    let reject: (error: unknown) => void = () => undefined;
    const end = new Promise<string>((done, failed) => {
      resolve = done;
      reject = failed;
    });
    const answer = histories.run(caller, () => {
      held.begun.push(name);
      return end;
    });
    answer.catch(() => undefined);
    return { answer, resolve, reject };
  };
  return { held, ask };
}

test('a caller’s long histories are built one after the other, and other callers do not wait for them', async () => {
  const { held, ask } = start();
  const [first, second] = [ask('a', 'a1'), ask('a', 'a2')];
  const other = ask('b', 'b1');
  expect(held.begun).toEqual(['a1', 'b1']);
  first.resolve('whole');
  other.resolve('whole');
  expect([await first.answer, await other.answer]).toEqual(['whole', 'whole']);
  await expect.poll(() => held.begun).toEqual(['a1', 'b1', 'a2']);
  second.resolve('whole');
  expect(await second.answer).toBe('whole');
});

test('a history that ran out of time behind the caller’s own is refused with the time to wait', async () => {
  const { held, ask } = start();
  const [first, second] = [ask('a', 'a1'), ask('a', 'a2')];
  held.nowMs = 2_700;
  first.resolve('whole');
  await expect.poll(() => held.begun).toContain('a2');
  second.reject(ENDED);
  await expect(second.answer).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 3,
  });
});

test('a failure of the server stays one, with and without a wait', async () => {
  const { held, ask } = start();
  const [first, second] = [ask('a', 'a1'), ask('a', 'a2')];
  held.nowMs = 2_700;
  first.reject(ENDED);
  await expect(first.answer).rejects.toBe(ENDED);
  await expect.poll(() => held.begun).toContain('a2');
  const vendor = new AppError('FEED_UNAVAILABLE', 'FMP does not answer.');
  second.reject(vendor);
  await expect(second.answer).rejects.toBe(vendor);
});

test('beyond nine at once a caller is refused', async () => {
  const { ask } = start();
  const asked = Array.from({ length: 10 }, (_, index) => ask('a', `a${index}`));
  await expect(asked[9]?.answer).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});
