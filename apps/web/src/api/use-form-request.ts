import { useMutation } from '@tanstack/react-query';
import { refusedField } from './api-error.ts';

/** The part of a form that shows refused fields. */
type FormFields = {
  getValues: () => object;
  setFieldError: (name: string, text: string) => void;
  getInputNode: (name: string) => HTMLElement | null;
};

type Options<Input, Answer> = {
  send: (input: Input) => Promise<Answer>;
  onDone: (answer: Answer, input: Input) => void;
  /** The form's text for a failure of no field; null leaves it to a toast. */
  textOf: (error: unknown) => string | null;
};

export type FormRequest<Input> = {
  submit: (input: Input) => void;
  isPending: boolean;
  /** The failure of the form as a whole; null from the next attempt on. */
  error: string | null;
};

/** Sends a form. The text of a refused field is shown at that field, which gets the focus. */
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
