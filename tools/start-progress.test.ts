import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from './start-progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BUILD = { doing: 'Building the pages', done: 'Pages ready' };

/** A progress that writes into a list, on a held clock. */
function startProgress() {
  const written: string[] = [];
  const progress = createProgress({ write: (text) => written.push(text), now: () => Date.now() });
  return { progress, written };
}

test('a finished step is reported with its seconds', async () => {
  const { progress, written } = startProgress();
  const step = progress.step(BUILD, new Promise((done) => setTimeout(() => done('built'), 1_250)));
  await vi.advanceTimersByTimeAsync(1_250);
  expect(await step).toBe('built');
  expect(written).toEqual(['  Pages ready                   1.3 s\n']);
});

test('a step that takes longer than three seconds is reported until it ends', async () => {
  const { progress, written } = startProgress();
  const step = progress.step(BUILD, new Promise<void>((done) => setTimeout(done, 7_000)));
  await vi.advanceTimersByTimeAsync(7_000);
  await step;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([
    '  Building the pages …          3.0 s\n',
    '  Building the pages …          6.0 s\n',
    '  Pages ready                   7.0 s\n',
  ]);
});

test('a failed step is not reported as done, and its error is passed on', async () => {
  const { progress, written } = startProgress();
  await expect(progress.step(BUILD, Promise.reject(new Error('no room')))).rejects.toThrow(
    'no room',
  );
  expect(written).toEqual([]);
});
