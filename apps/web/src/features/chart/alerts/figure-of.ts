import { barsBetween } from '@moneytrail/alerts';
import { MARKET_HOURS, type MarketHours, type Resolution } from '@moneytrail/calendar';
import type { ChartPoint, Drawing } from '@moneytrail/chart';
import { FIB_LEVELS } from '@moneytrail/chart/model';
import type { AlertCondition, AlertFigure } from '@moneytrail/contract';
import type { ChartScreenState } from '../model/chart-context.ts';

type Market = { hours: MarketHours; resolution: Resolution };
type Points = Pick<Drawing, 'tool' | 'points' | 'levels'>;
type DrawingCondition = Extract<AlertCondition, { kind: 'drawing' }>;

/** Separates a drawing's id from the retraced share that is watched. */
const SHARE = '#';

const lineOf = (from: ChartPoint, to: ChartPoint) => ({
  from: { timeMs: from.timeMs, price: from.price },
  to: { timeMs: to.timeMs, price: to.price },
});
const flat = (point: ChartPoint, price = point.price) =>
  lineOf({ ...point, price }, { ...point, price });

/** The second line of a channel, parallel to the first on the scale and as far away as the third point. */
function parallel(
  [a, b, c]: readonly [ChartPoint, ChartPoint, ChartPoint],
  market: Market,
  isLogarithmic: boolean,
) {
  const [write, read] = isLogarithmic ? [Math.log, Math.exp] : [Number, Number];
  const bars = barsBetween(market, a.timeMs, b.timeMs);
  const slope = bars === 0 ? 0 : (write(b.price) - write(a.price)) / bars;
  const below = write(a.price) + slope * barsBetween(market, a.timeMs, c.timeMs);
  const offset = write(c.price) - below;
  const moved = (point: ChartPoint) => ({ ...point, price: read(write(point.price) + offset) });
  return lineOf(moved(a), moved(b));
}

/** The price of a retraced share, as the chart draws it: 0 at the end of the move. */
function retraced([a, b]: readonly ChartPoint[], share: number): number {
  return a && b ? b.price + (a.price - b.price) * share : Number.NaN;
}

/**
 * The part of a drawing that an alert can watch; null for tools without a line through prices. `share` is the retraced
 * share of a Fibonacci retracement, whose levels go on to the right.
 */
export function figureOf(
  { tool, points }: Points,
  {
    market,
    isLogarithmic,
    share = 0.618,
  }: { market: Market; isLogarithmic: boolean; share?: number },
): AlertFigure | null {
  const [a, b, c] = points;
  if (!a) return null;
  const figure = (
    lines: AlertFigure['lines'],
    [fromMs, untilMs]: [number | null, number | null] = [null, null],
  ): AlertFigure => ({ lines, isLogarithmic, fromMs, untilMs });
  if (tool === 'horizontalLine' || tool === 'crossLine') return figure([flat(a)]);
  if (tool === 'horizontalRay') return figure([flat(a)], [a.timeMs, null]);
  if (!b) return null;
  const [first, last] = [Math.min(a.timeMs, b.timeMs), Math.max(a.timeMs, b.timeMs)];
  switch (tool) {
    case 'trendLine':
    case 'arrow':
      return figure([lineOf(a, b)], [first, last]);
    case 'ray':
      return figure([lineOf(a, b)], b.timeMs >= a.timeMs ? [a.timeMs, null] : [null, a.timeMs]);
    case 'extendedLine':
      return figure([lineOf(a, b)]);
    case 'parallelChannel': {
      if (!c) return null;
      return figure([lineOf(a, b), parallel([a, b, c], market, isLogarithmic)], [first, last]);
    }
    case 'rectangle':
      return figure([flat(a), flat(b)], [first, last]);
    case 'fibRetracement':
      return figure([flat(a, retraced(points, share))], [first, null]);
    default:
      return null;
  }
}

/** The retraced shares of a drawing that can be watched one by one; none for other tools. */
export function sharesOf({ tool, levels }: Points): readonly number[] {
  return tool === 'fibRetracement' ? (levels ?? FIB_LEVELS) : [];
}

/** The name of a watched drawing in a condition. */
export function drawingName(id: string, share: number | null): string {
  return share === null ? id : `${id}${SHARE}${share}`;
}

/** The id of the drawing that a condition watches, and its retraced share. */
export function watchedDrawing({ drawing }: Pick<DrawingCondition, 'drawing'>): {
  id: string;
  share: number | undefined;
} {
  const [id = '', share] = drawing.split(SHARE);
  return { id, share: share === undefined ? undefined : Number(share) };
}

/** Whether two figures are the same, whatever the order of their fields. */
export function isSameFigure(one: AlertFigure, other: AlertFigure): boolean {
  const listOf = ({ lines, isLogarithmic, fromMs, untilMs }: AlertFigure) => [
    ...lines.flatMap(({ from, to }) => [from.timeMs, from.price, to.timeMs, to.price]),
    isLogarithmic,
    fromMs,
    untilMs,
  ];
  return JSON.stringify(listOf(one)) === JSON.stringify(listOf(other));
}

/** The condition that watches a drawing; null if it cannot be watched. */
export function drawingCondition(
  drawing: Pick<Drawing, 'id'> & Points,
  chart: { market: Market; isLogarithmic: boolean; layout: number | null },
): DrawingCondition | null {
  const [share] = sharesOf(drawing).includes(0.618) ? [0.618] : sharesOf(drawing);
  const figure = figureOf(drawing, { ...chart, ...(share === undefined ? {} : { share }) });
  if (!figure) return null;
  return {
    kind: 'drawing',
    drawing: drawingName(drawing.id, share ?? null),
    layout: chart.layout,
    figure,
    price: 'crosses',
  };
}

/** The condition that watches a drawing of the open chart; null if it cannot be watched. */
export function conditionOfDrawing(
  { info, resolution, controller, saver }: ChartScreenState,
  drawing: Drawing,
): AlertCondition | null {
  return drawingCondition(drawing, {
    market: { hours: MARKET_HOURS[info.marketHours], resolution },
    isLogarithmic: controller?.visible.get()?.scale === 'log',
    layout: saver?.state.get().layout?.id ?? null,
  });
}
