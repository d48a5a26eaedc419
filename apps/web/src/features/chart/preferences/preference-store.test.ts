import { expect, it } from 'vitest';
import type { TextStorage } from '../../../lib/stored-text.ts';
import { createPreferenceStore } from './preference-store.ts';

type Preferences = { layoutId: number | null; type: string; isFolded: boolean };

function read(stored: unknown): Preferences {
  const fields: Record<string, unknown> = typeof stored === 'object' ? { ...stored } : {};
  return {
    layoutId: typeof fields.layoutId === 'number' ? fields.layoutId : null,
    type: typeof fields.type === 'string' ? fields.type : 'candles',
    isFolded: fields.isFolded === true,
  };
}

/** Two tabs of one browser. */
function openTabs() {
  const texts = new Map<string, string>();
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
  };
  const tab = () => {
    const events = new EventTarget();
    const store = createPreferenceStore(read, ['type'], { storage, events });
    return { store, notice: () => events.dispatchEvent(new Event('storage')) };
  };
  return { tab, one: tab(), other: tab() };
}

it('what a tab changes is seen in others that show the same layout, or none', () => {
  const { one, other } = openTabs();
  one.store.change((before) => ({ ...before, type: 'line', isFolded: true }));
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: null, type: 'line', isFolded: true });
});

it('a tab with another layout keeps its look, and follows everything else', () => {
  const { one, other } = openTabs();
  one.store.change((before) => ({ ...before, layoutId: 1, type: 'line' }));
  other.store.change((before) => ({ ...before, layoutId: 2, type: 'bars' }));
  one.notice();
  expect(one.store.get()).toEqual({ layoutId: 1, type: 'line', isFolded: false });
  one.store.change((before) => ({ ...before, isFolded: true }));
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: 2, type: 'bars', isFolded: true });
});

it('a new tab begins with the look that was changed last', () => {
  const { one, other, tab } = openTabs();
  one.store.change((before) => ({ ...before, layoutId: 1, type: 'line' }));
  other.store.change((before) => ({ ...before, layoutId: 2, type: 'bars' }));
  expect(tab().store.get()).toMatchObject({ layoutId: 2, type: 'bars' });
});

it('a change keeps what another tab has changed and nobody has told yet', () => {
  const { one, other } = openTabs();
  one.store.change((before) => ({ ...before, isFolded: true }));
  other.store.change((before) => ({ ...before, type: 'area' }));
  one.notice();
  expect(one.store.get()).toEqual({ layoutId: null, type: 'area', isFolded: true });
});

it('a borrowed look is never stored, and is given back', () => {
  const { one, other } = openTabs();
  one.store.borrow({ type: 'line' });
  one.store.change((before) => ({ ...before, isFolded: true }));
  expect(one.store.get()).toEqual({ layoutId: null, type: 'line', isFolded: true });
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: null, type: 'candles', isFolded: false });
  one.store.giveBack();
  expect(one.store.get()).toEqual({ layoutId: null, type: 'candles', isFolded: false });
});
