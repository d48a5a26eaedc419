import { expect, test } from 'vitest';
import { makeRoom } from './make-room.ts';

test('marks beyond the bars widen the axis so far that they are not cut', () => {
  const sizes = { heightPx: 200, roomPx: 25 };
  const { low, high } = makeRoom(
    { low: 100, high: 200 },
    [
      { value: 98, side: 'buy' },
      { value: 150, side: 'sell' },
    ],
    sizes,
  );
  expect(high).toBe(200);
  expect((98 - low) / (high - low)).toBeGreaterThan(25 / 200 - 0.01);
});
