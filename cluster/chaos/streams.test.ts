import { expect, test } from 'vitest';
import { createOrder } from './streams.ts';

test('updates that repeat, go back in time or lose volume are told', () => {
  const faults: string[] = [];
  const order = createOrder((fault) => faults.push(fault));
  const take = (time: number, volume: number, text: string) =>
    order.take('X', { time, volume }, text);
  take(60, 1, 'a');
  take(60, 2, 'b');
  take(120, 0, 'c');
  expect(faults).toEqual([]);
  take(120, 0, 'c');
  take(60, 3, 'd');
  take(60, 2, 'e');
  expect(faults).toEqual([
    'X: one update twice: c',
    'X: a bar before the last one',
    'X: volume fell from 3 to 2',
  ]);
  order.restart();
  take(60, 1, 'e');
  expect(faults).toHaveLength(3);
});
