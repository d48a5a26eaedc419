import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipLine, distanceToSegment, isInside } from './shapes.ts';

const BOX = { widthPx: 800, heightPx: 400 };
const place = fc.record({
  x: fc.double({ min: -1e7, max: 1e7, noNaN: true }),
  y: fc.double({ min: -1e7, max: 1e7, noNaN: true }),
});

describe('a clipped line', () => {
  it('stays near the pane and on the line', () => {
    fc.assert(
      fc.property(place, place, fc.boolean(), fc.boolean(), (a, b, back, ahead) => {
        const clipped = clipLine(a, b, BOX, { back, ahead });
        for (const { x, y } of clipped ?? []) {
          expect(x).toBeGreaterThanOrEqual(-41);
          expect(x).toBeLessThanOrEqual(841);
          expect(y).toBeGreaterThanOrEqual(-41);
          expect(y).toBeLessThanOrEqual(441);
        }
      }),
    );
  });

  it('inside the pane stays as it is, or extends to the edges', () => {
    const [a, b] = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ];
    expect(clipLine(a, b, BOX)).toEqual([a, b]);
    expect(clipLine(a, b, BOX, { ahead: true })).toEqual([a, { x: 840, y: 100 }]);
    expect(clipLine(a, b, BOX, { back: true })).toEqual([{ x: -40, y: 100 }, b]);
  });

  it('is null where it passes by the pane', () => {
    expect(clipLine({ x: 0, y: -500 }, { x: 800, y: -500 }, BOX)).toBeNull();
    expect(clipLine({ x: 5, y: 5 }, { x: 5, y: 5 }, BOX, { ahead: true })).toBeNull();
  });
});

describe('places', () => {
  it('have a distance from a finite line', () => {
    const [a, b] = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ];
    expect(distanceToSegment({ x: 5, y: 3 }, a, b)).toBe(3);
    expect(distanceToSegment({ x: 14, y: 3 }, a, b)).toBe(5);
    expect(distanceToSegment({ x: 3, y: 4 }, a, a)).toBe(5);
  });

  it('are inside an area or not, also a hollow one', () => {
    const arrow = [
      { x: 0, y: 0 },
      { x: 10, y: 5 },
      { x: 0, y: 10 },
      { x: 4, y: 5 },
    ];
    expect(isInside({ x: 6, y: 5 }, arrow)).toBe(true);
    expect(isInside({ x: 2, y: 5 }, arrow)).toBe(false);
    expect(isInside({ x: 20, y: 5 }, arrow)).toBe(false);
  });
});
