import { figureName, figureStudies } from '@moneytrail/alerts';
import {
  type AnyFigure,
  SCREEN_COLUMNS,
  SCREEN_FIGURES,
  type ScreenColumn,
} from '@moneytrail/contract';
import { TECHNICAL_GROUPS } from '@moneytrail/indicators';
import { searchStudies } from '@moneytrail/technical-indicators/search';
import { columnNames, figureOf, isFigure, SAME_AS } from './figures.ts';

/** A figure among choices, with the names by which it is found. */
export type FigureChoice<Value extends ScreenColumn = ScreenColumn> = {
  value: Value;
  group: string;
  /** The name in short, as headings and sentences have it. */
  shortName: string;
  name: string;
  aliases: readonly string[];
};

const OWN_GROUP = 'Moneytrail';

function ownChoice<Value extends ScreenColumn>(value: Value): FigureChoice<Value> {
  const { name, head } = columnNames(value);
  const same = isFigure(value) && value in SAME_AS ? SAME_AS[value as keyof typeof SAME_AS] : null;
  const study = same ? figureStudies().get(same.slice(0, same.indexOf('-')))?.study : undefined;
  const aliases = study ? [...study.aliases, study.name, study.shortName] : [];
  return { value, group: OWN_GROUP, shortName: name, name: head, aliases };
}

/** The figures of all studies whose code is loaded, by group. */
function studyChoices(): FigureChoice<AnyFigure>[] {
  const same = new Set<string>(Object.values(SAME_AS));
  const all = [...figureStudies().values()].flatMap(({ study, outputs }) =>
    outputs.map(({ key }) => {
      const value = figureName(study.id, key);
      const { name: shortName, title = shortName } = figureOf(value);
      return { value, group: study.group, shortName, name: title, aliases: study.aliases };
    }),
  );
  return TECHNICAL_GROUPS.flatMap((group) =>
    all.filter((each) => each.group === group && !same.has(each.value)),
  );
}

/** All figures, those of the product first. */
export const figureChoices = (): FigureChoice<AnyFigure>[] => [
  ...SCREEN_FIGURES.map(ownChoice),
  ...studyChoices(),
];

/** All columns, those of the product first. */
export const columnChoices = (): FigureChoice[] => [
  ...SCREEN_COLUMNS.map(ownChoice),
  ...studyChoices(),
];

/** The choices that a text finds in names and aliases, the best match first; all of them without a text. */
export const findChoices = (text: string, choices: readonly FigureChoice[]): FigureChoice[] =>
  searchStudies(text, choices);
