import type { Columns } from '../columns/columns.ts';
import { checkInputs, type StudyInputs } from '../inputs.ts';
import { inChunks } from '../windows/chunk.ts';
import { WindowSet } from '../windows/window-set.ts';
import { STUDY_BY_ID } from './catalogue.ts';
import type { OutputDefinition, OutputKeyOf, Study, StudyId, StudyOutputs } from './study.ts';

/** Arrays for the outputs of a study, with room for `capacity` bars, nothing written yet. */
function allocateOutputs<Key extends string>(
  definitions: readonly OutputDefinition<Key>[],
  capacity: number,
): StudyOutputs<Key> {
  const entries = definitions.map(({ key }) => [key, new Float64Array(capacity)]);
  // One entry was made for each key, which `Object.fromEntries` cannot tell.
  return Object.fromEntries(entries) as StudyOutputs<Key>;
}

/** The same outputs in arrays with room for `capacity` bars. */
function regrownOutputs<Key extends string>(
  definitions: readonly OutputDefinition<Key>[],
  outputs: StudyOutputs<Key>,
  capacity: number,
): StudyOutputs<Key> {
  const roomier = allocateOutputs(definitions, capacity);
  for (const { key } of definitions) roomier[key].set(outputs[key]);
  return roomier;
}

/** The outputs of several studies by their ids. */
type OutputsOfStudies<Id extends StudyId> = {
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

/** A study that follows the market, with the values of the whole-series form at every moment. */
export type LiveStudy<Key extends string = string> = {
  /** Arrays with room for at least `length` values. Take them anew after each append: growing replaces them. */
  readonly outputs: StudyOutputs<Key>;
  readonly length: number;
  /** The last bar has a new state, any number of times before the next append. O(1). */
  readonly lastBarChanged: (columns: Columns) => void;
  /**
   * One or more bars were appended. The bar that was last before is read once more, for its final state may have
   * come together with the append. O(1) amortised a bar. Throws a RangeError where bars have vanished.
   */
  readonly barAppended: (columns: Columns) => void;
};

/** Starts a live study on bars already there; later calls give the same series, changed or appended. */
export function createStudy<Id extends StudyId>(
  id: Id,
  columns: Columns,
  inputs: StudyInputs,
): LiveStudy<OutputKeyOf[Id]> {
  const study: Study<Id> = STUDY_BY_ID[id];
  checkInputs(
    inputs,
    study.inputs.map((field) => field.name),
  );
  const windows = new WindowSet(inputs.source);
  const run = study.start(inputs, windows);
  let outputs = allocateOutputs(study.outputs, columns.time.length);
  let length = 0;

  const follow = (now: Columns): void => {
    if (now.length < length) {
      throw new RangeError(`The series has ${now.length} bars, but ${length} were computed.`);
    }
    if (now.length > capacityOf(outputs)) {
      outputs = regrownOutputs(study.outputs, outputs, now.length * 2);
    }
    inChunks(Math.max(0, length - 1), now.length, (from, count) => {
      windows.advance(now, from, count);
      run.advance(now, outputs, from, count);
    });
    length = now.length;
  };
  const capacityOf = (arrays: StudyOutputs<OutputKeyOf[Id]>): number =>
    Math.min(...study.outputs.map(({ key }) => arrays[key].length));

  follow(columns);
  return {
    get outputs() {
      return outputs;
    },
    get length() {
      return length;
    },
    lastBarChanged: follow,
    barAppended: follow,
  };
}
