import type { Columns } from '../columns/columns.ts';
import { checkInputs } from '../inputs/check-inputs.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { inChunks } from '../windows/chunk.ts';
import { WindowSet } from '../windows/window-set.ts';
import { STUDY_BY_ID } from './catalogue.ts';
import { allocateOutputs } from './outputs.ts';
import type { OutputKeyOf, Study, StudyId, StudyOutputs } from './study.ts';

/** The outputs of several studies by their ids. */
export type OutputsOfStudies<Id extends StudyId> = {
  readonly [One in Id]: StudyOutputs<OutputKeyOf[One]>;
};

/**
 * A study over all bars: an array of `columns.length` values per output, NaN where undefined. The columns are not
 * changed. Throws an InputError where an input that this study reads is out of range or order.
 */
export function computeStudy<Id extends StudyId>(
  id: Id,
  columns: Columns,
  inputs: StudyInputs,
): StudyOutputs<OutputKeyOf[Id]> {
  return computeStudies([id], columns, inputs)[id];
}

/** Several studies at once, with the values of `computeStudy`. What they have in common is computed once. */
export function computeStudies<Id extends StudyId>(
  ids: readonly Id[],
  columns: Columns,
  inputs: StudyInputs,
): OutputsOfStudies<Id> {
  const windows = new WindowSet(inputs.source);
  const begun = ids.map((id) => begin(id, columns, inputs, windows));
  inChunks(0, columns.length, (from, count) => {
    windows.advance(columns, from, count);
    for (const { advance } of begun) advance(from, count);
  });
  const entries = begun.map(({ id, outputs }): [string, unknown] => [id, outputs]);
  // One entry was made for each id, which `Object.fromEntries` cannot tell.
  return Object.fromEntries(entries) as OutputsOfStudies<Id>;
}

function begin<Id extends StudyId>(
  id: Id,
  columns: Columns,
  inputs: StudyInputs,
  windows: WindowSet,
) {
  const study: Study<Id> = STUDY_BY_ID[id];
  checkInputs(
    inputs,
    study.inputs.map((field) => field.name),
  );
  const outputs = allocateOutputs(study.outputs, columns.length);
  const run = study.start(inputs, windows);
  const advance = (from: number, count: number) => run.advance(columns, outputs, from, count);
  return { id, outputs, advance };
}
