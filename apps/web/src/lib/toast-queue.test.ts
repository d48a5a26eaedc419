import { describe, expect, it } from 'vitest';
import { nextToast, queueToast, type ToastQueue, type ToastText } from './toast-queue.ts';

const error = (text: string): ToastText => ({ kind: 'error', text });
const success = (text: string): ToastText => ({ kind: 'success', text });

function queueOf(...toasts: ToastText[]): ToastQueue {
  return toasts.reduce<ToastQueue>(
    (queue, toast, id) => queueToast(queue, toast, { id, nowMs: 0 }),
    [],
  );
}

const texts = (queue: ToastQueue) => queue.map(({ text, count }) => `${text}×${count}`);

describe('the toast queue', () => {
  it('merges identical consecutive errors and counts them', () => {
    const queue = queueOf(error('a'), error('a'), error('b'), error('a'), error('a'), error('a'));
    expect(texts(queue)).toEqual(['a×2', 'b×1', 'a×3']);
  });

  it('shows equal successes one after the other', () => {
    expect(texts(queueOf(success('saved'), success('saved')))).toEqual(['saved×1', 'saved×1']);
  });

  it('holds five and drops a waiting success for an error', () => {
    const five = queueOf(
      error('1'),
      success('2'),
      success('3'),
      error('4'),
      error('5'),
      error('6'),
    );
    expect(texts(five)).toEqual(['1×1', '2×1', '4×1', '5×1', '6×1']);
  });

  it('never drops an error, and refuses a success when full of errors', () => {
    const errors = ['1', '2', '3', '4', '5', '6'].map(error);
    expect(texts(queueOf(...errors, success('late')))).toHaveLength(6);
  });

  it('drops successes older than ten seconds and keeps every error', () => {
    const queue = queueOf(error('shown'), success('old'), error('waiting'));
    expect(texts(nextToast(queue, 10_000))).toEqual(['waiting×1']);
    expect(texts(nextToast(queue, 9_999))).toEqual(['old×1', 'waiting×1']);
  });
});
