import { MIN_PASSWORD_LENGTH, passwordProblems } from '@moneytrail/contract';
import { commonPasswords } from './common-passwords.ts';

/** Messages beyond the contract's: rules between fields, and server-side refusals checked early. */
export const FIELD_TEXTS = {
  required: 'This field is required',
  confirmationRequired: 'Password confirmation is required',
  mismatch: 'Passwords do not match',
  samePassword: 'Password can not be the same as the existing one.',
  phoneRequired: 'Phone is required',
  underAge: 'You must be at least 18 years old to register.',
} as const;

/** An existing password needs only the minimum length; the contract requires it to be present. */
export function signInPasswordProblem(password: string): string | null {
  return password !== '' && [...password].length < MIN_PASSWORD_LENGTH
    ? `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`
    : null;
}

/** The problems of a new password; that of a common one is known once the list has loaded. */
export function newPasswordProblems(password: string, email?: string): string[] {
  const isCommon = commonPasswords.get();
  return passwordProblems(password, {
    ...(email === undefined ? {} : { email }),
    ...(isCommon === null ? {} : { isCommon }),
  });
}

/** The first problem of a new password. */
export function newPasswordProblem(password: string, email?: string): string | null {
  return newPasswordProblems(password, email)[0] ?? null;
}

export function confirmationProblem(confirmation: string, password: string): string | null {
  if (confirmation === '') return FIELD_TEXTS.confirmationRequired;
  return confirmation === password ? null : FIELD_TEXTS.mismatch;
}
