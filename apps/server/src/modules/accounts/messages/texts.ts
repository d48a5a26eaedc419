import { BRAND } from '@moneytrail/contract';

/** The short message that carries a code. */
export function codeText(code: string): string {
  return `Your ${BRAND.name} code is ${code}. It is valid for 10 minutes. Never share it.`;
}

/** Tells the phone's owner that somebody came in without it. */
export function recoveryUsedText(): string {
  return `${BRAND.name}: a recovery code was used to sign in to your account. Not you? Set a new password.`;
}

/** Tells the old number that it has been replaced. */
export function phoneChangedText(): string {
  return `${BRAND.name}: codes are sent to another number from now on. Not you? Contact ${BRAND.contactAddress}.`;
}
