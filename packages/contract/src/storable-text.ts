/**
 * Half a surrogate pair is not a character and NUL cannot be stored, so the database would not return either of them.
 */
const UNSTORABLE = /[\p{Cs}\0]/u;
/** Zero-width characters, direction marks and everything else without a visible form. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export const NOT_TEXT = 'Contains characters that are not allowed';

/** True if the text survives storing and hashing. */
export function isStorable(value: string): boolean {
  return !UNSTORABLE.test(value);
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
