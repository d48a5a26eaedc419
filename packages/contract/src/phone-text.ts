/** The longest telephone number as typed, separators included. */
export const LONGEST_PHONE = 40;

/** Blanks, brackets, dots, slashes and dashes within a line. */
const SEPARATORS = /[ \u00A0\u2009\u202F()./\u2010-\u2015-]/g;

/** A telephone number without the separators that people type: `+27 82 555 0101` becomes `+27825550101`. */
export function compactPhone(typed: string): string {
  return typed.trim().replaceAll(SEPARATORS, '');
}

/** Texts about the number of an account, which codes are sent to. */
export const PHONE_TEXTS = {
  invalid: 'Phone number must be valid',
  notMobile: 'Phone number must be a mobile number, because codes are sent to it.',
} as const;

/**
 * National digits of the shortest mobile number, where the phone library accepts service numbers as mobile numbers:
 * South African ones of five to eight digits.
 */
const SHORTEST_MOBILE: Readonly<Record<string, number>> = { ZA: 9 };

/** True if a national number, digits alone, has enough digits for a mobile number of its country. */
export function isLongEnough(nationalNumber: string, country: string): boolean {
  return nationalNumber.length >= (SHORTEST_MOBILE[country] ?? 0);
}
