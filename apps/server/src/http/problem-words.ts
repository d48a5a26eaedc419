import type * as z from 'zod/mini';

const LONGEST_NAME = 200;
const MOST_NAMES = 10;

/** A name that the caller has sent, or a message that may hold it, cut to what a reader needs. */
export const named = (name: string) =>
  (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name).replace(/\p{Cs}/gu, '�');

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};
const TYPE_MESSAGES = new Set(Object.values(TYPES).map((type) => `must be ${type}`));
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uuid: 'a UUID',
  url: 'an address',
  date: 'a day such as 2026-12-31',
  datetime: 'a time such as 2026-12-31T12:00:00Z',
};
const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' items',
  file: ' bytes',
};

type Bound = { origin: string; inclusive?: boolean };

/** "at most 80 characters", "at least 1 item", "more than 0". */
function boundOf(
  word: string,
  strictWord: string,
  limit: number | bigint,
  { origin, inclusive = true }: Bound,
) {
  const unit = UNITS[origin] ?? '';
  const singular = Number(limit) === 1 && unit !== '' ? unit.slice(0, -1) : unit;
  return `must ${unit === '' ? 'be' : 'have'} ${inclusive ? word : strictWord} ${limit}${singular}`;
}

const valuesOf = (values: readonly unknown[]) =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(', ')}`;

/** The problem with a value, as a predicate of its name; schemas with a message of their own are not asked. */
function inWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'valid'}`;
    case 'too_big':
      return boundOf('at most', 'less than', issue.maximum, issue);
    case 'too_small':
      return boundOf('at least', 'more than', issue.minimum, issue);
    case 'invalid_value':
      return valuesOf(issue.values);
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in the expected format'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not known here';
    default:
      return 'is not valid';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (each, key) =>
      typeof each === 'object' && each !== null
        ? (each as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}

/** The result of a parse, or the problem in one sentence that begins with the name of the field. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: string };

/**
 * Parses a value that a caller has sent. `part` names it in a problem that belongs to no field. The only place where
 * issues of schemas become words: bodies, queries, parameters and messages of the stream are refused alike.
 */
export function parseInWords<T>(schema: z.ZodMiniType<T>, value: unknown, part: string): Parsed<T> {
  const parsed = schema.safeParse(value, { error: inWords });
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const pathTo = (...keys: string[]) => [...path.map(String), ...keys].map(named).join('.');
  const message = named(issue?.message ?? 'is not valid');
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, MOST_NAMES).map((key) => pathTo(key));
    return { ok: false, problem: `${names.join(', ')}: ${message}` };
  }
  const subject = pathTo() || part;
  if (path.length > 0 && valueAt(value, path) === undefined) {
    if (TYPE_MESSAGES.has(message)) return { ok: false, problem: `${subject} is missing` };
    if (message.startsWith('must '))
      return { ok: false, problem: `${subject} is missing; it ${message}` };
  }
  return { ok: false, problem: `${subject}: ${message}` };
}
