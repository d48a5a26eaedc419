/**
 * Half a surrogate pair is not a character and NUL cannot be stored, so the database would not return either of them.
 */
const HALF_PAIR = /\p{Cs}/u;
/** Zero-width characters, direction marks and everything else without a visible form. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export const NOT_TEXT = 'Contains characters that are not allowed';

/** The built-in check takes microseconds for a megabyte and the pattern tens of milliseconds; Safari before 16.4 lacks it. */
const hasHalfPair = (value: string & { isWellFormed?: () => boolean }) =>
  value.isWellFormed ? !value.isWellFormed() : HALF_PAIR.test(value);

/** True if the text survives storing and hashing. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && !hasHalfPair(value);
}

/** Replaces what cannot be stored by the replacement character. */
export function storable(value: string): string {
  return value.replace(/[\p{Cs}\0]/gu, '\uFFFD');
}

/** True if the text has no invisible characters, so that texts that look alike are alike. */
export function isVisible(value: string): boolean {
  return isStorable(value) && !INVISIBLE.test(value);
}

/** True if the text has only blanks and invisible characters. */
export function isBlank(value: string): boolean {
  return /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(value);
}
