import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';
import { QueueFullError, WaitedTooLongError } from './semaphore.ts';
import { type Askers, createAskers } from './single-flight.ts';

/** A piece of work that the test ends. */
function createWork() {
  let end: (value: string) => void = () => {};
  const result = new Promise<string>((done) => {
    end = done;
  });
  return { result, end: (value = 'done') => end(value) };
}

const settled = () => new Promise<void>((done) => setImmediate(done));
const { signal } = new AbortController();

function askersOf(name: string): Askers {
  return { names: new Set([name]), onJoin: () => {} };
}

test('work waits for its turn and answers its result', async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 10 });
  const [first, second] = [createWork(), createWork()];
  const started: string[] = [];
  const run = (caller: string, work: typeof first) =>
    turns.run({ callers: askersOf(caller), signal }, () => {
      started.push(caller);
      return work.result;
    });
  const [one, two] = [run('ana', first), run('ben', second)];
  await settled();
  expect(started).toEqual(['ana']);
  first.end('one');
  expect(await one).toBe('one');
  second.end('two');
  expect(await two).toBe('two');
});

test('a job that waits for a vendor lends its turn, and has one again before it goes on', async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 10 });
  const [vendor, other] = [createWork(), createWork()];
  const steps: string[] = [];
  const one = turns.run({ callers: askersOf('ana'), signal }, async ({ away }) => {
    await away(vendor.result);
    steps.push('ana goes on');
  });
  const two = turns.run({ callers: askersOf('ben'), signal }, async () => {
    steps.push('ben has the turn');
    vendor.end();
    await settled();
    await other.result;
    steps.push('ben ends');
  });
  await vendor.result;
  await settled();
  expect(steps).toEqual(['ben has the turn']);
  other.end();
  await Promise.all([one, two]);
  expect(steps).toEqual(['ben has the turn', 'ben ends', 'ana goes on']);
});

test('an aborted job leaves the queue at once, and the next one has the turn', async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 10 });
  const first = createWork();
  const leaving = new AbortController();
  const one = turns.run({ callers: askersOf('ana'), signal }, () => first.result);
  const left = turns.run({ callers: askersOf('ana'), signal: leaving.signal }, async () => 'never');
  const next = turns.run({ callers: askersOf('ana'), signal }, async () => 'next');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  first.end();
  await one;
  expect(await next).toBe('next');
});

test('what has waited too long is refused at its turn, so that what came later is still in time', async () => {
  let nowMs = 0;
  const turns = createFairTurns({ turns: 1, mostWaiting: 10, now: () => nowMs });
  const begun: string[] = [];
  const run = (name: string, work: () => Promise<string>) =>
    turns.run({ callers: askersOf('ana'), signal, maxWaitMs: 2_000 }, () => {
      begun.push(name);
      return work();
    });
  const first = createWork();
  const slow = run('slow', () => first.result);
  await settled();
  const late = Promise.allSettled(['b', 'c', 'd'].map((name) => run(name, async () => name)));
  nowMs = 1_500;
  const inTime = run('in time', async () => 'in time');
  nowMs = 2_001;
  first.end();
  expect(await slow).toBe('done');
  expect(await inTime).toBe('in time');
  const refused = { status: 'rejected', reason: expect.any(WaitedTooLongError) };
  expect(await late).toEqual([refused, refused, refused]);
  expect(begun).toEqual(['slow', 'in time']);
});

test('failed work gives its turn back', async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 10 });
  const failed = turns.run({ callers: askersOf('ana'), signal }, async () => {
    throw new Error('broken');
  });
  await expect(failed).rejects.toThrow('broken');
  expect(await turns.run({ callers: askersOf('ana'), signal }, async () => 'next')).toBe('next');
});

test('too much of one caller is refused', async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 1 });
  const first = createWork();
  const one = turns.run({ callers: askersOf('ana'), signal }, () => first.result);
  const two = turns.run({ callers: askersOf('ana'), signal }, async () => 'two');
  const three = turns.run({ callers: askersOf('ana'), signal }, async () => 'three');
  await expect(three).rejects.toBeInstanceOf(QueueFullError);
  first.end();
  await one;
  expect(await two).toBe('two');
});

test('a job that somebody else asks for leaves the long queue of the first caller', async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 100 });
  const first = createWork();
  const started: number[] = [];
  const shared = createAskers();
  shared.join('greedy');
  const all = Array.from({ length: 20 }, (_, index) => {
    const callers = index === 15 ? shared.askers : askersOf('greedy');
    return turns.run({ callers, signal }, async () => {
      started.push(index);
      if (index === 0) await first.result;
    });
  });
  shared.join('ana');
  first.end();
  await Promise.all(all);
  expect(started.slice(0, 2)).toEqual([0, 15]);
});

test("urgent work comes before its caller's other work, in the order of arrival", async () => {
  const turns = createFairTurns({ turns: 1, mostWaiting: 100 });
  const first = createWork();
  const started: string[] = [];
  const run = (name: string, isUrgent: boolean) =>
    turns.run({ callers: askersOf('ana'), signal, isUrgent }, async () => {
      started.push(name);
      await first.result;
    });
  const all = [run('first', false), run('later', false), run('urgent', true), run('second', true)];
  first.end();
  await Promise.all(all);
  expect(started).toEqual(['first', 'urgent', 'second', 'later']);
});
