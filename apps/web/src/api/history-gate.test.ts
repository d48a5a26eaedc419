import { expect, it } from 'vitest';
import { createFakeClock } from '../lib/testing/fake-clock.ts';
import { ApiError } from './api-error.ts';
import { createHistoryGate } from './history-gate.ts';

const going = new AbortController().signal;

/** A gate and reads that are answered by hand. */
function setUp() {
  const clock = createFakeClock(1_000_000);
  const gate = createHistoryGate(clock);
  const begun: number[] = [];
  const answers: ((failure?: Error) => void)[] = [];
  const read = (name: number, signal = going) =>
    gate.run(() => {
      begun.push(name);
      return new Promise<number>((resolve, reject) => {
        answers[name] = (failure) => (failure ? reject(failure) : resolve(name));
      });
    }, signal);
  return { clock, begun, answers, read };
}

const busy = (status: number, code: string, retryAfterMs: number) =>
  new ApiError('Later.', { status, code, retryAfterMs });

it('runs four reads at a time, the others in order, and none whose signal has ended', async () => {
  const { clock, begun, answers, read } = setUp();
  const leaving = new AbortController();
  const results = [0, 1, 2, 3, 4, 5].map((name) => read(name, name === 4 ? leaving.signal : going));
  await clock.advance(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  leaving.abort(new Error('left'));
  await expect(results[4]).rejects.toThrow('left');
  answers[2]?.();
  await clock.advance(0);
  expect(begun).toEqual([0, 1, 2, 3, 5]);
  await expect(results[2]).resolves.toBe(2);
});

it.each([
  [429, 'RATE_LIMITED'],
  [503, 'UNAVAILABLE'],
])('lets all reads wait as long as an answer %i asks', async (status, code) => {
  const { clock, begun, answers, read } = setUp();
  const refused = read(0);
  await clock.advance(0);
  answers[0]?.(busy(status, code, 7_000));
  await expect(refused).rejects.toMatchObject({ status });
  void read(1);
  await clock.advance(6_999);
  expect(begun).toEqual([0]);
  await clock.advance(1);
  expect(begun).toEqual([0, 1]);
});

it('goes on where one exchange alone is away', async () => {
  const { clock, begun, answers, read } = setUp();
  const refused = read(0);
  await clock.advance(0);
  answers[0]?.(busy(503, 'FEED_UNAVAILABLE', 60_000));
  await expect(refused).rejects.toMatchObject({ status: 503 });
  void read(1);
  await clock.advance(0);
  expect(begun).toEqual([0, 1]);
});

it('goes on after the pause, although an answer has set the clock back meanwhile', async () => {
  const clock = createFakeClock(1_000_000);
  let setBackMs = 0;
  const behind = { ...clock, now: () => clock.now() - setBackMs };
  const gate = createHistoryGate(behind);
  const refused = gate.run(() => Promise.reject(busy(429, 'RATE_LIMITED', 2_000)), going);
  await expect(refused).rejects.toMatchObject({ status: 429 });
  let isRead = false;
  const read = async () => {
    isRead = true;
  };
  void gate.run(read, going);
  await clock.advance(0);
  expect(isRead).toBe(false);
  setBackMs = 300;
  await clock.advance(2_000);
  expect(isRead).toBe(true);
});
