import { canvasTheme } from '../../../../apps/web/src/features/chart/controller/canvas-theme.ts';

/** The product's colours of the canvas, from the one table that they are written in. */
export const LIGHT = canvasTheme('light', 'standard');
export const DARK = canvasTheme('dark', 'standard');
