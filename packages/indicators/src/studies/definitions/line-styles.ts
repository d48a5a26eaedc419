import type { LineStyle } from '../study.ts';

/** Long-term lines. */
export const SOLID: LineStyle = { widthPx: 2, dash: 'solid' };
/** Short-term lines: told from the long ones without their colour. */
export const DASHED: LineStyle = { widthPx: 1.5, dash: 'dashed' };
/** Lines that stand alone in their scale. */
export const THIN_SOLID: LineStyle = { widthPx: 1.5, dash: 'solid' };
/** Edges of a filled channel. */
export const DOTTED: LineStyle = { widthPx: 1, dash: 'dotted' };
