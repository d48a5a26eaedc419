/** The text of a toast, its kind, and what may be done about it. */
export type ToastText = {
  kind: 'success' | 'info' | 'error';
  text: string;
  action?: { label: string; run: () => void };
};
/** A toast in the queue; `count` > 1 where the same error came again. */
export type Toast = ToastText & { id: number; count: number; queuedAtMs: number };
/** The first is shown, the others wait. */
export type ToastQueue = readonly Toast[];

/** How many toasts are kept; errors are kept beyond it. */
const QUEUE_LIMIT = 5;
/** A success that waited this long behind an error is news no more. */
const STALE_AFTER_MS = 10_000;

/**
 * Puts a toast at the end. An error equal to the last in the queue becomes one with a count; where the queue is full
 * the newest toast that is no error gives way, or the new one stays out. Errors are never dropped.
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

/** Takes the shown toast away; what is no error and waited too long goes with it. */
export function nextToast(queue: ToastQueue, nowMs: number): ToastQueue {
  return queue
    .slice(1)
    .filter(({ kind, queuedAtMs }) => kind === 'error' || nowMs - queuedAtMs < STALE_AFTER_MS);
}
