import { expect, it, onTestFinished } from 'vitest';
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
