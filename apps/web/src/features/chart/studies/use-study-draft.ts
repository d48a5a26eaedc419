import type { ChartStudy } from '@moneytrail/chart';
import {
  DEFAULT_INPUTS,
  type InputField,
  type InputIssue,
  type InputName,
  inputProblems,
  PRICE_SOURCES,
  type StudyInputs,
} from '@moneytrail/indicators';
import { useState } from 'react';
import { useForm } from '../../../ui/form/use-form.ts';
import { firstStyles } from '../preferences/change-studies.ts';
import type { LineStyles } from '../preferences/line-styles.ts';
import { changeStudies, presentPreferences, usePreferences } from '../preferences/preferences.ts';
import {
  chosenInputs,
  readsChartInputs,
  type StudyOnChart,
} from '../preferences/studies-on-chart.ts';
import { useStudyActions } from './use-study-actions.ts';

/** What the dialog of a study changes: at once on the chart, until it is taken back. */
export type StudyDraft = {
  textOf: (name: InputName) => string;
  setInput: (name: InputName, text: string) => void;
  /** What is wrong with a field, once it was left or the dialog was to be closed. */
  problemOf: (name: InputName) => string | undefined;
  leave: (name: InputName) => void;
  styles: LineStyles;
  setStyles: (styles: LineStyles) => void;
  isVisible: boolean;
  setVisible: (isVisible: boolean) => void;
  setPane: (pane: string) => void;
  reset: () => void;
  /** Leaves it as it is: one step of the history. */
  keep: () => void;
  /** Everything as it was when the dialog was opened. */
  takeBack: () => void;
  /** The first field that means nothing; null where all of them are on the chart. */
  wrongField: () => InputName | null;
};

/** A study as it is on the chart, with all that it computes from. */
function presentStudy({ key }: Pick<StudyOnChart, 'key'>) {
  const { studies, inputs } = presentPreferences();
  const study = studies.find((one) => one.key === key);
  return { study, inputs: study ? chosenInputs(study, inputs) : inputs };
}

export function useStudyDraft(shown: StudyOnChart): StudyDraft {
  const { key, inputs: fields } = shown;
  const own = usePreferences().studies.find((study) => study.key === key);
  const { keepSince } = useStudyActions();
  const [before] = useState(() => ({ settings: presentPreferences(), ...presentStudy(shown) }));
  const form = useForm<Record<string, string>>({
    initialValues: draftOf(fields, shown.chosenInputs),
    problemsOf: (values) => draftProblems(fields, values, shown.chosenInputs),
  });
  const replace = (next: (study: ChartStudy) => ChartStudy) =>
    changeStudies(({ studies }) => ({
      studies: studies.map((one) => (one.key === key ? next(one) : one)),
    }));
  const change = (changes: Partial<ChartStudy>) => replace((study) => ({ ...study, ...changes }));
  const setInputs = (values: Record<string, string>) => {
    form.setValues(values);
    const { inputs: present } = presentStudy(shown);
    if (Object.keys(draftProblems(fields, values, present)).length > 0) return;
    if (!readsChartInputs(shown)) return change({ inputs: inputsOf(fields, values, present) });
    changeStudies((now) => ({ inputs: inputsOf(fields, values, now.inputs) }));
  };
  const setStyles = (styles: LineStyles) => change({ styles });
  const setVisible = (isVisible: boolean) => change({ isVisible });
  return {
    textOf: (name) => form.values[name] ?? '',
    setInput: (name, text) => setInputs({ ...form.getValues(), [name]: text }),
    problemOf: (name) => form.errors[name],
    leave: form.validateField,
    styles: own?.styles ?? {},
    setStyles,
    isVisible: shown.isVisible,
    setVisible,
    setPane: (pane) => change({ pane }),
    reset() {
      setInputs(defaultDraft(fields));
      change({ styles: firstStyles(shown), isVisible: true, pane: undefined });
    },
    keep: () => keepSince(before.settings),
    takeBack() {
      setInputs(draftOf(fields, before.inputs));
      replace((study) => before.study ?? study);
    },
    wrongField() {
      const problems = form.validate();
      return fields.find(({ name }) => problems[name] !== undefined)?.name ?? null;
    },
  };
}

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
