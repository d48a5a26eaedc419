import { afterEach, expect, it, vi } from 'vitest';
import { freeCopyName, openDrafts, tabLastId } from './drafts.ts';
import { createTestStorage } from './testing/test-devices.ts';

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

it('a tab that is loaded anew stays on its layout, and a new tab opens the last one of the device', () => {
  let last: number | null = null;
  const device = {
    get: () => last,
    set: (id: number | null) => {
      last = id;
    },
  };
  const [one, other] = [createTestStorage(), createTestStorage()];
  tabLastId(device, one).set(1);
  tabLastId(device, other).set(2);
  expect(tabLastId(device, one).get()).toBe(1);
  expect(tabLastId(device, createTestStorage()).get()).toBe(2);
  tabLastId(device, other).set(null);
  expect(tabLastId(device, other).get()).toBeNull();
});

it('a copy is named once, by the time in the chart’s zone, and under a free name', async () => {
  const names: string[] = [];
  const deps = {
    api: { list: async () => names.map((name) => ({ ...HEAD, name })) },
    clock: { now: () => Date.parse('2026-03-02T12:02:00Z') },
    zone: () => 'Africa/Johannesburg',
  };
  expect(await freeCopyName(deps, 'Maize')).toBe('Maize (copy of 14:02)');
  expect(await freeCopyName(deps, 'Maize (copy of 11:31)')).toBe('Maize (copy of 14:02)');
  names.push('Maize (copy of 14:02)');
  expect(await freeCopyName(deps, 'Maize')).toBe('Maize (copy of 14:02) 2');
  expect(await freeCopyName(deps, 'Maize (copy of 14:02) 2')).toBe('Maize (copy of 14:02) 2');
});

const HEAD = { id: 1, symbol: '', resolution: '', revision: 1, savedAtMs: 0, isShared: false };
