import type { Columns } from '../columns/columns.ts';
import { checkInputs } from '../inputs/check-inputs.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { inChunks } from '../windows/chunk.ts';
import { WindowSet } from '../windows/window-set.ts';
import { STUDY_BY_ID } from './catalogue.ts';
import { allocateOutputs, regrownOutputs } from './outputs.ts';
import type { OutputKeyOf, Study, StudyId, StudyOutputs } from './study.ts';

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
