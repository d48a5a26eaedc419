import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  gridLines,
  gridPlaces,
  gridShape,
  MOST_CHARTS,
  moveDivider,
  sharesFor,
} from './chart-grid.ts';

const counts = fc.integer({ min: 1, max: MOST_CHARTS });

describe('the grid of charts', () => {
  test('every square belongs to exactly one chart, for every number of charts', () => {
    for (let count = 1; count <= MOST_CHARTS; count++) {
      const { columns, rows } = gridShape(count);
      const places = gridPlaces(count);
      expect(places).toHaveLength(count);
      const squares = places.flatMap(({ column, columnEnd, row, rowEnd }) =>
        Array.from({ length: columnEnd - column }, (_, x) =>
          Array.from({ length: rowEnd - row }, (_, y) => `${column + x},${row + y}`),
        ).flat(),
      );
      expect(new Set(squares).size).toBe(squares.length);
      expect(squares).toHaveLength(columns * rows);
    }
  });

  test('every line is between charts and across none, for every number of charts', () => {
    for (let count = 1; count <= MOST_CHARTS; count++) {
      const { columns, rows } = gridShape(count);
      const lines = gridLines(count);
      expect(lines).toHaveLength(columns + rows - 2);
      for (const { axis, index, from, to } of lines) {
        expect(to).toBeGreaterThan(from);
        for (const { column, columnEnd, row, rowEnd } of gridPlaces(count)) {
          const [start, end, otherStart, otherEnd] =
            axis === 'columns'
              ? [column, columnEnd, row, rowEnd]
              : [row, rowEnd, column, columnEnd];
          const isBeside = otherStart - 1 < to && otherEnd - 1 > from;
          expect(isBeside && start < index + 2 && end > index + 2).toBe(false);
        }
      }
    }
  });

  test('shares add up to one and keep their least size, however dividers are moved', () => {
    const moves = fc.array(
      fc.record({
        isColumn: fc.boolean(),
        index: fc.integer({ min: -1, max: 4 }),
        by: fc.double({ min: -2, max: 2, noNaN: true }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(counts, moves, (count, moved) => {
        let shares = sharesFor(count, { columns: [], rows: [] });
        for (const { isColumn, index, by } of moved) {
          const key = isColumn ? 'columns' : 'rows';
          shares = { ...shares, [key]: moveDivider(shares[key], index, by) };
        }
        for (const list of [shares.columns, shares.rows]) {
          expect(list.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
          for (const share of list) expect(share).toBeGreaterThanOrEqual(0.4 / list.length - 1e-9);
        }
      }),
    );
  });

  test('shares of another number of charts, or unsound ones, become even', () => {
    expect(sharesFor(4, { columns: [0.3, 0.7], rows: [0.5, 0.5] }).columns).toEqual([0.3, 0.7]);
    expect(sharesFor(6, { columns: [0.3, 0.7], rows: [0.5, 0.5] }).columns).toEqual([
      1 / 3,
      1 / 3,
      1 / 3,
    ]);
    for (const columns of [
      [0.01, 0.99],
      [0.5, 0.6],
      ['0.5', 0.5],
      [Number.NaN, 0.5],
    ]) {
      expect(sharesFor(2, { columns, rows: [] })).toEqual({ columns: [0.5, 0.5], rows: [1] });
    }
  });
});
