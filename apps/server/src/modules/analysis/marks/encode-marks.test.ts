import { expect, test } from 'vitest';
import { heldMemory } from '../../../testing/held-memory.ts';
import type { LedgerMark } from './ledger.ts';
import type { FoundMarks } from './read-marks.ts';
import { createMarksEncoder } from './read-marks.ts';

const MIB = 1_048_576;
const log = { warn: () => undefined };
const NONE = { published: [], ranges: [], notes: new Map<string, string[]>() };

function mark(time: number): LedgerMark {
  const bar = { time, open: 1, high: 2, low: 0.5, close: 1.5, volume: 10 };
  const about = { side: 'buy', isStrong: false, price: 0.5, text: 'BUY · 1.50' } as const;
  return { id: `Bitfinex:BTCUSD@1@${time}@buy`, ...about, bar, publishedAtMs: null };
}

/** The marks of one second of a window with a hundred marks at its end, computed again for each request. */
function nothingOf(fromMs: number): FoundMarks {
  const marks = Array.from({ length: 100 }, (_, index) => mark(fromMs + 10_000 + index));
  const about = { fromMs, isWhole: true, lastTime: null, warning: null };
  const parts = [{ span: { fromMs, toMs: fromMs + 1_000 }, value: { marks, ...about } }];
  return { ledger: NONE, parts, warning: undefined, isSimulated: false };
}

test('any number of ranges without marks stays within the memory of the cache', () => {
  const encode = createMarksEncoder(log);
  const before = heldMemory();
  for (let second = 0; second < 20_000; second++) {
    encode(`1 1 ${second} ${second + 1}`, nothingOf(second * 1_000));
  }
  const heldMiB = (heldMemory() - before) / MIB;
  // Unreferenced marks would have been collected.
  expect(encode('1 1 0 1', nothingOf(0)).etag('identity')).not.toBe('');
  expect(heldMiB).toBeLessThan(16);
});

test('a published mark shows as such at once, even while it is cached as computed', () => {
  const encode = createMarksEncoder(log);
  const found = nothingOf(0);
  const parts = found.parts.map((part) => ({ ...part, span: { fromMs: 0, toMs: 10_001 } }));
  const [computed] = parts[0]?.value.marks ?? [];
  if (!computed) throw new Error('there are marks');
  const publishedAtOf = (ledger: FoundMarks['ledger']) => {
    const form = encode('key', { ...found, parts, ledger }).take('');
    if (form instanceof Promise) throw new Error('what is not compressed is at hand');
    return JSON.parse(form.body.toString()).marks[0].publishedAt;
  };
  expect(publishedAtOf(NONE)).toBeNull();
  const published = [{ ...computed, publishedAtMs: 7 }];
  expect(publishedAtOf({ ...NONE, published })).toBe(7);
});
