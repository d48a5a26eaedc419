import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint } from '@moneytrail/contract';
import { afterPress } from '../../lib/after-press.ts';

/** The type for components that render some of a form's fields. */
export type FormFields<Values> = UseFormReturnType<Values, unknown>;

type Options<Values, Params, Query, Body, Answer> = {
  /** Its body schema validates the fields. */
  endpoint: Endpoint<Params, Query, Body, Answer>;
  initialValues: Values;
  toBody: (values: Values) => unknown;
  /** Problems the contract cannot know, such as two fields that differ. They override the contract's. */
  rules?: (values: Values) => { [Name in keyof Values]?: string | null };
  /** Runs after every change of a field. */
  onValuesChange?: (values: Values) => void;
};

/**
 * A form that fills an endpoint's body; `onSubmit` passes the parsed body. Fields are validated on blur, after any
 * pointer press in progress.
 */
export function useRequestForm<Values extends Record<string, string>, Params, Query, Body, Answer>({
  endpoint: { body, name },
  initialValues,
  toBody,
  rules,
  onValuesChange,
}: Options<Values, Params, Query, Body, Answer>) {
  if (!body) throw new Error(`${name} has no body for a form to fill.`);
  const problemsIn = schemaResolver(body, { sync: true });
  return useForm({
    initialValues,
    ...(onValuesChange && { onValuesChange }),
    validate: (values: Values): FormErrors => {
      const problems = problemsIn(toBody(values));
      for (const [field, problem] of Object.entries(rules?.(values) ?? {})) {
        if (problem) problems[field] = problem;
      }
      return problems;
    },
    transformValues: (values) => body.parse(toBody(values)),
    enhanceGetInputProps: ({ field, form }) => ({
      onBlur: () => afterPress(() => void form.validateField(field)),
    }),
  });
}
