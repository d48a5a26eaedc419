import { type InputName, STUDIES } from '@moneytrail/indicators';
import { readsChartInputs, type StudyOnChart } from '../preferences/studies-on-chart.ts';

/** `Also changes Tightness.`: which other studies read an input; empty where none does. */
export function sharedWith(study: Pick<StudyOnChart, 'key' | 'id'>, input: InputName): string {
  if (!readsChartInputs(study)) return '';
  const names = STUDIES.filter(
    ({ id, inputs }) => id !== study.id && inputs.some(({ name }) => name === input),
  ).map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return '';
  return `Also changes ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}.`;
}
