import { canvasTheme } from '../../../../apps/web/src/features/chart/controller/canvas-theme.ts';
import { STANDARD_COLOURS } from '../../../../apps/web/src/features/chart/preferences/candle-colours.ts';

/** The product's colours of the canvas, from the one table that they are written in. */
export const LIGHT = canvasTheme('light', STANDARD_COLOURS);
export const DARK = canvasTheme('dark', STANDARD_COLOURS);
