import { nextToast, queueToast, type ToastQueue, type ToastText } from '../lib/toast-queue.ts';
import { createValueStore } from '../lib/value-store.ts';
import { useValue } from './use-value.ts';

const store = createValueStore<ToastQueue>([]);
let lastId = 0;

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
