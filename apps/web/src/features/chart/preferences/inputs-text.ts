import type { StudyDefinition, StudyInputs } from '@moneytrail/indicators';
import { formatPrice } from '../../../lib/format.ts';

function formatInput(value: number | string): string {
  return typeof value === 'number' ? formatPrice(value, 0) : value;
}

/** `20 close`: the inputs of a study as legend and picture list them. */
export function inputsText(study: StudyDefinition, inputs: StudyInputs): string {
  const numbers = study.inputs.filter(({ kind }) => kind === 'integer');
  const sources = study.inputs.filter(({ kind }) => kind === 'source');
  return [...numbers, ...sources].map(({ name }) => formatInput(inputs[name])).join(' ');
}
