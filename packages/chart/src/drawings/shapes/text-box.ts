import type { PaneBox, Shape } from './shape.ts';

export const TEXT_PX = 12;
export const TEXT_LINE_PX = 18;
const PADDING_PX = 7;
const EDGE_PX = 2;
type Text = Extract<Shape, { kind: 'text' }>;

const START: Record<Text['align'], number> = { left: 0, center: 0.5, right: 1 };
const TOP: Record<Text['edge'], number> = { top: 0, middle: 0.5, bottom: 1 };

/** Where texts stand: the pane, and how wide a line of text is, px. */
export type TextPlace = PaneBox & { measure: (line: string) => number };

/** Where a text with its ground stands, px. */
export function textBox(
  { at, lines, align, edge, isKept }: Text,
  pane: TextPlace,
): { left: number; top: number; widthPx: number; heightPx: number } {
  const widthPx = Math.ceil(Math.max(0, ...lines.map(pane.measure)) + 2 * PADDING_PX);
  const heightPx = lines.length * TEXT_LINE_PX + 4;
  const left = at.x - START[align] * widthPx;
  const top = at.y - TOP[edge] * heightPx;
  if (!isKept) return { left, top, widthPx, heightPx };
  return {
    left: Math.max(EDGE_PX, Math.min(pane.widthPx - widthPx - EDGE_PX, left)),
    top: Math.max(EDGE_PX, Math.min(pane.heightPx - heightPx - EDGE_PX, top)),
    widthPx,
    heightPx,
  };
}
