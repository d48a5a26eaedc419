import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint } from '@moneytrail/contract';
import { afterPress } from '../../lib/after-press.ts';

/** A form of text fields; `onSubmit` hands over the body of its request. */
type BodyForm<Values, Body> = UseFormReturnType<Values, Body, (values: Values) => FormErrors>;

/** Some fields of a form, as what draws them is given it. */
export type Fields<Values> = UseFormReturnType<Values, unknown>;

type Options<Values, Params, Query, Body, Answer> = {
  /** Whose body the fields are checked by. */
  endpoint: Endpoint<Params, Query, Body, Answer>;
  initialValues: Values;
  /** The fields as the body names them. */
  toBody: (values: Values) => unknown;
  /** Rules besides the contract's, as between two fields; they come first. Null where nothing is wrong. */
  rules?: (values: Values) => { [Name in keyof Values]?: string | null };
};

/** Those of the rules' answers that name a problem. */
function problemsIn(answers: Record<string, string | null | undefined>): FormErrors {
  return Object.fromEntries(Object.entries(answers).filter(([, text]) => text));
}

/**
 * A form that is checked by the contract of the request it is for. An error shows when its field was left, after the
 * press that is under way, and goes when the field is written in again.
 */
export function useFields<Values extends Record<string, string>, Params, Query, Body, Answer>({
  endpoint,
  initialValues,
  toBody,
  rules,
}: Options<Values, Params, Query, Body, Answer>): BodyForm<Values, Body> {
  const { body } = endpoint;
  if (!body) throw new Error(`${endpoint.name} has no body that a form could fill.`);
  const problemsOf = schemaResolver(body, { sync: true });
  return useForm<Values, Body>({
    initialValues,
    validate: (values) => ({
      ...problemsOf(toBody(values)),
      ...problemsIn(rules?.(values) ?? {}),
    }),
    transformValues: (values) => body.parse(toBody(values)),
    enhanceGetInputProps: ({ form, field }) => ({
      onBlur: () => afterPress(() => void form.validateField(field)),
    }),
  });
}
