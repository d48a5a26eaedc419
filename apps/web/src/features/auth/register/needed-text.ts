/** Required fields in the order of the form. */
const NAMES = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  password: 'password',
  confirmation: 'password confirmation',
  dateOfBirth: 'date of birth',
  gender: 'gender',
  userType: 'account type',
  phone: 'phone',
} as const;

type Name = keyof typeof NAMES;
const FIELDS = Object.keys(NAMES) as Name[];

/** With more fields missing, a list says no more than the form itself. */
const MOST_LISTED = 5;
const EVERY_FIELD = 'Every field is needed, except where it says optional.';

/** The fields that a registration still lacks, and those to be corrected; null if there are none. */
export function neededText(
  values: Readonly<Record<Name, string>>,
  isValid: (name: Name) => boolean,
): string | null {
  const open = FIELDS.filter((name) => !isValid(name));
  const missing = open.filter((name) => values[name].trim() === '');
  const wrong = open.filter((name) => !missing.includes(name));
  const list = (names: readonly Name[]) => names.map((name) => NAMES[name]).join(', ');
  const sentences = [
    missing.length > MOST_LISTED && EVERY_FIELD,
    missing.length > 0 && missing.length <= MOST_LISTED && `Still needed: ${list(missing)}.`,
    wrong.length > 0 && `To be corrected: ${list(wrong)}.`,
  ];
  return sentences.filter((sentence) => sentence).join(' ') || null;
}
