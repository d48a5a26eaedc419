import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeLabels, LABEL_HALF_PX, type Stretch, touches } from './free-labels.ts';
import { createToY } from './value-scale.ts';
import { type TickedAxis, valueTicks } from './value-ticks.ts';

function axisOf(from: number, to: number, heightPx: number, isLog = false): TickedAxis {
  const span = isLog
    ? { from: Math.log10(from), span: Math.log10(to) - Math.log10(from) }
    : { from, span: to - from };
  const toY = createToY({ ...span, heightPx, isLog });
  return { from, to, heightPx, minGapPx: 40, minStep: (to - from) * 1e-6, isLog, toY };
}

const tagAt = (topPx: number, heightPx = 18): Stretch => ({ topPx, bottomPx: topPx + heightPx });

/** The heights of all labels beside the tags. */
function labelsBeside(axis: TickedAxis, tags: readonly Stretch[]): number[] {
  const kept = valueTicks(axis).map(({ y }) => Math.round(y));
  const free = kept.filter((y) => !touches(y, tags));
  return [...free, ...freeLabels(axis, free, tags).map(({ y }) => y)].sort((a, b) => a - b);
}

test('an axis whose labels no tag covers gets no extra label', () => {
  const axis = axisOf(9_870, 12_430, 400);
  const kept = valueTicks(axis).map(({ y }) => y);
  expect(freeLabels(axis, kept, [tagAt(5)])).toEqual([]);
});

test('round values stand between tags that cover all labels but one', () => {
  const axis = axisOf(0, 100, 100);
  const tags = [tagAt(41), tagAt(90, 10)];
  const added = freeLabels(axis, [], tags).map(({ value }) => value);
  expect(added).toHaveLength(2);
  expect(added.every((value) => Number.isInteger(value / 5))).toBe(true);
});

test('an axis without room has only its tags', () => {
  expect(freeLabels(axisOf(0, 1, 40), [], [tagAt(0), tagAt(20, 20)])).toEqual([]);
});

const tagsOn = (heightPx: number) =>
  fc
    .array(fc.record({ at: fc.nat(heightPx), heightPx: fc.constantFrom(18, 33) }), { maxLength: 7 })
    .map((wanted) => {
      let end = 0;
      const sorted = wanted.sort((a, b) => a.at - b.at);
      return sorted.flatMap((one) => {
        const tag = tagAt(Math.max(end, one.at), one.heightPx);
        if (tag.bottomPx > heightPx) return [];
        end = tag.bottomPx;
        return [tag];
      });
    });

const crowded = fc.integer({ min: 60, max: 900 }).chain((heightPx) =>
  fc.record({
    axis: fc
      .record({
        from: fc.double({ min: 0.01, max: 1e5, noNaN: true }),
        factor: fc.double({ min: 1.001, max: 1e4, noNaN: true }),
        isLog: fc.boolean(),
      })
      .map(({ from, factor, isLog }) => axisOf(from, from * factor, heightPx, isLog)),
    tags: tagsOn(heightPx),
  }),
);

test('labels on a crowded axis touch neither tags nor each other, and stay inside', () => {
  fc.assert(
    fc.property(crowded, ({ axis, tags }) => {
      const labels = labelsBeside(axis, tags);
      expect(labels.some((y) => touches(y, tags))).toBe(false);
      const gaps = labels.slice(1).map((y, i) => y - (labels[i] ?? 0));
      expect(gaps.every((gap) => gap >= 2 * LABEL_HALF_PX - 0.5)).toBe(true);
      expect(
        labels.every((y) => y >= LABEL_HALF_PX - 0.5 && y <= axis.heightPx - LABEL_HALF_PX + 0.5),
      ).toBe(true);
    }),
  );
});

test('every free stretch longer than 80 px has a label, and an axis with room has two', () => {
  fc.assert(
    fc.property(crowded, ({ axis, tags }) => {
      const labels = labelsBeside(axis, tags);
      const taken = [...tags, ...labels.map((y) => tagAt(y - LABEL_HALF_PX, 2 * LABEL_HALF_PX))];
      const edges = [...taken.sort((a, b) => a.topPx - b.topPx), tagAt(axis.heightPx)];
      let end = 0;
      const free = edges.map((one) => {
        const length = one.topPx - end;
        end = one.bottomPx;
        return length;
      });
      expect(Math.max(...free)).toBeLessThanOrEqual(81);
      const holds = free.some((length) => length >= 4 * LABEL_HALF_PX);
      if (holds) expect(labels.length).toBeGreaterThanOrEqual(2);
    }),
  );
});
