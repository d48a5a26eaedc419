import { nextToast, queueToast, type ToastQueue, type ToastText } from '../lib/toast-queue.ts';
import { createValueStore, type ValueStore } from '../lib/value-store.ts';
import { useValue } from './use-value.ts';

const store = createValueStore<ToastQueue>([]);
let lastId = 0;

/** The toast that is shown, and those that wait. */
export const toasts: Pick<ValueStore<ToastQueue>, 'get'> = store;

/** Reports the outcome of the user's own action; one toast shows at a time. */
export function showToast(toast: ToastText): void {
  lastId += 1;
  store.set(queueToast(store.get(), toast, { id: lastId, nowMs: Date.now() }));
}

export function closeToast(): void {
  store.set(nextToast(store.get(), Date.now()));
}

export function useToasts(): ToastQueue {
  return useValue(store);
}
