import { createValueStore } from '../../../lib/value-store.ts';

/** The symbols of the chosen rows. */
export const selection = createValueStore<ReadonlySet<string>>(new Set());

export function toggleSelected(symbol: string): void {
  const next = new Set(selection.get());
  if (!next.delete(symbol)) next.add(symbol);
  selection.set(next);
}

export function clearSelection(): void {
  selection.set(new Set());
}

/** The row whose small chart is shown, by its symbol; null before one is reached. */
export const reached = createValueStore<string | null>(null);
