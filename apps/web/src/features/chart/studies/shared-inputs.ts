import { type InputName, STUDIES, type StudyId } from '@moneytrail/indicators';

/** `Also changes Tightness.`: which other studies read an input; empty where none does. */
export function sharedWith(studyId: StudyId, input: InputName): string {
  const names = STUDIES.filter(
    ({ id, inputs }) => id !== studyId && inputs.some(({ name }) => name === input),
  ).map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return '';
  return `Also changes ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}.`;
}
