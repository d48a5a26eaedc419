import { createStoredText } from '../lib/stored-text.ts';
import { createValueStore } from '../lib/value-store.ts';
import { useValue } from './use-value.ts';

export type Theme = 'light' | 'dark';

/** Documents read this key before the first paint. */
const stored = createStoredText('theme');
const store = createValueStore<Theme>(stored.read() === 'dark' ? 'dark' : 'light');

/** For code outside React. */
export const presentTheme = store.get;

/** Dark only by choice, whatever the system prefers. */
export function useTheme(): Theme {
  return useValue(store);
}

/** Applies the theme and stores it on this device. */
export function toggleTheme(): void {
  const theme = store.get() === 'dark' ? 'light' : 'dark';
  store.set(theme);
  stored.write(theme);
}
