import { useForm } from '@mantine/form';
import type { InputName, StudyDefinition } from '@moneytrail/indicators';
import { type ReactNode, useState } from 'react';
import type { LineStyles } from '../preferences/line-styles.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { defaultDraft, draftOf, draftProblems, inputsOf } from './inputs-draft.ts';

/** What the dialog of a study would change; nothing of it counts before it is applied. */
export type StudyDraft = {
  textOf: (name: InputName) => string;
  setInput: (name: InputName, text: string) => void;
  /** What is wrong with a field, once it was left or an apply was tried. */
  problemOf: (name: InputName) => ReactNode;
  leave: (name: InputName) => void;
  styles: LineStyles;
  setStyles: (styles: LineStyles) => void;
  isVisible: boolean;
  setVisible: (isVisible: boolean) => void;
  reset: () => void;
  /** Applies everything; answers with the first field that forbids it. */
  apply: () => InputName | null;
};

export function useStudyDraft({ id, inputs: fields }: StudyDefinition): StudyDraft {
  const preferences = usePreferences();
  const form = useForm<Record<string, string>, Record<string, string>>({
    initialValues: draftOf(fields, preferences.inputs),
    validate: (values) => draftProblems(fields, values, preferences.inputs),
  });
  const [styles, setStyles] = useState<LineStyles>(preferences.styles[id] ?? {});
  const [isVisible, setVisible] = useState(!preferences.hiddenStudies.includes(id));
  return {
    textOf: (name) => form.values[name] ?? '',
    setInput: (name, text) => form.setFieldValue(name, text),
    problemOf: (name) => form.errors[name],
    leave: (name) => void form.validateField(name),
    styles,
    setStyles,
    isVisible,
    setVisible,
    reset() {
      form.setValues(defaultDraft(fields));
      setStyles({});
      setVisible(true);
    },
    apply() {
      const { errors } = form.validate();
      const wrong = fields.find(({ name }) => errors[name] !== undefined);
      if (wrong) return wrong.name;
      const others = preferences.hiddenStudies.filter((one) => one !== id);
      updatePreferences({
        inputs: inputsOf(fields, form.getValues(), preferences.inputs),
        styles: { ...preferences.styles, [id]: styles },
        hiddenStudies: isVisible ? others : [...others, id],
      });
      return null;
    },
  };
}
