import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stackTags } from './stack-tags.ts';

const BOUNDS = { top: 0, bottom: 400 };
const tag = (y: number, weight = 1, heightPx = 18) => ({ y, weight, heightPx });

test('tags with room stand at their values', () => {
  expect(stackTags([tag(50), tag(90), tag(300)], BOUNDS)).toEqual([50, 90, 300]);
});

test('colliding tags part evenly around the middle between them', () => {
  expect(stackTags([tag(100), tag(104)], BOUNDS)).toEqual([93, 111]);
});

test('the last price stays, the levels around it move', () => {
  const [above = 0, price = 0, below = 0] = stackTags(
    [tag(100), tag(101, 1_000), tag(102)],
    BOUNDS,
  );
  expect(price).toBeCloseTo(101, 1);
  expect(price - above).toBeCloseTo(18);
  expect(below - price).toBeCloseTo(18);
});

test('tags at the ends stay inside the pane', () => {
  expect(stackTags([tag(0), tag(2)], BOUNDS)).toEqual([9, 27]);
  expect(stackTags([tag(398), tag(399)], BOUNDS)).toEqual([373, 391]);
});

test('tags of any height never overlap and keep the order of their values', () => {
  const tags = fc.array(
    fc.record({
      y: fc.integer({ min: 0, max: 400 }),
      weight: fc.constantFrom(1, 1_000),
      heightPx: fc.constantFrom(18, 33),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(tags, (wanted) => {
      const sorted = [...wanted].sort((a, b) => a.y - b.y);
      const middles = stackTags(sorted, BOUNDS);
      for (let i = 1; i < sorted.length; i++) {
        const needed = ((sorted[i]?.heightPx ?? 0) + (sorted[i - 1]?.heightPx ?? 0)) / 2;
        expect((middles[i] ?? 0) - (middles[i - 1] ?? 0)).toBeGreaterThanOrEqual(needed - 1e-9);
      }
    }),
  );
});
