import { STUDIES, type StudyDefinition } from '@moneytrail/indicators';
import type { ChartStudy } from '../chart-look.ts';
import { studyNumber } from './study-places.ts';
import { styledStudy } from './styled-study.ts';

/** A study with its number in all its names, which tells it from the others of its kind: `Tightness 2`. */
function numberedStudy(definition: StudyDefinition, number: number): StudyDefinition {
  if (number === 1) return definition;
  return {
    ...definition,
    name: `${definition.name} ${number}`,
    shortName: `${definition.shortName} ${number}`,
    outputs: definition.outputs.map((output) => ({
      ...output,
      label: `${output.label} ${number}`,
      ...(output.tag !== undefined && { tag: `${output.tag} ${number}` }),
    })),
  };
}

/** A study as it is called and drawn on the chart; undefined where the catalogue has none of that id. */
export function placedStudy({
  id,
  key,
  styles,
}: Pick<ChartStudy, 'id' | 'key' | 'styles'>): StudyDefinition | undefined {
  const definition = STUDIES.find((one) => one.id === id);
  return definition && numberedStudy(styledStudy(definition, styles), studyNumber(key));
}
