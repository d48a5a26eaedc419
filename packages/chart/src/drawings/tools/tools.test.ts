import { DAY_MS } from '@moneytrail/calendar';
import { describe, expect, it } from 'vitest';
import type { Drawing, DrawingTool } from '../drawing.ts';
import { handlesOf, shapesOf } from '../drawing-frame.ts';
import { textBox } from '../shapes.ts';
import { FIRST_MS, testFrame } from '../testing/test-board.ts';
import { firstStyle } from './index.ts';
import type { RangeProfile } from './tool.ts';

const points = (...barsAndPrices: [index: number, price: number][]) => barsAndPrices;

type Settings = Partial<Pick<Drawing, 'text' | 'levels' | 'account'>> & {
  isLog?: boolean;
  isCompact?: boolean;
};

/** The shapes of a tool whose points are bars and prices. */
function shapes(
  tool: DrawingTool,
  places: [number, number][],
  { isLog = false, text = '', isCompact = false, ...settings }: Settings = {},
) {
  const drawing = {
    ...settings,
    tool,
    points: places.map(([index, price]) => ({ timeMs: FIRST_MS + index * DAY_MS, price })),
    style: firstStyle(tool),
    text,
  };
  return shapesOf(testFrame({ isLog }), drawing, { precision: 2, isCompact });
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
    expect(words('fibRetracement', move, { isLog })).toContain('0.618 (138.20)');
  });

  it.each([
    [20, ['0.618 (107.64)']],
    [50, ['0.618 (119.10)', '0 (150.00)', '1 (100.00)', '1.618 (69.10)']],
    [120, ['0.618 (145.84)', '0.5 (160.00)', '0 (220.00)', '1 (100.00)']],
  ])('of overlapping labels on %i px, those of 0.618 and 0.5 give way last', (height, kept) => {
    const texts = words('fibRetracement', points([10, 100], [20, 100 + height]));
    expect(texts.slice(0, kept.length)).toEqual(kept);
  });

  it('labels of retracements stay readable at the left edge, and leave the view with it', () => {
    const measure = (line: string) => 7 * line.length;
    const pane = { widthPx: 800, heightPx: 400, measure, textScale: 1 };
    const atEdge = shapes('fibRetracement', points([-3, 100], [20, 300]));
    const boxes = atEdge.flatMap((shape) => (shape.kind === 'text' ? [textBox(shape, pane)] : []));
    expect(boxes.length).toBeGreaterThan(4);
    for (const { left } of boxes) expect(left).toBeGreaterThanOrEqual(0);
    expect(words('fibRetracement', points([-30, 100], [-20, 300]))).toEqual([]);
  });

  it('a text at twice the usual size takes twice the height, and fewer labels fit', () => {
    const text = { kind: 'text', at: { x: 0, y: 0 }, lines: ['A', 'B'] } as const;
    const shape = { ...text, align: 'left', edge: 'top' } as const;
    const box = (textScale: number) =>
      textBox(shape, { widthPx: 800, heightPx: 400, measure: () => 7, textScale });
    expect(box(2).heightPx - 4).toBe(2 * (box(1).heightPx - 4));
    const labels = (textScale: number) =>
      shapesOf(
        testFrame({ textScale }),
        {
          tool: 'fibRetracement',
          points: [10, 20].map((index) => ({
            timeMs: FIRST_MS + index * DAY_MS,
            price: 80 + 5 * index,
          })),
          style: firstStyle('fibRetracement'),
          text: '',
        },
        { precision: 2 },
      ).filter(({ kind }) => kind === 'text').length;
    expect(labels(2)).toBeLessThan(labels(1));
  });

  it('retracements have the chosen levels', () => {
    const texts = words('fibRetracement', points([10, 100], [20, 200]), { levels: [0.25, 0.75] });
    expect(texts).toEqual(['0.25 (175.00)', '0.75 (125.00)']);
  });

  it('labels are short until their drawing is selected or under the pointer', () => {
    const isCompact = true;
    expect(words('fibRetracement', points([10, 100], [20, 300]), { isCompact })).toContain('0.618');
    expect(words('measure', points([10, 100], [22, 125]), { isCompact })).toEqual([
      '+25.00\u00a0%',
    ]);
    expect(words('measure', points([10, 100], [11, 125]), { isCompact })).toEqual([]);
    const trade = points([10, 100], [20, 190], [20, 70]);
    expect(words('longPosition', trade, { isCompact })).toEqual(['1 : 3.00']);
    const shapesOfTrade = shapes('longPosition', trade, { isCompact });
    expect(shapesOfTrade.some((shape) => shape.kind === 'text' && shape.isBoxed)).toBe(false);
  });

  it('a trade that is a few pixels wide, as on a longer interval, has no label', () => {
    const trade = points([10, 100], [11, 190], [11, 70]);
    expect(words('longPosition', trade, { isCompact: true })).toEqual([]);
  });

  it('a position with an account shows its quantity and what the stop costs', () => {
    const trade = points([10, 100], [20, 130], [20, 90]);
    const account = { size: 10_000, riskPercent: 1 };
    expect(words('longPosition', trade, { account })).toContain('Quantity 10, risk 100.00');
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

  it.each([
    ['deep', points([10, 100], [60, 190], [60, 55])],
    ['narrow', points([10, 100], [14, 190], [14, 55])],
    ['shallow', points([10, 100], [14, 110], [14, 95])],
    ['backwards', points([40, 100], [20, 110], [20, 95])],
    ['near the right edge', points([74, 100], [78, 190], [78, 55])],
    ['shallow near the right edge', points([74, 100], [78, 110], [78, 95])],
  ])('the entry label of a %s trade leaves the handles free', (_, trade) => {
    const account = { size: 10_000, riskPercent: 1 };
    const label = shapes('longPosition', trade, { account }).find(
      (shape) => shape.kind === 'text' && shape.lines[0]?.startsWith('Entry'),
    );
    if (label?.kind !== 'text') throw new Error('The trade has no label.');
    const { widthPx, heightPx } = testFrame();
    const measure = (line: string) => 6 * line.length;
    const box = textBox(label, { widthPx, heightPx, textScale: 1, measure });
    const frame = testFrame();
    const drawing = {
      tool: 'longPosition' as const,
      points: trade.map(([index, price]) => ({ timeMs: FIRST_MS + index * DAY_MS, price })),
    };
    const covered = handlesOf(frame, drawing).filter(
      ({ x, y }) =>
        x > box.left - 5 &&
        x < box.left + box.widthPx + 5 &&
        y > box.top - 5 &&
        y < box.top + box.heightPx + 5,
    );
    expect(covered).toEqual([]);
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.left + box.widthPx).toBeLessThanOrEqual(widthPx);
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

  describe('a volume profile of a range', () => {
    /** Rows of 10 from 100 to 130; the middle one has most. */
    const FOUND = {
      profile: {
        low: 100,
        high: 130,
        up: Float64Array.of(10, 20, 0),
        down: Float64Array.of(0, 20, 10),
      },
      area: { pointOfControl: 1, from: 1, to: 2, control: 115, high: 130, low: 110 },
    };
    const profiled = (profile: RangeProfile, isCompact = false) => {
      const asked: number[][] = [];
      const frame = {
        ...testFrame(),
        profileOf: (...span: number[]) => {
          asked.push(span);
          return profile;
        },
      };
      const drawing = {
        tool: 'rangeProfile' as const,
        points: [30, 10].map((index) => ({ timeMs: FIRST_MS + index * DAY_MS, price: 300 })),
        style: firstStyle('rangeProfile'),
        text: '',
      };
      return { asked, shapes: shapesOf(frame, drawing, { precision: 2, isCompact }) };
    };
    const wordsOf = ({ shapes: all }: ReturnType<typeof profiled>) =>
      all.flatMap((shape) => (shape.kind === 'text' ? [...shape.lines] : []));

    it('has rows of its bars, the largest half as wide as the range, at their prices', () => {
      const { asked, shapes: all } = profiled(FOUND);
      expect(asked).toEqual([[10, 30]]);
      const areas = all.flatMap((shape) => (shape.kind === 'area' ? [shape] : []));
      const spans = areas.map(({ places, tone }) => {
        const xs = places.map(({ x }) => x);
        return [tone, Math.min(...xs) - 105, Math.max(...xs) - 105];
      });
      expect(spans).toEqual([
        ['up', 0, 25],
        ['up', 0, 50],
        ['down', 50, 100],
        ['down', 0, 25],
      ]);
      expect(areas[0]?.places.map(({ y }) => y)).toEqual([290.5, 290.5, 299.5, 299.5]);
    });

    it('names the point of control, and the value area once it is selected or pointed at', () => {
      expect(wordsOf(profiled(FOUND, true))).toEqual(['POC 115.00']);
      expect(wordsOf(profiled(FOUND))).toEqual(['VAH 130.00', 'VAL 110.00', 'POC 115.00']);
    });

    it('without a profile is an outline that says why', () => {
      expect(wordsOf(profiled('No volume in the range'))).toEqual(['No volume in the range']);
      expect(profiled(null).shapes).toMatchObject([{ kind: 'line', isClosed: true }]);
    });
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
