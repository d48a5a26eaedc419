import { createValueStore, type ValueStore } from './value-store.ts';

/** The part of `localStorage` that is used; absent where the browser denies it. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

function browserStorage(): TextStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // Storage is switched off: settings then last as long as the page.
    return undefined;
  }
}

function readText(storage: TextStorage | undefined, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A setting of this device, stored as JSON under a key. `read` turns whatever is stored (undefined if nothing is)
 * into a valid value, so that no stored text can break the page.
 */
export function createStoredValue<T>(
  key: string,
  read: (stored: unknown) => T,
  storage: TextStorage | undefined = browserStorage(),
): ValueStore<T> {
  const store = createValueStore(read(parseJson(readText(storage, key))));
  return {
    ...store,
    set: (value) => {
      store.set(value);
      try {
        storage?.setItem(key, JSON.stringify(value));
      } catch {
        // Full or denied: the setting stays until the page is left.
      }
    },
  };
}
