import { LINE_DASHES } from '../chart-look.ts';
import type { ChartPoint } from '../chart-source.ts';
import { STUDY_COLOURS } from '../chart-theme.ts';
import {
  DRAWING_TOOLS,
  type Drawing,
  type DrawingStyle,
  type DrawingTool,
} from '../drawings/drawing.ts';
import { completed, firstStyle, TOOLS } from '../drawings/tools/index.ts';
import { isBetween, list, oneOf, record, text } from './fields.ts';

const MOST_DRAWINGS = 5_000;
const MOST_POINTS = 1_000;
const MOST_WORDS = 2_000;
const MOST_ID = 64;
/** Dates that every calendar can work with, epoch ms: the years 1900 to 2200. */
const TIMES = [Date.UTC(1900, 0), Date.UTC(2200, 0)] as const;
const PRICES = [-1e15, 1e15] as const;

function readPoints(stored: unknown): ChartPoint[] {
  return list(stored)
    .slice(0, MOST_POINTS)
    .flatMap((one) => {
      const { timeMs, price } = record(one);
      const isSound = isBetween(timeMs, ...TIMES) && isBetween(price, ...PRICES);
      return isSound ? [{ timeMs, price }] : [];
    });
}

/** How many points a drawing of a tool has, those included that follow from the ones placed. */
function pointCount(tool: DrawingTool): number | null {
  const { points } = TOOLS[tool];
  if (points === 'stroke') return null;
  return completed(
    tool,
    Array.from({ length: points }, () => ({ timeMs: 0, price: 1 })),
    (price) => price,
  ).length;
}

function readStyle(stored: unknown, tool: DrawingTool): DrawingStyle {
  const fields = record(stored);
  const usual = firstStyle(tool);
  return {
    colour: oneOf(fields.colour, STUDY_COLOURS, usual.colour),
    widthPx: isBetween(fields.widthPx, 0.5, 8) ? fields.widthPx : usual.widthPx,
    dash: oneOf(fields.dash, LINE_DASHES, usual.dash),
    fillOpacity: isBetween(fields.fillOpacity, 0, 1) ? fields.fillOpacity : usual.fillOpacity,
  };
}

function readDrawing(stored: unknown): Drawing[] {
  const fields = record(stored);
  const id = text(fields.id, MOST_ID);
  const symbol = text(fields.symbol, MOST_ID);
  const tool = DRAWING_TOOLS.find((one) => one === fields.tool);
  const points = readPoints(fields.points);
  if (!tool || id === '' || symbol === '') return [];
  const wanted = pointCount(tool);
  if (wanted === null ? points.length < 2 : points.length !== wanted) return [];
  return [
    {
      id,
      tool,
      symbol,
      points,
      style: readStyle(fields.style, tool),
      text: text(fields.text, MOST_WORDS),
      isLocked: fields.isLocked === true,
      isVisible: fields.isVisible !== false,
    },
  ];
}

/** Stored drawings, back to front; each id once. */
export function readDrawings(stored: unknown): Drawing[] {
  const drawings = list(stored).slice(0, MOST_DRAWINGS).flatMap(readDrawing);
  return [...new Map(drawings.map((drawing) => [drawing.id, drawing])).values()];
}
