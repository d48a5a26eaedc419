export type ToastText = {
  kind: 'success' | 'info' | 'error';
  text: string;
  action?: { label: string; run: () => void };
};
/** `count` > 1: the same error occurred again. */
export type Toast = ToastText & { id: number; count: number; queuedAtMs: number };
/** The first toast is shown, the others wait. */
export type ToastQueue = readonly Toast[];

/** Errors are kept beyond the limit. */
const QUEUE_LIMIT = 5;
/** A success this old is no longer news. */
const STALE_AFTER_MS = 10_000;

/**
 * Appends a toast. An error equal to the last one raises its count instead. A full queue drops its newest non-error,
 * or the new toast. Errors are never dropped.
 */
export function queueToast(
  queue: ToastQueue,
  toast: ToastText,
  { id, nowMs }: { id: number; nowMs: number },
): ToastQueue {
  const last = queue.at(-1);
  if (last && toast.kind === 'error' && last.kind === 'error' && last.text === toast.text) {
    return [...queue.slice(0, -1), { ...last, count: last.count + 1 }];
  }
  const added: Toast = { ...toast, id, count: 1, queuedAtMs: nowMs };
  if (queue.length < QUEUE_LIMIT) return [...queue, added];
  const droppable = queue.findLastIndex(({ kind }, index) => index > 0 && kind !== 'error');
  if (droppable > 0) return [...queue.filter((_, index) => index !== droppable), added];
  return toast.kind === 'error' ? [...queue, added] : queue;
}

/** Removes the shown toast and any stale non-errors. */
export function nextToast(queue: ToastQueue, nowMs: number): ToastQueue {
  return queue
    .slice(1)
    .filter(({ kind, queuedAtMs }) => kind === 'error' || nowMs - queuedAtMs < STALE_AFTER_MS);
}
