import { storable } from '@moneytrail/contract';

/** Names of fields with secret values. */
const SECRET_NAME =
  /pass|pwd|secret|token|authori[sz]ation|cookie|api[-_]?key|otp|recovery|credential|signature|ticket|invite|phone|mobile|msisdn|e-?mail|^mail$|username/i;
/** `smsCode` or `reset_code`, but neither a bare `code`, which is an error's or an instrument's, nor the harmless ones below. */
const CODE_NAME = /[a-z]_?code$/i;
const HARMLESS_CODE =
  /(status|error|exit|country|currency|char|key|zip|symbol|instrument)[-_]?code$/i;
const isSecretName = (name: string) =>
  SECRET_NAME.test(name) || (CODE_NAME.test(name) && !HARMLESS_CODE.test(name));
/** Larger numbers under such a name are codes rather than counts. */
const LARGEST_COUNT = 9_999;
/** A one-time code; error codes are longer, shorter or lower case. */
const SENT_CODE = /^(?=.*\d)[A-Za-z0-9]{6}$/;
const LONGEST_TEXT = 2_000;
const LONGEST_STACK = 4_000;
const DEEPEST = 6;
const MOST_FIELDS = 40;

/** Removes secrets and unstorable characters from texts and objects before they are stored. */
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
    // Bound the input of the expressions; a secret cut in two here lies beyond the final cut.
    let left = storable(given.slice(0, 2 * longest));
    for (const secret of known) left = left.replaceAll(secret, REMOVED);
    // Again, because decoding may have produced NUL.
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

const REMOVED = '[removed]';

type Form = readonly [form: RegExp, by: string | ((found: string, ...groups: string[]) => string)];

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A hash, a key or a token. */
const isOpaque = (word: string) =>
  !UUID.test(word) &&
  (/^[\da-f]{32,}$/i.test(word) || (/\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)));

/** Words in the names of secret fields; anything may follow them in a name. */
const NAME =
  'pass|pwd|\\bpw\\b|secret|token|otp|recovery|api[-_]?key|credential|ticket|invite|(?<!status|error|exit|country|currency|char|key|zip|symbol|instrument)[-_]code\\b|(?<=[a-z])(?<!status|error|exit|country|currency|char|key|zip|symbol|instrument)code\\b';
/** A value: in quotes of any escaping depth, or up to a space or the next form field. */
const VALUE =
  '(?:(?<slashes>\\\\+)(?<inner>["\'])[\\s\\S]*?(?:(?<!\\\\)\\k<slashes>\\k<inner>|$)|(?<outer>["\'`])(?:(?!\\k<outer>)[^\\\\]|\\\\[\\s\\S])*(?:\\k<outer>|$)|\\[[^\\]]*\\]|[^\\s&]+)';
/** Between a name and its value; the name's quotes may be escaped in nested JSON. */
const BETWEEN = '\\\\*["\'`)\\]]*\\s*(?:=>|[:=])\\s*';

const isPhone = (found: string) => {
  const count = found.replace(/\D/g, '').length;
  return count >= 9 && count <= 15;
};
const phoneOr = (found: string) => (isPhone(found) ? '[phone]' : found);

/** Secrets recognised by their prefix, percent-encoded or not. Each expression is linear, or bounded by a length. */
const NAMED: readonly Form[] = [
  // Before the names below: a password in a URL may hold any character. A path may follow a port.
  [/(:\/\/)[^\s/:@"'<>]*:(?!\d{1,5}\/[^\s@]*\/@)\S*@/g, `$1${REMOVED}@`],
  [/\/\/[^\s/@"']+@/g, `//${REMOVED}@`],
  [
    new RegExp(`(authori[sz]ation|cookie)(${BETWEEN})(?:(?=\\\\*["'])${VALUE}|[^\\r\\n]+)`, 'gi'),
    `$1$2${REMOVED}`,
  ],
  [/\b(Bearer|Basic|Digest|ApiKey|Negotiate)\s+[^\s"',]+/gi, `$1 ${REMOVED}`],
  [
    /((?<![a-z\d])(?:__Host-|__Secure-)?(?:rt|ch)|__(?:Host|Secure)-\w{1,40})=[^\s;,&"']+/gi,
    `$1=${REMOVED}`,
  ],
  [new RegExp(`((?:${NAME})[\\w-]{0,40})(${BETWEEN})${VALUE}`, 'gi'), `$1$2${REMOVED}`],
  [new RegExp(`(<[\\w:-]{0,40}(?:${NAME})[\\w-]{0,40}>)[^<]*`, 'gi'), `$1${REMOVED}`],
  // "password is x", "token x"; a word of letters alone is description, such as "token expired".
  [
    /((?:pass|pwd|secret|token|otp|recovery)\w{0,40}(?:\s+(?:is|was|of))?\s+)(?=\S*[\d!@#$%^*])[^\s"'`]{6,}/gi,
    `$1${REMOVED}`,
  ],
  // The query and fragment of a URL: links in mails carry tokens there.
  [/([?#])[^\s"'<>()[\]{}?#]*=[^\s"'<>()[\]{}]*/g, `$1${REMOVED}`],
];

/** Secrets recognised by their own form, after decoding. */
const LOOKS: readonly Form[] = [
  // Tokens in the paths of such links.
  [
    /(\/(?:[\w-]{0,40}(?:reset|confirm|invite|verify)[\w-]{0,40}|register)\/)(?=[\w~-]*\d|[\w~-]{20})([\w~-]{6,})(?!\.?\w)/gi,
    (found, path = '', token = '') => (UUID.test(token) ? found : `${path}${REMOVED}`),
  ],
  [/\bmtt?_[\w-]{20,}(?:\.[\w-]+){0,2}/g, REMOVED],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, REMOVED],
  [/((?:code|otp|pin|sms)\b)([^\n\d]{0,40}?)\b(?=[A-Za-z]*\d)[A-Za-z0-9]{6}\b/gi, `$1$2${REMOVED}`],
  [/\b\d{6}\b(?=[^\n\d]{0,40}\b(?:code|otp|pin)\b)/gi, REMOVED],
  [
    /[^\s"'<>(),;:=[\]{}@/\\]{1,64}@(?![a-z]{1,10}:\/\/)(?:[\p{L}\p{N}_-]{1,63}\.){0,8}\p{L}[\p{L}\p{N}_-]{0,62}/giu,
    '[e-mail]',
  ],
  // Phone numbers: with a country prefix, in national form of South Africa and North America, or after a word for them.
  [/(?<![\w.#])\+\d[\d ().-]{6,20}\d(?!\w)/g, phoneOr],
  [/(?<![\w.:#-])(?![\da-f]{8}-)00\d[\d ().-]{6,20}\d(?!\w)/g, phoneOr],
  [/(?<![\w.:#-])(?![\da-f]{8}-)\(?0\d{1,4}\)?[ -]?\d{2,4}[ -]?\d{2,5}(?![\w-])/g, phoneOr],
  [/(?<![\w.:#-])\(?\d{3}\)?[ -]\d{3}[ -]\d{4}(?![\w-])/g, phoneOr],
  [/\b((?:phone|tel|sms|mobile|cell|msisdn|number)[^\d\n]{0,20})\d{7,15}\b/gi, '$1[phone]'],
  [/[\w+=-]{24,}/g, (word) => (isOpaque(word) ? REMOVED : word)],
];

const removeForms = (text: string, forms: readonly Form[]): string =>
  forms.reduce(
    (left, [form, by]) =>
      typeof by === 'string' ? left.replace(form, by) : left.replace(form, by),
    text,
  );

/** Decodes percent-encoded runs; invalid ones stay. */
const decoded = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });

/** Enough for a URL encoded within an encoded URL. */
const DEEPEST_ENCODED = 3;

/** Removes secrets, even if they are percent-encoded several times; the result is decoded. */
function removeSecrets(text: string): string {
  let left = removeForms(text, NAMED);
  for (let depth = 0; depth < DEEPEST_ENCODED; depth++) {
    const plain = decoded(left);
    if (plain === left) break;
    left = removeForms(plain, NAMED);
  }
  return removeForms(left, LOOKS);
}
