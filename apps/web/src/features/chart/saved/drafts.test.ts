import { afterEach, expect, it, vi } from 'vitest';
import { openDrafts } from './drafts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a browser that denies its locks keeps no drafts, and charts are saved without them', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  const request = () => Promise.reject(new DOMException('It is denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const drafts = await openDrafts();
  expect(drafts.own()).toBeNull();
  expect(await drafts.leftBehind('a')).toEqual([]);
});
