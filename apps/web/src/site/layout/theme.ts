import { createStoredText } from '../../lib/stored-text.ts';
import { createValueStore, type ValueStore } from '../../lib/value-store.ts';
import type { ThemeName } from '../../ui/theme/tokens.ts';

const stored = createStoredText('theme');

function shownTheme(): ThemeName {
  return globalThis.document?.documentElement.dataset.mantineColorScheme === 'dark'
    ? 'dark'
    : 'light';
}

/** The page's theme, set by a script in the head before the first paint. */
export const theme: Pick<ValueStore<ThemeName>, 'get' | 'subscribe' | 'set'> = createValueStore(
  shownTheme(),
);

/** Applies the theme and stores it on this device. */
export function toggleTheme(): void {
  const next = theme.get() === 'dark' ? 'light' : 'dark';
  const { dataset, style } = document.documentElement;
  dataset.mantineColorScheme = next;
  style.colorScheme = next;
  stored.write(next);
  theme.set(next);
}
