import type { OutputStyle, StudyColour } from '@moneytrail/chart';
import { LINE_DASHES } from '@moneytrail/chart/model';
import {
  type FillHint,
  type OutputDefinition,
  STUDIES,
  type StudyDefinition,
} from '@moneytrail/indicators';
import { record } from '../../../lib/record.ts';

/** Colours that new lines take once their pane has all others. */
export const FURTHER_COLOURS: readonly StudyColour[] = [
  'magenta',
  'teal',
  'brown',
  'lime',
  'lavender',
];

/** Colours offered for lines besides their own; each has a readable text colour for its price tag. */
export const LINE_COLOURS: readonly StudyColour[] = [
  'longResistance',
  'tightnessShort',
  'deployment',
  'longShort',
  'longSupport',
  'liquiditySpread',
  'shortResistance',
  'shortSupport',
  ...FURTHER_COLOURS,
];

export const LINE_WIDTHS = [1, 1.5, 2, 3] as const;
export const LINE_OPACITIES = [1, 0.8, 0.6, 0.4, 0.2] as const;
/** Opacities of areas, 0 to 1. Bars and lines stay distinguishable on the strongest in both themes. */
export const FILL_OPACITIES = [0, 0.05, 0.08, 0.12, 0.16, 0.2] as const;

/** Differences of a study's lines from the catalogue, by output. */
export type LineStyles = Readonly<Record<string, OutputStyle>>;

/** The offered colour that looks like a colour. */
export function lookOf(colour: StudyColour): StudyColour {
  return colour === 'tightnessLong' ? 'shortSupport' : colour;
}

/** The colours offered for a line, its own first. */
export function coloursOf({ colour }: Pick<OutputDefinition, 'colour'>): readonly StudyColour[] {
  const others = LINE_COLOURS.filter((one) => one !== lookOf(colour));
  return [colour, ...others];
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}

/** The area whose upper edge a line is. */
export function areaBelow(study: StudyDefinition, key: string): FillHint | undefined {
  return study.fills.find(({ upper }) => upper === key);
}

function readStyle(study: StudyDefinition, output: OutputDefinition, stored: unknown): OutputStyle {
  const fields = record(stored);
  const colour = coloursOf(output).find((one) => one === fields.colour);
  const widthPx = LINE_WIDTHS.find((one) => one === fields.widthPx);
  const opacity = LINE_OPACITIES.find((one) => one === fields.opacity);
  const dash = LINE_DASHES.find((one) => one === fields.dash);
  const fillOpacity = areaBelow(study, output.key)
    ? FILL_OPACITIES.find((one) => one === fields.fillOpacity)
    : undefined;
  return {
    ...(fillOpacity !== undefined && { fillOpacity }),
    ...(colour && { colour }),
    ...(widthPx && { widthPx }),
    ...(dash && { dash }),
    ...(opacity && { opacity }),
    ...(fields.isVisible === false && { isVisible: false }),
  };
}

/** Stored styles of the lines of a study of the house, reduced to offered values. */
export function offeredStyles(id: string, stored: unknown): LineStyles {
  const lines = record(stored);
  const study = STUDIES.find((one) => one.id === id);
  const read = (study?.outputs ?? []).flatMap((output) =>
    study ? [[output.key, readStyle(study, output, lines[output.key])] as const] : [],
  );
  return Object.fromEntries(read.filter(([, style]) => !isEmpty(style)));
}
