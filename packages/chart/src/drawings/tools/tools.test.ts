import { DAY_MS } from '@moneytrail/calendar';
import { describe, expect, it } from 'vitest';
import type { DrawingTool } from '../drawing.ts';
import { shapesOf } from '../drawing-frame.ts';
import { FIRST_MS, testFrame } from '../testing/test-board.ts';
import { firstStyle } from './index.ts';

const points = (...barsAndPrices: [index: number, price: number][]) => barsAndPrices;

/** The shapes of a tool whose points are bars and prices. */
function shapes(tool: DrawingTool, places: [number, number][], { isLog = false, text = '' } = {}) {
  const drawing = {
    tool,
    points: places.map(([index, price]) => ({ timeMs: FIRST_MS + index * DAY_MS, price })),
    style: firstStyle(tool),
    text,
  };
  return shapesOf(testFrame({ isLog }), drawing, 2);
}

const lines = (...of: Parameters<typeof shapes>) =>
  shapes(...of).flatMap((shape) => (shape.kind === 'line' ? [shape.places] : []));
const words = (...of: Parameters<typeof shapes>) =>
  shapes(...of).flatMap((shape) => (shape.kind === 'text' ? [...shape.lines] : []));

describe('the shapes of tools', () => {
  it('a ray extends ahead, an extended line both ways', () => {
    const [ray] = lines('ray', points([10, 100], [20, 100]));
    expect(ray?.map(({ x }) => x)).toEqual([105, 840]);
    const [extended] = lines('extendedLine', points([20, 100], [10, 100]));
    expect(extended?.map(({ x }) => Math.round(x)).sort((a, b) => a - b)).toEqual([-40, 840]);
  });

  it('a channel has two parallels and its middle', () => {
    const [middle, base, second] = lines(
      'parallelChannel',
      points([10, 100], [20, 120], [15, 150]),
    );
    const heights = (line: typeof base) => line?.map(({ y }) => 400 - y);
    expect(heights(base)).toEqual([100, 120]);
    expect(heights(second)).toEqual([140, 160]);
    expect(heights(middle)).toEqual([120, 140]);
  });

  it('a pitchfork’s median goes through the middle of its other points', () => {
    const [, median] = lines('pitchfork', points([0, 100], [10, 150], [10, 50]));
    expect(median?.map(({ y }) => y)).toEqual([300, 300]);
  });

  it.each([false, true])('retracements stand at their prices, log scale: %s', (isLog) => {
    const move = points([10, 100], [20, 200]);
    const frame = testFrame({ isLog });
    const expected = [200, 176.4, 161.8, 150, 138.2, 121.4, 100, 38.2];
    const levels = lines('fibRetracement', move, { isLog }).slice(1);
    expect(levels.map((line) => line[0]?.y)).toEqual(
      expected.map((price) => expect.closeTo(frame.toY(price), 6)),
    );
    expect(words('fibRetracement', move, { isLog })).toContain('0.5 (150.00)');
  });

  it('overlapping labels of retracements are left out, but never both ends', () => {
    const texts = words('fibRetracement', points([10, 100], [20, 120]));
    expect(texts).toEqual(['0 (120.00)', '1 (100.00)']);
  });

  it('a measure shows price, percent, bars and time', () => {
    expect(words('measure', points([10, 100], [22, 125]))).toEqual([
      '▲ +25.00 (+25.00\u00a0%)',
      '12 bars, 12 d',
    ]);
    expect(words('measure', points([10, 100], [9, 90]))).toEqual([
      '▼ −10.00 (−10.00\u00a0%)',
      '−1 bar, 1 d',
    ]);
  });

  it('a position shows target, stop and their ratio', () => {
    expect(words('longPosition', points([10, 100], [20, 130], [20, 90]))).toEqual([
      'Target 130.00 (+30.00\u00a0%)',
      'Stop 90.00 (−10.00\u00a0%)',
      'Entry 100.00',
      'Risk/reward 1 : 3.00',
    ]);
  });

  it('a position without a risk shows no ratio', () => {
    expect(words('longPosition', points([10, 100], [20, 130], [20, 100]))).not.toContain(
      expect.stringContaining('Risk'),
    );
  });

  it('a price that the scale cannot show draws nothing', () => {
    expect(shapes('horizontalLine', points([10, -5]), { isLog: true })).toEqual([]);
  });

  it('a text shows its words line by line', () => {
    expect(words('text', points([10, 100]), { text: '<b>one</b>\ntwo' })).toEqual([
      '<b>one</b>',
      'two',
    ]);
  });
});
