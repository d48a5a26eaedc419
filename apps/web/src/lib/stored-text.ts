/** A string in the browser's storage, shared by all tabs. */
export type StoredText = {
  read: () => string | null;
  /** Null removes it. */
  write: (text: string | null) => void;
};

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function browserStorage(): TextStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // Storage is disabled: texts live as long as the page.
    return undefined;
  }
}

/** Falls back to memory where the browser denies storage. */
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
