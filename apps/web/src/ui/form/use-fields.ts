import type { Endpoint } from '@moneytrail/contract';
import type { FormEvent } from 'react';
import { type Form, type Problems, useForm } from './use-form.ts';

/** Some fields of a form, as what draws them is given it. */
export type Fields<Values> = Omit<Form<Values>, 'setValues' | 'onSubmit'>;

/** A form of text fields; `onSubmit` hands over the body of its request. */
type BodyForm<Values, Body> = Omit<Form<Values>, 'onSubmit'> & {
  onSubmit: (send: (body: Body) => void) => (event: FormEvent) => void;
};

type Options<Values, Params, Query, Body, Answer> = {
  /** Whose body the fields are checked by. */
  endpoint: Endpoint<Params, Query, Body, Answer>;
  initialValues: Values;
  /** The fields as the body names them. */
  toBody: (values: Values) => unknown;
  /** Rules besides the contract's, as between two fields; they come first. Null where nothing is wrong. */
  rules?: (values: Values) => { [Name in keyof Values]?: string | null };
};

type Refusal = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

/** Of each field what is wrong with it first. */
function problemsIn({ issues }: Refusal): Problems {
  const problems: Problems = {};
  for (const { path, message } of issues) problems[path.join('.')] ??= message;
  return problems;
}

/** A form that is checked by the contract of the request it is for. */
export function useFields<Values extends Record<string, string>, Params, Query, Body, Answer>({
  endpoint,
  initialValues,
  toBody,
  rules,
}: Options<Values, Params, Query, Body, Answer>): BodyForm<Values, Body> {
  const { body } = endpoint;
  if (!body) throw new Error(`${endpoint.name} has no body that a form could fill.`);
  const problemsOf = (values: Values) => {
    const { error } = body.safeParse(toBody(values));
    const problems = error ? problemsIn(error) : {};
    for (const [name, problem] of Object.entries(rules?.(values) ?? {})) {
      if (problem) problems[name] = problem;
    }
    return problems;
  };
  const form = useForm({ initialValues, problemsOf });
  return {
    ...form,
    onSubmit: (send) => form.onSubmit((values) => send(body.parse(toBody(values)))),
  };
}
