import type { DrawingStyle, DrawingTool, Magnet } from '@moneytrail/chart';
import {
  DRAWING_TOOL_DEFINITIONS,
  DRAWING_TOOLS,
  firstStyle,
  LINE_DASHES,
} from '@moneytrail/chart/model';
import { record } from '../../../lib/record.ts';
import { FILL_OPACITIES, LINE_COLOURS, LINE_WIDTHS } from './line-styles.ts';

export const MAGNETS = ['off', 'weak', 'strong'] as const satisfies readonly Magnet[];
/** Line widths offered for drawings, px. */
export const DRAWING_WIDTHS = [...LINE_WIDTHS, 4] as const;
export const DRAWING_COLOURS = LINE_COLOURS;
/** 0 … 1; drawings may be filled more strongly than studies. */
export const DRAWING_FILLS = [...FILL_OPACITIES, 0.3, 0.5] as const;

export type DrawingPreferences = {
  magnet: Magnet;
  /** A tool stays selected after its drawing is placed. */
  staysInTool: boolean;
  isBarFolded: boolean;
  /** Newest first. */
  lastTools: readonly DrawingTool[];
  /** Chosen styles of new drawings, by tool. */
  styles: Readonly<Partial<Record<DrawingTool, DrawingStyle>>>;
};

/** A stored style, reduced to offered values; null where none is stored. */
export function readDrawingStyle(tool: DrawingTool, stored: unknown): DrawingStyle | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const { colour, widthPx, dash, fillOpacity } = record(stored);
  const first = firstStyle(tool);
  const { hasFill } = DRAWING_TOOL_DEFINITIONS[tool];
  const fill = hasFill ? [first.fillOpacity, ...DRAWING_FILLS] : [];
  return {
    colour: DRAWING_COLOURS.find((one) => one === colour) ?? first.colour,
    widthPx: DRAWING_WIDTHS.find((one) => one === widthPx) ?? first.widthPx,
    dash: LINE_DASHES.find((one) => one === dash) ?? first.dash,
    fillOpacity: fill.find((one) => one === fillOpacity) ?? first.fillOpacity,
  };
}

export function readDrawingPreferences(stored: unknown): DrawingPreferences {
  const fields = record(stored);
  const last: unknown[] = Array.isArray(fields.lastTools) ? fields.lastTools : [];
  const styles = record(fields.styles);
  const read = DRAWING_TOOLS.map((tool) => [tool, readDrawingStyle(tool, styles[tool])] as const);
  return {
    magnet: MAGNETS.find((one) => one === fields.magnet) ?? 'off',
    staysInTool: fields.staysInTool === true,
    isBarFolded: fields.isBarFolded === true,
    lastTools: last.flatMap((one) => DRAWING_TOOLS.find((tool) => tool === one) ?? []),
    styles: Object.fromEntries(read.filter(([, style]) => style !== null)),
  };
}
