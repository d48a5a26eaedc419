import { useEffect, useId, useSyncExternalStore } from 'react';
import { createValueStore } from '../../lib/value-store.ts';

/** Open dialogs, newest last. */
const open = createValueStore<readonly string[]>([]);

/** Only the topmost dialog reacts to `Esc`. */
export function useIsTopmost(): boolean {
  const id = useId();
  useEffect(() => {
    open.set([...open.get(), id]);
    return () => open.set(open.get().filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(open.subscribe, () => open.get().at(-1) === id);
}
