import { useForm } from '@mantine/form';
import type { ChartStudy } from '@moneytrail/chart';
import {
  defaultInputs,
  type InputField,
  type InputValues,
  type StudyDefinition,
  soundInputs,
  studyInputProblems,
} from '@moneytrail/indicators';
import { type ReactNode, useState } from 'react';
import type { LineStyles } from '../preferences/line-styles.ts';
import { changeStudies, presentPreferences, usePreferences } from '../preferences/preferences.ts';
import {
  chosenInputs,
  readsChartInputs,
  type StudyOnChart,
} from '../preferences/studies-on-chart.ts';
import { firstStyles } from './add-study.ts';
import { useStudyActions } from './use-study-actions.ts';

/** A study on the chart and its effective inputs. */
function presentStudy({ key }: Pick<StudyOnChart, 'key'>) {
  const { studies, inputs } = presentPreferences();
  const study = studies.find((one) => one.key === key);
  const chosen: InputValues = study ? chosenInputs(study, inputs) : inputs;
  return { study, inputs: chosen };
}

/** The edited state of a study, applied to the chart at once. */
export function useStudyDraft(shown: StudyOnChart) {
  const { key, inputs: fields } = shown;
  const own = usePreferences().studies.find((study) => study.key === key);
  const { keepSince } = useStudyActions();
  const [before] = useState(() => ({ settings: presentPreferences(), ...presentStudy(shown) }));
  const form = useForm({
    initialValues: draftOf(fields, shown.chosenInputs),
    validate: (values: Record<string, string>) => draftProblems(shown, values, shown.chosenInputs),
  });
  const replace = (next: (study: ChartStudy) => ChartStudy) =>
    changeStudies(({ studies }) => ({
      studies: studies.map((one) => (one.key === key ? next(one) : one)),
    }));
  const change = (changes: Partial<ChartStudy>) => replace((study) => ({ ...study, ...changes }));
  const setInputs = (values: Record<string, string>) => {
    form.setValues(values);
    const { inputs: present } = presentStudy(shown);
    if (Object.keys(draftProblems(shown, values, present)).length > 0) return;
    if (!readsChartInputs(shown)) return change({ inputs: inputsOf(fields, values, present) });
    changeStudies((now) => ({ inputs: soundInputs(inputsOf(fields, values, now.inputs)) }));
  };
  return {
    textOf: (name: string) => form.values[name] ?? '',
    setInput: (name: string, text: string) => setInputs({ ...form.getValues(), [name]: text }),
    /** Set once the field was left or the form submitted. */
    problemOf: (name: string): ReactNode => form.errors[name],
    leave: (name: string) => void form.validateField(name),
    styles: own?.styles ?? {},
    setStyles: (styles: LineStyles) => change({ styles }),
    isVisible: shown.isVisible,
    setVisible: (isVisible: boolean) => change({ isVisible }),
    setPane: (pane: string) => change({ pane }),
    reset() {
      setInputs(defaultDraft(shown));
      change({
        styles: firstStyles(shown, presentPreferences().studies),
        isVisible: true,
        pane: undefined,
      });
    },
    /** Keeps the changes, as one undo step. */
    keep: () => keepSince(before.settings),
    /** Restores the state at the opening of the dialog. */
    takeBack() {
      setInputs(draftOf(fields, before.inputs));
      replace((study) => before.study ?? study);
    },
    /** The first invalid field; null if all are valid. */
    wrongField(): string | null {
      const { errors: problems } = form.validate();
      return fields.find(({ name }) => problems[name] !== undefined)?.name ?? null;
    },
  };
}

export type StudyDraft = ReturnType<typeof useStudyDraft>;

/** The fields of a study's dialog, as typed. */
type InputsDraft = Record<string, string>;

export function draftOf(fields: readonly InputField[], inputs: InputValues): InputsDraft {
  return Object.fromEntries(fields.map(({ name }) => [name, String(inputs[name])]));
}

export function defaultDraft(study: Pick<StudyDefinition, 'inputs'>): InputsDraft {
  return draftOf(study.inputs, defaultInputs(study));
}

function numberOf(text: string | undefined): number {
  const trimmed = (text ?? '').trim().replace('−', '-');
  return trimmed === '' ? Number.NaN : Number(trimmed);
}

/** Parses a draft; text that is not a number becomes NaN, which is outside every range. */
export function inputsOf(
  fields: readonly InputField[],
  draft: InputsDraft,
  others: InputValues,
): InputValues {
  const entries = fields.map(({ name, kind }): [string, number | string] => [
    name,
    kind === 'integer' || kind === 'decimal' ? numberOf(draft[name]) : (draft[name] ?? ''),
  ]);
  return { ...others, ...Object.fromEntries(entries) };
}

/** Messages by field. */
export function draftProblems(
  study: Pick<StudyDefinition, 'id' | 'inputs'>,
  draft: InputsDraft,
  others: InputValues,
): Record<string, string> {
  const issues = studyInputProblems(study, inputsOf(study.inputs, draft, others));
  return Object.fromEntries(issues.map(({ input, message }) => [input, plain(message)]));
}

/** Leaves `NaN` out of the message about an empty field. */
function plain(message: string): string {
  return message.replace(', not NaN.', '.');
}
