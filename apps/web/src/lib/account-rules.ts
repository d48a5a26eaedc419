import { isEmail, MIN_PASSWORD_LENGTH, passwordProblems } from '@moneytrail/contract';

const REQUIRED = 'This field is required';

/** What is wrong with an e-mail address; null where nothing is. */
export function emailProblem(email: string): string | null {
  const address = email.trim();
  if (address === '') return 'Email is required';
  return isEmail(address) ? null : 'Email must be valid';
}

/** A password that exists need only have the length of one. */
export function signInPasswordProblem(password: string): string | null {
  if (password === '') return 'Password is required';
  return [...password].length < MIN_PASSWORD_LENGTH
    ? `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`
    : null;
}

/** The first thing that is wrong with a new password. */
export function newPasswordProblem(password: string, email?: string): string | null {
  return passwordProblems(password, email === undefined ? {} : { email })[0] ?? null;
}

/** What is wrong with the repeated password. */
export function confirmationProblem(confirmation: string, password: string): string | null {
  if (confirmation === '') return 'Password confirmation is required';
  return confirmation === password ? null : 'Passwords do not match';
}

/** A line that must hold something. */
export function requiredProblem(text: string): string | null {
  return text.trim() === '' ? REQUIRED : null;
}
