/** One text kept in the browser, shared by all tabs. */
export type StoredText = {
  read: () => string | null;
  /** Null takes it away. */
  write: (text: string | null) => void;
};

/** The part of `localStorage` that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function browserStorage(): TextStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // Storage is switched off: texts then last as long as the page.
    return undefined;
  }
}

/** Keeps a text under a key; where the browser denies storage it is kept until the page is left. */
export function createStoredText(
  key: string,
  storage: TextStorage | undefined = browserStorage(),
): StoredText {
  let memory: string | null = null;
  let isDenied = storage === undefined;
  return {
    read: () => {
      if (isDenied) return memory;
      try {
        return storage?.getItem(key) ?? null;
      } catch {
        return memory;
      }
    },
    write: (text) => {
      memory = text;
      try {
        if (text === null) storage?.removeItem(key);
        else storage?.setItem(key, text);
      } catch {
        isDenied = true;
      }
    },
  };
}
