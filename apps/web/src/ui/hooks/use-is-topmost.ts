import { useEffect, useId, useSyncExternalStore } from 'react';
import { createValueStore } from '../../lib/value-store.ts';

/** The dialogs that are open, the one opened last at the end. */
const open = createValueStore<readonly string[]>([]);

/** Whether no other dialog was opened over this one: `Esc` is for the topmost alone. */
export function useIsTopmost(): boolean {
  const id = useId();
  useEffect(() => {
    open.set([...open.get(), id]);
    return () => open.set(open.get().filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(open.subscribe, () => open.get().at(-1) === id);
}
