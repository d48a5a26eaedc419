import { MIN_PASSWORD_LENGTH, passwordProblems } from '@moneytrail/contract';

/** What forms say besides the contract: rules between fields, and of what the server alone knows better. */
export const FIELD_TEXTS = {
  required: 'This field is required',
  confirmationRequired: 'Password confirmation is required',
  mismatch: 'Passwords do not match',
  samePassword: 'Password can not be the same as the existing one.',
  phoneRequired: 'Phone is required',
  phoneInvalid: 'Phone number must be valid',
  underAge: 'You must be at least 18 years old to register.',
} as const;

/** A password that exists need only have the length of one; that it is there at all is the contract's rule. */
export function signInPasswordProblem(password: string): string | null {
  return password !== '' && [...password].length < MIN_PASSWORD_LENGTH
    ? `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`
    : null;
}

/** The first thing that is wrong with a new password. */
export function newPasswordProblem(password: string, email?: string): string | null {
  return passwordProblems(password, email === undefined ? {} : { email })[0] ?? null;
}

/** What is wrong with the repeated password. */
export function confirmationProblem(confirmation: string, password: string): string | null {
  if (confirmation === '') return FIELD_TEXTS.confirmationRequired;
  return confirmation === password ? null : FIELD_TEXTS.mismatch;
}
