import { createStoredValue } from '../../../lib/stored-value.ts';
import { createValueStore } from '../../../lib/value-store.ts';

/** Preferences, some of which are the look of one layout. */
type WithLayout = { layoutId: number | null };

/**
 * Preferences of this device, of which `look` names those that belong to the layout on the screen. What another tab
 * changes is followed, but not the look of another layout: two tabs may show two layouts.
 */
export function createPreferenceStore<Preferences extends WithLayout>(
  read: (stored: unknown) => Preferences,
  look: readonly (keyof Preferences)[],
  options: Parameters<typeof createStoredValue<Preferences>>[2] = {},
) {
  const stored = createStoredValue('chart', read, options);
  const shown = createValueStore(stored.get());
  const withOwnLook = (other: Preferences): Preferences => {
    const own = shown.get();
    if (other.layoutId === own.layoutId) return other;
    const entries = [...look, 'layoutId' as const].map((name) => [name, own[name]]);
    return { ...other, ...Object.fromEntries(entries) };
  };
  /** Whether the look is that of somebody else's chart: nothing of it is stored. */
  let isBorrowed = false;
  stored.subscribe(() => {
    if (!isBorrowed) shown.set(withOwnLook(stored.get()));
  });
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    /** Takes the look of somebody else's chart, for as long as that is on the screen. */
    borrow(changes: Partial<Preferences>) {
      isBorrowed = true;
      shown.set({ ...shown.get(), ...changes });
    },
    giveBack() {
      if (!isBorrowed) return;
      isBorrowed = false;
      shown.set(stored.get());
    },
    change(next: (before: Preferences) => Preferences) {
      if (isBorrowed) {
        shown.set(next(shown.get()));
        return;
      }
      // What other tabs have changed meanwhile is read before, and written with it.
      stored.change((other) => {
        const before = withOwnLook(other);
        const after = next(before);
        shown.set(after);
        return after;
      });
    },
  };
}
