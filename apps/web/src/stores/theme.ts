import { useValue } from '../lib/use-value.ts';
import { createValueStore } from '../lib/value-store.ts';

export type Theme = 'light' | 'dark';
const KEY = 'theme';

function storedTheme(): Theme {
  try {
    return localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return 'light';
  }
}

const store = createValueStore<Theme>(storedTheme());

/** The theme of this device: dark only if that was chosen, whatever the system prefers. */
export function useTheme(): Theme {
  return useValue(store);
}

/** Changes the theme at once and remembers it on this device. */
export function toggleTheme(): void {
  const theme = store.get() === 'dark' ? 'light' : 'dark';
  store.set(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is denied: the choice lasts as long as the page.
  }
}
