import { useSyncExternalStore } from 'react';
import type { ValueStore } from '../lib/value-store.ts';

/** A store as who only reads it sees it. */
type Readable<T> = Pick<ValueStore<T>, 'get' | 'subscribe'>;

/** The value of a store, kept up to date. */
export function useValue<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** One primitive read from a store: the component renders again only when it differs. */
export function useSelected<T, Part extends string | number | boolean | null>(
  store: Readable<T>,
  select: (value: T) => Part,
): Part {
  const part = () => select(store.get());
  return useSyncExternalStore(store.subscribe, part, part);
}
