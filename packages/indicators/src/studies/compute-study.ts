import type { Columns } from '../columns/columns.ts';
import { checkInputs, type StudyInputs } from '../inputs.ts';
import { inChunks } from '../windows/chunk.ts';
import { WindowSet } from '../windows/window-set.ts';
import { STUDY_BY_ID } from './catalogue.ts';
import type { OutputDefinition, OutputKeyOf, Study, StudyId, StudyOutputs } from './study.ts';

/** Empty arrays for the outputs of a study, with room for `capacity` bars. */
function allocateOutputs<Key extends string>(
  definitions: readonly OutputDefinition<Key>[],
  capacity: number,
): StudyOutputs<Key> {
  const entries = definitions.map(({ key }) => [key, new Float64Array(capacity)]);
  // `Object.fromEntries` does not know that every key has an entry.
  return Object.fromEntries(entries) as StudyOutputs<Key>;
}

/** Copies the outputs into arrays with room for `capacity` bars. */
function regrownOutputs<Key extends string>(
  definitions: readonly OutputDefinition<Key>[],
  outputs: StudyOutputs<Key>,
  capacity: number,
): StudyOutputs<Key> {
  const roomier = allocateOutputs(definitions, capacity);
  for (const { key } of definitions) roomier[key].set(outputs[key]);
  return roomier;
}

type OutputsOfStudies<Id extends StudyId> = {
  readonly [One in Id]: StudyOutputs<OutputKeyOf[One]>;
};

/**
 * A study over all bars: one array of `columns.length` values per output, NaN if undefined. The columns are not
 * changed. Throws an InputError if an input of this study is out of range or order.
 */
export function computeStudy<Id extends StudyId>(
  id: Id,
  columns: Columns,
  inputs: StudyInputs,
): StudyOutputs<OutputKeyOf[Id]> {
  return computeStudies([id], columns, inputs)[id];
}

/** Several studies at once, with the values of `computeStudy`. Shared windows are computed once. */
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
  // `Object.fromEntries` does not know that every id has an entry.
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

/** A study that follows the market; its values always equal those of the whole series. */
export type LiveStudy<Key extends string = string> = {
  /** Arrays with room for at least `length` values. Read them again after each append: growing replaces them. */
  readonly outputs: StudyOutputs<Key>;
  readonly length: number;
  /** The last bar has changed; may be called any number of times before the next append. O(1). */
  readonly lastBarChanged: (columns: Columns) => void;
  /**
   * One or more bars were appended. The previously last bar is read again, because it may have changed in the same
   * step. O(1) amortised a bar. Throws a RangeError if the series has become shorter.
   */
  readonly barAppended: (columns: Columns) => void;
};

/** Starts a live study on existing bars; later calls pass the same series, changed or appended. */
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
