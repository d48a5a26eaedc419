import { describe, expect, it } from 'vitest';
import { subjectOnCanvas } from './menu-place.ts';

/** Prices 500 px wide and 300 px high, with the axis beside and panes below; one drawing at 100 × 100. */
const engine = {
  pointAt: (x: number, y: number) => (x <= 500 && y <= 300 ? { timeMs: x, price: y } : null),
  drawings: { at: (x: number, y: number) => (x === 100 && y === 100 ? 'line' : null) },
};

describe('a right click on the canvas', () => {
  it('is for the drawing there', () => {
    expect(subjectOnCanvas(engine, 100, 100)).toEqual({ kind: 'drawing', id: 'line' });
  });

  it('is for the price axis beside the prices, at the price of that height', () => {
    expect(subjectOnCanvas(engine, 520, 100)).toEqual({ kind: 'axis', price: 100 });
  });

  it('is for the chart elsewhere, with the price if there is one', () => {
    expect(subjectOnCanvas(engine, 200, 50)).toEqual({
      kind: 'chart',
      point: { timeMs: 200, price: 50 },
    });
    expect(subjectOnCanvas(engine, 520, 400)).toEqual({ kind: 'chart', point: null });
  });
});
