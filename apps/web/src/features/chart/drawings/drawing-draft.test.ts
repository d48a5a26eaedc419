import { RESOLUTIONS } from '@moneytrail/calendar';
import type { Drawing, DrawingTool } from '@moneytrail/chart';
import { DRAWING_TOOLS, firstStyle } from '@moneytrail/chart/model';
import { describe, expect, it } from 'vitest';
import {
  type DrawingDraft,
  draftOf,
  numberOf,
  pointFields,
  readDraft,
  withPoint,
  withRatio,
} from './drawing-draft.ts';

const HOURLY = { decimals: 2, resolution: '60', zone: 'Africa/Johannesburg' } as const;
const DAILY = { ...HOURLY, resolution: '1D' } as const;
const NOON_MS = Date.UTC(2026, 10, 20, 12);

function drawingOf(tool: DrawingTool, prices: number[], changes: Partial<Drawing> = {}): Drawing {
  const points = prices.map((price, i) => ({ timeMs: NOON_MS + i * 3_600_000, price }));
  const shown = { isLocked: false, isVisible: true };
  return {
    id: 'd',
    tool,
    symbol: 'FMP:A',
    points,
    style: firstStyle(tool),
    text: '',
    ...shown,
    ...changes,
  };
}

const changed = (drawing: Drawing, changes: Partial<DrawingDraft>, chart = HOURLY) =>
  readDraft(drawing, { ...draftOf(drawing, chart), ...changes }, chart);

describe('the fields of a drawing', () => {
  it('are those of each tool; a stroke has none', () => {
    for (const tool of DRAWING_TOOLS) {
      expect(pointFields(tool).length > 0).toBe(tool !== 'brush');
    }
    expect(pointFields('horizontalLine').map(({ label }) => label)).toEqual(['Price']);
  });

  it('show prices with the decimals of the instrument, or all they have, and times of the chart', () => {
    const { points } = draftOf(drawingOf('trendLine', [100.5, 1.2345]), HOURLY);
    expect(points).toEqual({
      price0: '100.50',
      time0: '2026-11-20T14:00',
      price1: '1.2345',
      time1: '2026-11-20T15:00',
    });
    expect(draftOf(drawingOf('verticalLine', [1]), DAILY).points).toEqual({ time0: '2026-11-20' });
  });

  it.each([
    ['1234.5', 1_234.5],
    ['64,210.50', 64_210.5],
    ['−3', -3],
    [' 7 ', 7],
    ['1,5', Number.NaN],
    ['', Number.NaN],
    ['x', Number.NaN],
  ])('read %j as %d', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });
});

describe('an edited drawing', () => {
  it('keeps its exact points unless they are changed', () => {
    const drawing = drawingOf('trendLine', [1 / 3, 2 / 3]);
    expect(changed(drawing, {}).change.points).toBe(drawing.points);
    const { points } = draftOf(drawing, DAILY);
    const { change } = readDraft(
      drawing,
      { ...draftOf(drawing, DAILY), points: { ...points, price1: '5' } },
      DAILY,
    );
    expect(change.points).toEqual([drawing.points[0], { ...drawing.points[1], price: 5 }]);
  });

  it('takes a time in the zone of the chart; that of a trade’s end moves target and stop', () => {
    const drawing = drawingOf('longPosition', [100, 130, 90]);
    const draft = withPoint(draftOf(drawing, HOURLY), 'time1', '2026-11-21T02:00');
    const times = readDraft(drawing, draft, HOURLY).change.points?.map(({ timeMs }) => timeMs);
    const midnightMs = Date.UTC(2026, 10, 21);
    expect(times).toEqual([NOON_MS, midnightMs, midnightMs]);
  });

  it('tells problems by field and leaves those points as they are', () => {
    const drawing = drawingOf('trendLine', [1, 2]);
    const draft = draftOf(drawing, HOURLY);
    const points = { ...draft.points, price0: 'much', time1: '', price1: '3' };
    const { change, problems } = readDraft(drawing, { ...draft, points }, HOURLY);
    expect(Object.keys(problems).toSorted()).toEqual(['price0', 'time1']);
    expect(change.points?.map(({ price }) => price)).toEqual([1, 3]);
  });

  it('has points that stay while it is locked', () => {
    const drawing = drawingOf('horizontalLine', [1], { isLocked: true });
    expect(changed(drawing, { points: { price0: '2' } }).change.points).toBe(drawing.points);
  });

  it('moves its target with R, and R with its prices', () => {
    const long = drawingOf('longPosition', [100, 120, 90]);
    const draft = draftOf(long, HOURLY);
    expect(draft.ratio).toBe('2');
    expect(withRatio(long, draft, '3', 2).points.price1).toBe('130.00');
    const short = drawingOf('shortPosition', [100, 80, 110]);
    expect(withRatio(short, draftOf(short, HOURLY), '3', 2).points.price1).toBe('70.00');
    expect(withPoint(draft, 'price2', '95').ratio).toBe('4');
    expect(withRatio(long, draft, '', 2).points).toEqual(draft.points);
  });

  it('has an account once size and risk are known, and none without both', () => {
    const drawing = drawingOf('longPosition', [100, 120, 90]);
    const account = { size: 10_000, riskPercent: 1 };
    expect(changed(drawing, { accountSize: '10,000', riskPercent: '1' }).change.account).toEqual(
      account,
    );
    expect(changed(drawing, {}).problems).toEqual({});
    expect(changed(drawing, { accountSize: '10' }).problems).toHaveProperty('account');
    const known = { ...drawing, account };
    expect(changed(known, { accountSize: '', riskPercent: '' }).change).toMatchObject({
      account: undefined,
    });
  });

  it('has levels in rising order, and the usual ones are not stored', () => {
    const drawing = drawingOf('fibRetracement', [1, 2]);
    expect(changed(drawing, { levels: ['0.5', '', '−0.27', '1'] }).change.levels).toEqual([
      -0.27, 0.5, 1,
    ]);
    expect(changed(drawing, {}).change.levels).toBeUndefined();
    expect(changed(drawing, { levels: ['half'] }).problems).toHaveProperty('levels');
    expect(changed(drawing, { levels: [''] }).problems).toHaveProperty('levels');
  });

  it('is shown on chosen intervals, at least one', () => {
    const drawing = drawingOf('trendLine', [1, 2]);
    expect(changed(drawing, { resolutions: ['60'] }).change.resolutions).toEqual(['60']);
    expect(changed(drawing, { resolutions: RESOLUTIONS }).change.resolutions).toBeUndefined();
    expect(changed(drawing, { resolutions: [] }).problems).toHaveProperty('resolutions');
  });
});
