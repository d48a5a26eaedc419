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

export type StoredValue<T> = ValueStore<T> & {
  /** Applies a change to the stored value, which another tab may have changed. */
  change: (next: (stored: T) => T) => void;
};

/**
 * A setting of this device, stored as JSON. `read` turns whatever is stored (undefined if nothing) into a valid
 * value, so that no stored text can break the page. Follows changes from other tabs.
 */
export function createStoredValue<T>(
  key: string,
  read: (stored: unknown) => T,
  { storage, events = globalThis.window }: { storage?: TextStorage; events?: EventTarget } = {},
): StoredValue<T> {
  const text = createStoredText(key, storage);
  let known = text.read();
  const store = createValueStore(read(parseJson(known)));
  const refresh = () => {
    const stored = text.read();
    if (stored === known) return;
    known = stored;
    store.set(read(parseJson(stored)));
  };
  const set = (value: T) => {
    known = JSON.stringify(value);
    text.write(known);
    store.set(value);
  };
  events?.addEventListener('storage', refresh);
  return {
    ...store,
    set,
    change: (next) => {
      refresh();
      set(next(store.get()));
    },
  };
}
