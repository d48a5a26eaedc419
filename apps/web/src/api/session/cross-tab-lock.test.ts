import { afterEach, expect, it, vi } from 'vitest';
import { withCrossTabLock } from './cross-tab-lock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const stored = { read: () => null, write: () => {} };

it('a browser that denies locks runs without one, once', async () => {
  const request = () => Promise.reject(new DOMException('It is denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const run = vi.fn(async () => 'renewed');
  expect(await withCrossTabLock('a', stored, run)).toBe('renewed');
  expect(run).toHaveBeenCalledTimes(1);
});

it('a failure under a lock is not repeated', async () => {
  const request = (_: string, runLocked: () => Promise<void>) => runLocked();
  vi.stubGlobal('navigator', { locks: { request } });
  const run = vi.fn(() => Promise.reject(new Error('refused')));
  await expect(withCrossTabLock('a', stored, run)).rejects.toThrow('refused');
  expect(run).toHaveBeenCalledTimes(1);
});
