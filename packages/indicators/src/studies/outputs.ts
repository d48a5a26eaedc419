import type { OutputDefinition, StudyOutputs } from './study.ts';

/** Arrays for the outputs of a study, with room for `capacity` bars, nothing written yet. */
export function allocateOutputs<Key extends string>(
  definitions: readonly OutputDefinition<Key>[],
  capacity: number,
): StudyOutputs<Key> {
  const entries = definitions.map(({ key }) => [key, new Float64Array(capacity)]);
  // One entry was made for each key, which `Object.fromEntries` cannot tell.
  return Object.fromEntries(entries) as StudyOutputs<Key>;
}

/** The same outputs in arrays with room for `capacity` bars. */
export function regrownOutputs<Key extends string>(
  definitions: readonly OutputDefinition<Key>[],
  outputs: StudyOutputs<Key>,
  capacity: number,
): StudyOutputs<Key> {
  const roomier = allocateOutputs(definitions, capacity);
  for (const { key } of definitions) roomier[key].set(outputs[key]);
  return roomier;
}
