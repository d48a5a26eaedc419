import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heatLegend, heatScale, heatStep } from './heat-scale.ts';
import { neighbour, type Rectangle, treeMap } from './tree-map.ts';

const TOLERANCE = 1e-6;
// Far more between the smallest and the largest than the map's forty, and not so much that rounding moves an edge.
const weights = fc.array(fc.double({ min: 1e3, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});
const frame = fc.record({
  width: fc.integer({ min: 20, max: 2_000 }),
  height: fc.integer({ min: 20, max: 2_000 }),
});

const areaOf = ({ width, height }: Rectangle) => width * height;

/** The area that two rectangles share. */
function shared(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

test('rectangles fill their frame in proportion to the weights, without overlap', () => {
  fc.assert(
    fc.property(weights, frame, (given, { width, height }) => {
      const whole = width * height;
      const total = given.reduce((sum, weight) => sum + weight, 0);
      const rectangles = treeMap(given, { width, height });
      expect(rectangles).toHaveLength(given.length);
      for (const [index, rectangle] of rectangles.entries()) {
        const share = areaOf(rectangle) / whole;
        expect(Math.abs(share - (given[index] ?? 0) / total)).toBeLessThan(TOLERANCE);
        expect(rectangle.x).toBeGreaterThanOrEqual(-TOLERANCE);
        expect(rectangle.y).toBeGreaterThanOrEqual(-TOLERANCE);
        expect(rectangle.x + rectangle.width).toBeLessThanOrEqual(width + TOLERANCE);
        expect(rectangle.y + rectangle.height).toBeLessThanOrEqual(height + TOLERANCE);
        for (const other of rectangles.slice(index + 1)) {
          expect(shared(rectangle, other) / whole).toBeLessThan(TOLERANCE);
        }
      }
    }),
  );
});

test('equal weights make nearly square rectangles, and arrow keys reach all of them', () => {
  const rectangles = treeMap(Array(40).fill(1), { width: 1_000, height: 600 });
  for (const { width, height } of rectangles) {
    expect(Math.max(width / height, height / width)).toBeLessThan(2.5);
  }
  const reached = new Set([0]);
  for (const from of reached) {
    for (const direction of ['left', 'right', 'up', 'down'] as const) {
      reached.add(neighbour(rectangles, from, direction));
    }
  }
  expect(reached.size).toBe(40);
});

test('nothing is laid out without rows or room', () => {
  expect(treeMap([], { width: 100, height: 100 })).toEqual([]);
  expect(treeMap([1], { width: 0, height: 100 })).toEqual([]);
});

test('colours are symmetric around the middle, and an outlier does not pale the others', () => {
  const values = [...Array.from({ length: 19 }, (_, index) => index - 9), 5_000];
  const scale = heatScale(values, 0);
  if (!scale) throw new Error('there is a scale');
  expect(scale.reach).toBeLessThan(10);
  expect(heatStep(0, scale)).toBe(0);
  expect(heatStep(5_000, scale)).toBe(3);
  for (const value of values) expect(heatStep(-value, scale)).toBe(0 - heatStep(value, scale));
  expect(heatLegend(scale).map(({ step, value }) => heatStep(value, scale) - step)).toEqual(
    Array(7).fill(0),
  );
  expect(heatScale([], 0)).toBeNull();
  expect(heatScale([4, 4], null)).toBeNull();
});
