import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnWidths } from './column-widths.ts';

const NAME = { id: 'name', widthPx: 200, role: 'title' as const };
const MENU = { id: 'menu', widthPx: 50, role: 'action' as const };
type Size = readonly [widthPx: number, leastPx: number];
const of = (sizes: readonly Size[]) =>
  sizes.map(([widthPx, leastPx], index) => ({ id: `${index}`, widthPx, leastPx }));

test('columns that fit keep their widths', () => {
  const columns = [NAME, { id: 'a', widthPx: 100 }, { id: 'b', widthPx: 200 }, MENU];
  expect([...columnWidths(columns, { roomPx: 600 }).values()]).toEqual([200, 100, 200, 50]);
});

test('columns in view end where the next one would be cut, and those that may make room for it', () => {
  const columns = [
    NAME,
    ...of([
      [100, 100],
      [200, 200],
      [300, 200],
    ]),
    MENU,
  ];
  const widthsIn = (roomPx: number) => [...columnWidths(columns, { roomPx }).values()];
  expect(widthsIn(700)).toEqual([200, 150, 300, 300, 50]);
  expect(widthsIn(800)).toEqual([200, 100, 200, 250, 50]);
});

test('no column is cut at the start of a table that scrolls, nor is any narrower than its least', () => {
  const sizes = fc.array(
    fc.tuple(fc.integer({ min: 50, max: 480 }), fc.double({ min: 0.5, max: 1, noNaN: true })),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(sizes, fc.integer({ min: 800, max: 2_000 }), (given, roomPx) => {
      const scrolled = of(given.map(([widthPx, part]): Size => [widthPx, widthPx * part]));
      const fitted = columnWidths([NAME, ...scrolled, MENU], { roomPx });
      let endPx = NAME.widthPx;
      const ends = scrolled.map(({ id, leastPx }) => {
        const px = fitted.get(id) ?? 0;
        expect(px).toBeGreaterThanOrEqual(leastPx - 1e-6);
        endPx += px;
        return endPx;
      });
      const edgePx = roomPx - MENU.widthPx;
      const isCut = ends.every((each) => Math.abs(each - edgePx) > 1e-6) && endPx > edgePx;
      expect(isCut).toBe(false);
    }),
  );
});
