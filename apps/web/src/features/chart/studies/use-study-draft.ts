import type { InputName, StudyDefinition } from '@moneytrail/indicators';
import { useState } from 'react';
import type { LineStyles } from '../preferences/line-styles.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import {
  defaultDraft,
  draftOf,
  draftProblems,
  type InputsDraft,
  inputsOf,
} from './inputs-draft.ts';

/** What the dialog of a study would change; nothing of it counts before it is applied. */
export type StudyDraft = {
  inputs: InputsDraft;
  setInput: (name: InputName, text: string) => void;
  /** What is wrong with a field, once it was left or an apply was tried. */
  problemOf: (name: InputName) => string | undefined;
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
  const [inputs, setInputs] = useState<InputsDraft>(() => draftOf(fields, preferences.inputs));
  const [left, setLeft] = useState<ReadonlySet<InputName>>(new Set());
  const [styles, setStyles] = useState<LineStyles>(preferences.styles[id] ?? {});
  const [isVisible, setVisible] = useState(!preferences.hiddenStudies.includes(id));
  const problems = draftProblems(fields, inputs, preferences.inputs);
  const names = fields.map(({ name }) => name);
  return {
    inputs,
    setInput: (name, text) => setInputs({ ...inputs, [name]: text }),
    problemOf: (name) => (left.has(name) ? problems[name] : undefined),
    leave: (name) => setLeft(new Set([...left, name])),
    styles,
    setStyles,
    isVisible,
    setVisible,
    reset() {
      setInputs(defaultDraft(fields));
      setStyles({});
      setVisible(true);
    },
    apply() {
      setLeft(new Set(names));
      const wrong = names.find((name) => problems[name] !== undefined);
      if (wrong) return wrong;
      const others = preferences.hiddenStudies.filter((one) => one !== id);
      updatePreferences({
        inputs: inputsOf(fields, inputs, preferences.inputs),
        styles: { ...preferences.styles, [id]: styles },
        hiddenStudies: isVisible ? others : [...others, id],
      });
      return null;
    },
  };
}
