import { expect, it } from 'vitest';
import type { TextStorage } from './stored-text.ts';
import { createStoredValue } from './stored-value.ts';

const readFlags = (stored: unknown): Record<string, boolean> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {};

/** Two tabs of one browser: separate values, shared storage. */
function twoTabs() {
  const texts = new Map<string, string>();
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
  };
  const events = new EventTarget();
  const open = () => createStoredValue('flags', readFlags, { storage, events });
  return { one: open(), other: open(), events };
}

it('applies a change to what another tab has stored', () => {
  const { one, other } = twoTabs();
  one.change((flags) => ({ ...flags, a: true }));
  other.change((flags) => ({ ...flags, b: true }));
  expect(other.get()).toEqual({ a: true, b: true });
});

it('follows what another tab stores', () => {
  const { one, other, events } = twoTabs();
  let told = 0;
  other.subscribe(() => {
    told += 1;
  });
  one.set({ a: true });
  events.dispatchEvent(new Event('storage'));
  expect(other.get()).toEqual({ a: true });
  events.dispatchEvent(new Event('storage'));
  expect(told).toBe(1);
});
