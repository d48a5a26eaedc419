import { expect, it, onTestFinished, vi } from 'vitest';
import { forgetDrafts } from './draft-storage.ts';

it('without browser storage no drafts are kept, and signing out works', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  onTestFinished(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });
  expect(forgetDrafts).not.toThrow();
});

it('leaves nothing of the former user in the storage, and settings of the device as they are', () => {
  const storage: Record<string, string> = {};
  const removeItem = (key: string) => Reflect.deleteProperty(storage, key);
  Object.defineProperty(storage, 'removeItem', { value: removeItem });
  const theirs = ['chartDraft:a', 'chartSteps:a', 'copiedDrawing', 'recentSymbols', 'recentPlaces'];
  for (const key of [...theirs, 'theme']) storage[key] = 'kept';
  vi.stubGlobal('localStorage', storage);
  const removeOfTab = vi.fn();
  vi.stubGlobal('sessionStorage', { removeItem: removeOfTab });
  onTestFinished(() => void vi.unstubAllGlobals());
  forgetDrafts();
  expect(Object.keys(storage)).toEqual(['theme']);
  expect(removeOfTab.mock.calls).toEqual([['paperTrades'], ['lastChart']]);
});
