import { useMutation } from '@tanstack/react-query';
import { refusedField } from './api-error.ts';

/** The part of a form that takes back what the server refused. */
type FormFields = {
  getValues: () => object;
  setFieldError: (name: string, text: string) => void;
  getInputNode: (name: string) => HTMLElement | null;
};

type Options<Input, Answer> = {
  /** Sends what the form holds. */
  send: (input: Input) => Promise<Answer>;
  onDone: (answer: Answer, input: Input) => void;
  /** What the form shows of a failure that belongs to no field; null leaves it to a toast. */
  textOf: (error: unknown) => string | null;
};

/** A request made from a form. */
export type FormRequest<Input> = {
  submit: (input: Input) => void;
  isPending: boolean;
  /** What went wrong with the form as a whole; null from the next attempt on. */
  error: string | null;
};

/** Sends a form. Where the server refuses a field, its text returns to that field, and the focus with it. */
export function useFormRequest<Input, Answer>(
  form: FormFields,
  { send, onDone, textOf }: Options<Input, Answer>,
): FormRequest<Input> {
  const fieldOf = (error: unknown) => {
    const field = refusedField(error);
    return field && field.name in form.getValues() ? field : null;
  };
  const { error, isPending, mutate } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    meta: {
      failure: (cause) => (fieldOf(cause) || textOf(cause) !== null ? 'in-place' : 'toast'),
    },
    onError: (cause) => {
      const field = fieldOf(cause);
      if (!field) return;
      form.setFieldError(field.name, field.text);
      const node = form.getInputNode(field.name);
      (node?.querySelector('input') ?? node)?.focus();
    },
  });
  return {
    submit: (input) => {
      if (!isPending) mutate(input);
    },
    isPending,
    error: error === null || fieldOf(error) ? null : textOf(error),
  };
}
