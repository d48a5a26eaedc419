export type ToastText = {
  kind: 'success' | 'info' | 'error';
  text: string;
  /** The person or thing concerned, named after the text. */
  subject?: string;
  action?: { label: string; run: () => void };
};
/** `count` > 1: the same error occurred again. */
export type Toast = ToastText & { id: number; count: number; queuedAtMs: number };
/** The first toast is shown, the others wait: non-errors in their order, then errors, newest first. */
export type ToastQueue = readonly Toast[];

/** Errors are kept beyond the limit. */
const QUEUE_LIMIT = 5;
/** A success this old is no longer news. */
const STALE_AFTER_MS = 10_000;

const isError = ({ kind }: ToastText) => kind === 'error';

/**
 * Adds a toast. Errors stay until they are closed, so nothing new waits behind an older one: a new error is shown at
 * once, and a success takes its turn before the errors that have been seen. An error equal to the newest raises its
 * count instead. A full queue drops its newest waiting non-error, or the new one. Errors are never dropped.
 */
export function queueToast(
  queue: ToastQueue,
  toast: ToastText,
  { id, nowMs }: { id: number; nowMs: number },
): ToastQueue {
  const added: Toast = { ...toast, id, count: 1, queuedAtMs: nowMs };
  const errors = queue.filter(isError);
  const others = queue.filter((each) => !isError(each));
  if (isError(toast)) {
    const [newest, ...older] = errors;
    const isSame = newest && newest.text === toast.text && newest.subject === toast.subject;
    const shown = isSame ? { ...newest, count: newest.count + 1 } : added;
    // The interrupted success has been seen.
    const waiting = isError(queue[0] ?? toast) ? others : others.slice(1);
    const kept = waiting.slice(0, Math.max(0, QUEUE_LIMIT - 1 - errors.length));
    return [shown, ...kept, ...(isSame ? older : errors)];
  }
  const place = Math.max(1, QUEUE_LIMIT - errors.length);
  return others.length < place ? [...others, added, ...errors] : queue;
}

/** Removes the shown toast and any stale non-errors. */
export function nextToast(queue: ToastQueue, nowMs: number): ToastQueue {
  return queue
    .slice(1)
    .filter((toast) => isError(toast) || nowMs - toast.queuedAtMs < STALE_AFTER_MS);
}
