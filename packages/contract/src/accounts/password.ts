/** Lengths count code points, so that an emoji is one character. */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

/** Product words, the first guesses of an attacker. */
const PRODUCT_WORDS = ['moneytrail', 'wefollowthemoney', 'followthemoney'];
/** Shorter local parts are ignored: they would forbid half of all words. */
const MIN_FORBIDDEN_PART = 4;

const COMPOSITION: readonly [RegExp, string][] = [
  [/[A-Z]/, 'Requires at least 1 uppercase letter'],
  [/[a-z]/, 'Requires at least 1 lowercase letter'],
  [/[0-9]/, 'Requires at least 1 digit'],
  [/\W/, 'Requires at least 1 special character'],
];

export type PasswordSurroundings = {
  /** The account's email address; the password must not contain its local part. */
  email?: string;
  /** A super admin's password must be longer. */
  minLength?: number;
  /** Checks the list of common passwords, which is loaded separately because of its size. */
  isCommon?: (password: string) => boolean;
};

function lengthProblem(password: string, minLength: number): string | null {
  const length = [...password].length;
  if (length < minLength) return `Password must be at least ${minLength} characters long`;
  return length > MAX_PASSWORD_LENGTH
    ? `Password must be at most ${MAX_PASSWORD_LENGTH} characters long`
    : null;
}

function containsLocalPart(password: string, email: string): boolean {
  const localPart = email.trim().toLowerCase().split('@', 1)[0] ?? '';
  return localPart.length >= MIN_FORBIDDEN_PART && password.toLowerCase().includes(localPart);
}

function containsProductWord(password: string): boolean {
  const letters = password.toLowerCase().replace(/[^a-z]/g, '');
  return PRODUCT_WORDS.some((word) => letters.includes(word));
}

/**
 * The problems of a new password in the order in which a form shows them; empty if it is good. Browser and server share
 * this rule. Nothing is trimmed or cut. Letters are ASCII letters; special characters are those that `\W` matches, so a
 * space and `é` count and `_` does not.
 */
export function passwordProblems(
  password: string,
  surroundings: PasswordSurroundings = {},
): string[] {
  const { email, isCommon, minLength = MIN_PASSWORD_LENGTH } = surroundings;
  if (password === '') return ['Password is required'];
  const problems: string[] = [];
  const length = lengthProblem(password, minLength);
  if (length) problems.push(length);
  for (const [pattern, message] of COMPOSITION) {
    if (!pattern.test(password)) problems.push(message);
  }
  if (email !== undefined && containsLocalPart(password, email)) {
    problems.push('Password must not contain your email address');
  }
  if (containsProductWord(password)) problems.push('Password must not contain the product name');
  if (isCommon?.(password)) {
    problems.push('This password is too common. Please choose another one.');
  }
  return problems;
}
