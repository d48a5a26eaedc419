/**
 * CSS colours of the canvas. The page makes them from the table of its style sheet: this package contains no colours.
 */
export type ChartTheme = {
  isDark: boolean;
  background: string;
  grid: string;
  axisText: string;
  border: string;
  crosshair: string;
  crosshairText: string;
  candleUp: string;
  candleDown: string;
  /** Text on a tag filled with the colour. */
  candleUpText: string;
  candleDownText: string;
  studies: Record<StudyColour, { line: string; tagText: string }>;
  zoneLine: string;
  textDim: string;
};

/** Line colours of studies and drawings. */
export const STUDY_COLOURS = [
  'shortResistance',
  'longResistance',
  'longSupport',
  'shortSupport',
  'tightnessLong',
  'tightnessShort',
  'longShort',
  'deployment',
  'liquiditySpread',
  'magenta',
  'teal',
  'brown',
  'lime',
  'lavender',
  'comboShort',
  'comboLong',
] as const;
export type StudyColour = (typeof STUDY_COLOURS)[number];
