import { type InputField, type InputName, STUDIES } from '@moneytrail/indicators';
import { SIGNAL_INPUTS } from '../preferences/preferences.ts';
import { readsChartInputs, type StudyOnChart } from '../preferences/studies-on-chart.ts';

/** The inputs of the summary and of the depth of its levels. */
const SUMMARY_INPUTS: readonly InputName[] = [
  'source',
  'shortTermLength',
  'longTermLength',
  'length',
];

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** `Also changes Tightness and the summary.`; empty if nothing else reads the input. */
export function sharedWith(study: Pick<StudyOnChart, 'key' | 'id'>, input: string): string {
  if (!readsChartInputs(study)) return '';
  const names = STUDIES.filter(
    ({ id, inputs }) => id !== study.id && inputs.some(({ name }) => name === input),
  ).map(({ name }) => name);
  if (SUMMARY_INPUTS.some((name) => name === input)) names.push('the summary');
  return names.length > 0 ? `Also changes ${listed(names)}.` : '';
}

/** Tells which inputs decide between published and computed marks; empty for studies without such inputs. */
export function marksNote(
  study: Pick<StudyOnChart, 'key' | 'id'> & {
    inputs: readonly Pick<InputField, 'name' | 'label'>[];
  },
): string {
  const signals: readonly string[] = SIGNAL_INPUTS;
  const labels = study.inputs
    .filter(({ name }) => signals.includes(name))
    .map(({ label }) => label);
  if (!readsChartInputs(study) || labels.length === 0) return '';
  return `The published buy and sell marks are made with the default ${listed(labels)}. With any other value the marks are computed here.`;
}
