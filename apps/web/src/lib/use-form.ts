import { type ChangeEvent, useState } from 'react';
import { afterPress } from './after-press.ts';

/** What is wrong with a field, null where nothing is; other fields may matter. */
export type Rules<Values> = {
  [Name in keyof Values]?: (value: Values[Name], values: Values) => string | null;
};

/** What a text field of Mantine takes. */
export type FieldProps = {
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
};

export type Form<Values> = {
  values: Values;
  isValid: boolean;
  /** What is wrong with a field that was left once; null before. */
  errorOf: (name: keyof Values) => string | null;
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Marks a field as left, so that its error shows. */
  touch: (name: keyof Values) => void;
  field: (name: keyof Values) => FieldProps;
  clear: () => void;
};

/** The fields of a form: an error shows when its field was left, and goes as soon as it is put right. */
export function useForm<Values extends Record<string, string>>(
  initial: Values,
  rules: Rules<Values>,
): Form<Values> {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set());
  const problemOf = (name: keyof Values) => rules[name]?.(values[name], values) ?? null;
  const errorOf = (name: keyof Values) => (touched.has(name) ? problemOf(name) : null);
  const set: Form<Values>['set'] = (name, value) =>
    setValues((former) => ({ ...former, [name]: value }));
  const touch = (name: keyof Values) => setTouched((former) => new Set(former).add(name));
  return {
    values,
    isValid: Object.keys(values).every((name) => problemOf(name) === null),
    errorOf,
    set,
    touch,
    field: (name) => ({
      value: values[name] ?? '',
      error: errorOf(name),
      onChange: (event) => {
        const { value } = event.currentTarget;
        setValues((former) => ({ ...former, [name]: value }));
      },
      onBlur: () => afterPress(() => touch(name)),
    }),
    clear: () => {
      setValues(initial);
      setTouched(new Set());
    },
  };
}
