import type { LineStyle } from '../study.ts';

/** Long-term lines. */
export const SOLID: LineStyle = { widthPx: 2, dash: 'solid', opacity: 1 };
/** Short-term lines: told from the long ones without their colour. */
export const DASHED: LineStyle = { widthPx: 1.5, dash: 'dashed', opacity: 1 };
/** Lines that stand alone in their scale. */
export const THIN_SOLID: LineStyle = { widthPx: 1.5, dash: 'solid', opacity: 1 };
/** Edges of a filled channel. */
export const DOTTED: LineStyle = { widthPx: 1, dash: 'dotted', opacity: 1 };
