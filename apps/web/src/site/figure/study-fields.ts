import {
  type InputName,
  type IntegerField,
  type OutputDefinition,
  STUDIES,
  type StudyDefinition,
  type StudyId,
} from '@moneytrail/indicators';

const FIELDS: readonly IntegerField[] = STUDIES.flatMap(({ inputs }) => inputs).filter(
  (field) => field.kind === 'integer',
);

/** Label, range and default of an input in the catalogue of studies. */
export function fieldOf(name: Exclude<InputName, 'source'>): IntegerField {
  const field = FIELDS.find((one) => one.name === name);
  if (!field) throw new Error(`No study has the input ${name}`);
  return field;
}

export function studyOf(id: StudyId): StudyDefinition {
  const study = STUDIES.find((one) => one.id === id);
  if (!study) throw new Error(`No study ${id}`);
  return study;
}

export function linesOf(id: StudyId): readonly OutputDefinition[] {
  return studyOf(id).outputs.filter(({ isDrawn }) => isDrawn);
}
