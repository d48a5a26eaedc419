import { storable } from '@moneytrail/contract';
import { REMOVED, removeSecrets } from './secret-forms.ts';

/** Names of fields whose values nobody may read. */
const SECRET_NAME =
  /pass|pwd|secret|token|authori[sz]ation|cookie|api[-_]?key|otp|recovery|credential|signature|ticket|invite|phone|mobile|msisdn|e-?mail|^mail$|username/i;
/** `smsCode`, `reset_code`; neither a code alone, which is an error's or an instrument's, nor what says whose it is. */
const CODE_NAME = /[a-z]_?code$/i;
const HARMLESS_CODE =
  /(status|error|exit|country|currency|char|key|zip|symbol|instrument)[-_]?code$/i;
const isSecretName = (name: string) =>
  SECRET_NAME.test(name) || (CODE_NAME.test(name) && !HARMLESS_CODE.test(name));
/** Larger numbers under such a name are codes and not counts. */
const LARGEST_COUNT = 9_999;
/** A code that was sent to somebody; codes of errors are longer, or shorter, or lower case. */
const SENT_CODE = /^(?=.*\d)[A-Za-z0-9]{6}$/;
const LONGEST_TEXT = 2_000;
const LONGEST_STACK = 4_000;
const DEEPEST = 6;
const MOST_FIELDS = 40;

/** Removes secrets, and what cannot be stored, from texts and objects before they are kept where people read them. */
export type Redact = {
  text: (text: string, longest?: number) => string;
  fields: (value: unknown) => Record<string, unknown>;
};

/** Redacts by the names of fields, by the forms that secrets have, and by the values that are known to be secret. */
export function createRedact(knownSecrets: readonly string[]): Redact {
  const known = knownSecrets
    .filter((secret) => secret.length >= 6)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((one, other) => other.length - one.length);

  function text(given: string, longest = LONGEST_TEXT): string {
    // No expression sees more than a bounded text; a secret cut in two at its end is cut off again.
    let left = storable(given.slice(0, 2 * longest));
    for (const secret of known) left = left.replaceAll(secret, REMOVED);
    // Again, as what was percent-encoded may be NUL.
    left = storable(removeSecrets(left));
    return left.length > longest ? `${storable(left.slice(0, longest))}…` : left;
  }

  function plainValue(given: unknown, name: string): unknown {
    if (typeof given === 'number') return name === 'code' && given > 99_999 ? REMOVED : given;
    if (typeof given !== 'string') return given;
    if (name === 'code' && SENT_CODE.test(given)) return REMOVED;
    return text(given, name === 'stack' ? LONGEST_STACK : LONGEST_TEXT);
  }

  function value(given: unknown, name: string, depth: number): unknown {
    const isCount = typeof given === 'number' && Math.abs(given) <= LARGEST_COUNT;
    if (isSecretName(name) && given !== null && !isCount) return REMOVED;
    if (typeof given !== 'object' || given === null) return plainValue(given, name);
    if (depth >= DEEPEST) return '…';
    if (!Array.isArray(given)) return fieldsAt(given, depth + 1);
    return given.slice(0, MOST_FIELDS).map((each) => value(each, name, depth + 1));
  }

  const fieldsAt = (given: object, depth: number): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(given)
        .slice(0, MOST_FIELDS)
        .map(([name, each]) => [text(name, 100), value(each, name, depth)]),
    );

  return {
    text,
    fields: (given) => (typeof given === 'object' && given !== null ? fieldsAt(given, 0) : {}),
  };
}
