/**
 * Colours of the canvas by token. The page makes it from the same table as its style sheet, so that no colour
 * is written in this package; values are CSS colours.
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
  /** Text on a filled tag of the colour. */
  candleUpText: string;
  candleDownText: string;
  studies: Record<StudyColour, { line: string; tagText: string }>;
  zoneLine: string;
  textDim: string;
};

/** The named line colours of the studies, which drawings take too. */
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
  'comboShort',
  'comboLong',
] as const;
export type StudyColour = (typeof STUDY_COLOURS)[number];
