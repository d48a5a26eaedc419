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
  it('shows a newer failure before older ones, which stay', () => {
    expect(texts(queueOf(error('a'), error('b')))).toEqual(['b×1', 'a×1']);
    expect(texts(nextToast(queueOf(error('a'), error('b')), 0))).toEqual(['a×1']);
  });

  it('merges an error that occurs again and counts it, but not that of another person', () => {
    expect(texts(queueOf(error('a'), error('a'), error('b'), error('a'), error('a')))).toEqual([
      'a×2',
      'b×1',
      'a×2',
    ]);
    const of = (subject: string): ToastText => ({ ...error('a'), subject });
    expect(texts(queueOf(of('Thandi'), of('Sipho')))).toEqual(['a×1', 'a×1']);
  });

  it('shows a success while an older error stands, and then the error again', () => {
    const queue = queueOf(error('failed'), success('saved'));
    expect(texts(queue)).toEqual(['saved×1', 'failed×1']);
    expect(texts(nextToast(queue, 3_000))).toEqual(['failed×1']);
  });

  it('shows equal successes one after the other', () => {
    expect(texts(queueOf(success('saved'), success('saved')))).toEqual(['saved×1', 'saved×1']);
  });

  it('interrupts a success for a failure, and keeps those that wait', () => {
    expect(texts(queueOf(success('1'), success('2'), error('3')))).toEqual(['3×1', '2×1']);
  });

  it('holds five, and drops successes for errors but never an error', () => {
    const five = queueOf(success('1'), success('2'), success('3'), success('4'), success('5'));
    expect(texts(queueToast(five, success('6'), { id: 6, nowMs: 0 }))).toEqual(texts(five));
    const errors = ['1', '2', '3', '4', '5', '6'].map(error);
    expect(texts(queueOf(...five, ...errors))).toEqual(['6×1', '5×1', '4×1', '3×1', '2×1', '1×1']);
    expect(texts(queueOf(...errors, success('saved'))).slice(0, 2)).toEqual(['saved×1', '6×1']);
  });

  it('drops successes older than ten seconds and keeps every error', () => {
    const queue = queueOf(error('waiting'), success('shown'), success('old'));
    expect(texts(nextToast(queue, 10_000))).toEqual(['waiting×1']);
    expect(texts(nextToast(queue, 9_999))).toEqual(['old×1', 'waiting×1']);
  });
});
