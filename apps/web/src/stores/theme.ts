import { createStoredText } from '../lib/stored-text.ts';
import { createValueStore } from '../lib/value-store.ts';
import { useValue } from './use-value.ts';

export type Theme = 'light' | 'dark';

/** Under the key that the documents read before the first paint. */
const stored = createStoredText('theme');
const store = createValueStore<Theme>(stored.read() === 'dark' ? 'dark' : 'light');

/** The theme of this moment, for what does not draw. */
export const presentTheme = store.get;

/** The theme of this device: dark only if that was chosen, whatever the system prefers. */
export function useTheme(): Theme {
  return useValue(store);
}

/** Changes the theme at once and remembers it on this device. */
export function toggleTheme(): void {
  const theme = store.get() === 'dark' ? 'light' : 'dark';
  store.set(theme);
  stored.write(theme);
}
