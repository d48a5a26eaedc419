import { isEmail, MIN_PASSWORD_LENGTH, passwordProblems } from '@moneytrail/contract';
import { FIELD_TEXTS } from './field-texts.ts';

/** What is wrong with an e-mail address; null where nothing is. */
export function emailProblem(email: string): string | null {
  const address = email.trim();
  if (address === '') return FIELD_TEXTS.emailRequired;
  return isEmail(address) ? null : FIELD_TEXTS.emailInvalid;
}

/** A password that exists need only have the length of one. */
export function signInPasswordProblem(password: string): string | null {
  if (password === '') return FIELD_TEXTS.passwordRequired;
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
  if (confirmation === '') return FIELD_TEXTS.confirmationRequired;
  return confirmation === password ? null : FIELD_TEXTS.mismatch;
}

/** A line that must hold something. */
export function requiredProblem(text: string): string | null {
  return text.trim() === '' ? FIELD_TEXTS.required : null;
}
