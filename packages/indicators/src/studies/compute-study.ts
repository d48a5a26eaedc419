import type { Columns } from '../columns/columns.ts';
import { checkInputs } from '../inputs/check-inputs.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { inChunks } from '../windows/chunk.ts';
import { STUDY_BY_ID } from './catalogue.ts';
import { allocateOutputs } from './outputs.ts';
import type { OutputKeyOf, Study, StudyId, StudyOutputs } from './study.ts';

/**
 * A study over all bars: an array of `columns.length` values per output, NaN where undefined. The columns are not
 * changed. Throws an InputError where an input that this study reads is out of range or order.
 */
export function computeStudy<Id extends StudyId>(
  id: Id,
  columns: Columns,
  inputs: StudyInputs,
): StudyOutputs<OutputKeyOf[Id]> {
  const study: Study<Id> = STUDY_BY_ID[id];
  checkInputs(
    inputs,
    study.inputs.map((field) => field.name),
  );
  const outputs = allocateOutputs(study.outputs, columns.length);
  const run = study.start(inputs);
  inChunks(0, columns.length, (from, count) => run.advance(columns, outputs, from, count));
  return outputs;
}
