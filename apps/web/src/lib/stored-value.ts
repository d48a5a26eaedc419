import { createStoredText, type TextStorage } from './stored-text.ts';
import { createValueStore, type ValueStore } from './value-store.ts';

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
  storage?: TextStorage,
): ValueStore<T> {
  const text = createStoredText(key, storage);
  const store = createValueStore(read(parseJson(text.read())));
  return {
    ...store,
    set: (value) => {
      store.set(value);
      text.write(JSON.stringify(value));
    },
  };
}
