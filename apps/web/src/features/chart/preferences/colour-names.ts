import type { StudyColour } from '@moneytrail/chart';

export const COLOUR_NAMES: Readonly<Record<StudyColour, string>> = {
  longResistance: 'Blue',
  tightnessShort: 'Orange',
  deployment: 'Cyan',
  longShort: 'Pink',
  longSupport: 'Violet',
  liquiditySpread: 'Gold',
  shortResistance: 'Orange-red',
  shortSupport: 'Green',
  tightnessLong: 'Green',
  magenta: 'Magenta',
  teal: 'Teal',
  brown: 'Brown',
  lime: 'Lime',
  lavender: 'Lavender',
  comboShort: 'Dark grey',
  comboLong: 'Grey',
};
