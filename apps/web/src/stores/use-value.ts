import { useSyncExternalStore } from 'react';
import type { ValueStore } from '../lib/value-store.ts';

/** The value of a store, kept up to date. */
export function useValue<T>(store: ValueStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** One primitive read from a store: the component renders again only when it differs. */
export function useSelected<T, Part extends string | number | boolean | null>(
  store: ValueStore<T>,
  select: (value: T) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
