import type { Clock } from './clock.ts';
import { createValueStore, type ValueStore } from './value-store.ts';

export type Lasting = Pick<ValueStore<boolean>, 'get' | 'subscribe'> & {
  /** Tells whether the condition holds now. */
  set: (holds: boolean) => void;
};

/** A condition that counts only once it has held for a time without a break. */
export function createLasting(clock: Pick<Clock, 'after'>, forMs: number): Lasting {
  const hasLasted = createValueStore(false);
  let cancel: (() => void) | null = null;
  return {
    get: hasLasted.get,
    subscribe: hasLasted.subscribe,
    set(holds) {
      if (holds) {
        cancel ??= clock.after(forMs, () => hasLasted.set(true));
        return;
      }
      cancel?.();
      cancel = null;
      hasLasted.set(false);
    },
  };
}
