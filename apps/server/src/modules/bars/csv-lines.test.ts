import { MINUTE_MS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { columnsOf } from './columns/bar-columns.ts';
import { csvLines } from './csv-lines.ts';

test('a large chunk becomes short slices in its order, so that others are served between them', async () => {
  const count = 3_000;
  const bars = Array.from({ length: count }, (_, i) => {
    const price = 100 + i;
    return {
      time: i * MINUTE_MS,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: null,
    };
  });
  async function* pieces() {
    yield columnsOf(bars);
  }
  const slices: string[] = [];
  let chunks = 0;
  const note = (done: number) => {
    chunks = done;
  };
  for await (const text of csvLines({ isSimulated: false, pieces: pieces() }, note)) {
    slices.push(text);
  }
  const [header, ...written] = slices.map((text) => text.trimEnd().split('\n'));
  expect(header).toEqual(['time,open,high,low,close,volume']);
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(250);
  expect(written.flat()).toEqual(
    bars.map(({ open }, i) => `${i * 60},${open},${open},${open},${open},`),
  );
  expect(chunks).toBe(1);
});
