/** What stands where something was removed. */
export const REMOVED = '[removed]';

type Form = readonly [form: RegExp, by: string | ((found: string, ...groups: string[]) => string)];

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A word that nobody wrote by hand: a hash, a key, a token. */
const isOpaque = (word: string) =>
  !UUID.test(word) &&
  (/^[\da-f]{32,}$/i.test(word) || (/\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)));

/** Words within the names of fields whose values nobody may read; what follows them in a name does not matter. */
const NAME =
  'pass|pwd|\\bpw\\b|secret|token|otp|recovery|api[-_]?key|credential|ticket|invite|(?<!status|error|exit|country|currency|char|key|zip|symbol|instrument)[-_]code\\b|(?<=[a-z])(?<!status|error|exit|country|currency|char|key|zip|symbol|instrument)code\\b';
/** A value: in quotes, however often those are escaped, or up to a space or the next field of a form. */
const VALUE =
  '(?:(?<slashes>\\\\+)(?<inner>["\'])[\\s\\S]*?(?:(?<!\\\\)\\k<slashes>\\k<inner>|$)|(?<outer>["\'`])(?:(?!\\k<outer>)[^\\\\]|\\\\[\\s\\S])*(?:\\k<outer>|$)|\\[[^\\]]*\\]|[^\\s&]+)';
/** Between a name and its value; the quotes of the name are escaped where JSON holds JSON. */
const BETWEEN = '\\\\*["\'`)\\]]*\\s*(?:=>|[:=])\\s*';

const isPhone = (found: string) => {
  const count = found.replace(/\D/g, '').length;
  return count >= 9 && count <= 15;
};
const phoneOr = (found: string) => (isPhone(found) ? '[phone]' : found);

/** Secrets by what stands before them, percent-encoded or not. Each form is linear, or bounded by a length. */
const NAMED: readonly Form[] = [
  // Before the names below: a password within an address may hold any sign. What follows a port is a path.
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
  // "password is x", "token x": a word of letters alone tells what happened to it.
  [
    /((?:pass|pwd|secret|token|otp|recovery)\w{0,40}(?:\s+(?:is|was|of))?\s+)(?=\S*[\d!@#$%^*])[^\s"'`]{6,}/gi,
    `$1${REMOVED}`,
  ],
  // The query and fragment of an address: links of mails carry tokens there.
  [/([?#])[^\s"'<>()[\]{}?#]*=[^\s"'<>()[\]{}]*/g, `$1${REMOVED}`],
];

/** Secrets by what they look like themselves, where nothing is encoded any more. */
const LOOKS: readonly Form[] = [
  // The paths of such links.
  [
    /(\/(?:[\w-]{0,40}(?:reset|confirm|invite|verify)[\w-]{0,40}|register)\/)(?=[\w~-]*\d|[\w~-]{20})([\w~-]{6,})(?!\.?\w)/gi,
    (found, path = '', token = '') => (UUID.test(token) ? found : `${path}${REMOVED}`),
  ],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, REMOVED],
  [/((?:code|otp|pin|sms)\b)([^\n\d]{0,40}?)\b(?=[A-Za-z]*\d)[A-Za-z0-9]{6}\b/gi, `$1$2${REMOVED}`],
  [/\b\d{6}\b(?=[^\n\d]{0,40}\b(?:code|otp|pin)\b)/gi, REMOVED],
  [
    /[^\s"'<>(),;:=[\]{}@/\\]{1,64}@(?![a-z]{1,10}:\/\/)(?:[\p{L}\p{N}_-]{1,63}\.){0,8}\p{L}[\p{L}\p{N}_-]{0,62}/giu,
    '[e-mail]',
  ],
  // Of any country with its prefix, as they are written within South Africa and North America, and after what names them.
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

/** Runs of percent-encoded bytes as the text they stand for; what stands for none stays. */
const decoded = (text: string) =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });

/** Encoded within an address that is itself encoded is as far as anything is followed. */
const DEEPEST_ENCODED = 3;

/** A text without secrets, also where those are percent-encoded, once or more often; it is decoded. */
export function removeSecrets(text: string): string {
  let left = removeForms(text, NAMED);
  for (let depth = 0; depth < DEEPEST_ENCODED; depth++) {
    const plain = decoded(left);
    if (plain === left) break;
    left = removeForms(plain, NAMED);
  }
  return removeForms(left, LOOKS);
}
