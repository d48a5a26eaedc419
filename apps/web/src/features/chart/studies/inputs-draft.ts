import {
  DEFAULT_INPUTS,
  type InputField,
  type InputIssue,
  inputProblems,
  PRICE_SOURCES,
  type StudyInputs,
} from '@moneytrail/indicators';

/** What stands in the fields of a study's dialog: texts, as they are typed. */
type InputsDraft = Record<string, string>;

/** Fills the fields of a study. */
export function draftOf(fields: readonly InputField[], inputs: StudyInputs): InputsDraft {
  return Object.fromEntries(fields.map(({ name }) => [name, String(inputs[name])]));
}

/** The defaults of a study's fields. */
export function defaultDraft(fields: readonly InputField[]): InputsDraft {
  return draftOf(fields, DEFAULT_INPUTS);
}

function numberOf(text: string | undefined): number {
  const trimmed = (text ?? '').trim().replace('−', '-');
  return trimmed === '' ? Number.NaN : Number(trimmed);
}

/** The inputs a draft means; a text that is no number becomes NaN, which no range holds. */
export function inputsOf(
  fields: readonly InputField[],
  draft: InputsDraft,
  others: StudyInputs,
): StudyInputs {
  const entries = fields.map(({ name }) => [
    name,
    name === 'source'
      ? (PRICE_SOURCES.find((source) => source === draft.source) ?? DEFAULT_INPUTS.source)
      : numberOf(draft[name]),
  ]);
  return { ...others, ...Object.fromEntries(entries) };
}

/** What is wrong with a draft, by field. */
export function draftProblems(
  fields: readonly InputField[],
  draft: InputsDraft,
  others: StudyInputs,
): Record<string, string> {
  const names = fields.map(({ name }) => name);
  const issues: InputIssue[] = inputProblems(inputsOf(fields, draft, others), names);
  return Object.fromEntries(issues.map(({ input, message }) => [input, plain(message)]));
}

/** An empty field is told without the word for no number. */
function plain(message: string): string {
  return message.replace(', not NaN.', '.');
}
