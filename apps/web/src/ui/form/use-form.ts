import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { afterPress } from '../../lib/after-press.ts';

/** What is wrong with the fields of a form, by their names; none where all are right. */
export type Problems = { [name: string]: string | undefined };

/** What a field is drawn with. */
type InputProps = {
  value: string;
  error: string | undefined;
  onChange: (given: string | ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
  /** The name by which the form finds the field. */
  'data-path': string;
};

type Options<Values> = {
  initialValues: Values;
  problemsOf: (values: Values) => Problems;
};

/** A form of text fields. */
export type Form<Values> = {
  values: Values;
  /** As they are now, also for what was begun before they were. */
  getValues: () => Values;
  errors: Problems;
  isValid: () => boolean;
  setValues: (values: Values) => void;
  setFieldValue: (name: keyof Values & string, value: string) => void;
  setFieldError: (name: string, text: string) => void;
  /** Shows what is wrong with one field. */
  validateField: (name: keyof Values & string) => void;
  /** Shows what is wrong, and answers it. */
  validate: () => Problems;
  reset: () => void;
  getInputProps: (name: keyof Values & string) => InputProps;
  getInputNode: (name: string) => HTMLElement | null;
  onSubmit: (send: (values: Values) => void) => (event: FormEvent) => void;
};

const isAnyWrong = (problems: Problems) =>
  Object.values(problems).some((problem) => problem !== undefined);

const getInputNode = (name: string) =>
  document.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`);

/**
 * Text fields and what is wrong with them. An error shows when its field was left, after the press that is under way, and
 * goes when the field is written in again.
 */
export function useForm<Values extends Record<string, string>>({
  initialValues,
  problemsOf,
}: Options<Values>): Form<Values> {
  const [values, showValues] = useState(initialValues);
  const [errors, setErrors] = useState<Problems>({});
  const present = useRef(values);
  const setValues = (given: Values) => {
    present.current = given;
    showValues(given);
    setErrors({});
  };
  const setFieldError = (name: string, text: string | undefined) =>
    setErrors((others) => ({ ...others, [name]: text }));
  const setFieldValue = (name: keyof Values & string, value: string) => {
    present.current = { ...present.current, [name]: value };
    showValues(present.current);
    setFieldError(name, undefined);
  };
  const presentProblems = () => problemsOf(present.current);
  const validateField = (name: keyof Values & string) =>
    setFieldError(name, presentProblems()[name]);
  const validate = () => {
    const problems = presentProblems();
    setErrors(problems);
    return problems;
  };
  return {
    values,
    getValues: () => present.current,
    errors,
    isValid: () => !isAnyWrong(problemsOf(values)),
    setValues,
    setFieldValue,
    setFieldError,
    validateField,
    validate,
    reset: () => setValues(initialValues),
    getInputNode,
    getInputProps: (name) => ({
      value: values[name] ?? '',
      error: errors[name],
      onChange: (given) =>
        setFieldValue(name, typeof given === 'string' ? given : given.currentTarget.value),
      onBlur: () => afterPress(() => validateField(name)),
      'data-path': name,
    }),
    onSubmit: (send) => (event) => {
      event.preventDefault();
      if (!isAnyWrong(validate())) send(present.current);
    },
  };
}
