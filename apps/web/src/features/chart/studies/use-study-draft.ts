import type { InputName, StudyDefinition } from '@moneytrail/indicators';
import { useState } from 'react';
import { useForm } from '../../../ui/form/use-form.ts';
import type { LineStyles } from '../preferences/line-styles.ts';
import {
  presentPreferences,
  updatePreferences,
  usePreferences,
} from '../preferences/preferences.ts';
import { useStudyActions } from './history/use-study-actions.ts';
import { defaultDraft, draftOf, draftProblems, inputsOf } from './inputs-draft.ts';

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
  reset: () => void;
  /** Leaves it as it is: one step of the history. */
  keep: () => void;
  /** Everything as it was when the dialog was opened. */
  takeBack: () => void;
  /** The first field that means nothing; null where all of them are on the chart. */
  wrongField: () => InputName | null;
};

export function useStudyDraft({ id, inputs: fields }: StudyDefinition): StudyDraft {
  const { inputs, styles, hiddenStudies } = usePreferences();
  const { keepSince } = useStudyActions();
  const [before] = useState(presentPreferences);
  const form = useForm<Record<string, string>>({
    initialValues: draftOf(fields, inputs),
    problemsOf: (values) => draftProblems(fields, values, inputs),
  });
  const setStyles = (own: LineStyles) =>
    updatePreferences({ styles: { ...presentPreferences().styles, [id]: own } });
  const setVisible = (isVisible: boolean) => {
    const others = presentPreferences().hiddenStudies.filter((one) => one !== id);
    updatePreferences({ hiddenStudies: isVisible ? others : [...others, id] });
  };
  const setInputs = (values: Record<string, string>) => {
    form.setValues(values);
    const present = presentPreferences().inputs;
    if (Object.keys(draftProblems(fields, values, present)).length > 0) return;
    updatePreferences({ inputs: inputsOf(fields, values, present) });
  };
  return {
    textOf: (name) => form.values[name] ?? '',
    setInput: (name, text) => setInputs({ ...form.getValues(), [name]: text }),
    problemOf: (name) => form.errors[name],
    leave: form.validateField,
    styles: styles[id] ?? {},
    setStyles,
    isVisible: !hiddenStudies.includes(id),
    setVisible,
    reset() {
      setInputs(defaultDraft(fields));
      setStyles({});
      setVisible(true);
    },
    keep: () => keepSince(before),
    takeBack() {
      setInputs(draftOf(fields, before.inputs));
      setStyles(before.styles[id] ?? {});
      setVisible(!before.hiddenStudies.includes(id));
    },
    wrongField() {
      const problems = form.validate();
      return fields.find(({ name }) => problems[name] !== undefined)?.name ?? null;
    },
  };
}
