import { useSyncExternalStore } from 'react';
import type { ValueStore } from '../lib/value-store.ts';

type Readable<T> = Pick<ValueStore<T>, 'get' | 'subscribe'>;

export function useValue<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** Selects a primitive from a store; renders again only if it changes. */
export function useSelected<T, Part extends string | number | boolean | null>(
  store: Readable<T>,
  select: (value: T) => Part,
): Part {
  const part = () => select(store.get());
  return useSyncExternalStore(store.subscribe, part, part);
}
