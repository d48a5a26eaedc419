/** Half a surrogate pair is no character, and NUL cannot be stored: neither survives the way to the database. */
const UNSTORABLE = /[\p{Cs}\0]/u;
/** Zero-width signs, direction marks and everything else that shows nothing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export const NOT_TEXT = 'Contains characters that are not allowed';

/** Whether a text survives being stored and hashed. */
export function isStorable(value: string): boolean {
  return !UNSTORABLE.test(value);
}

/** A text as it can be stored: what no database takes is replaced by the sign for what could not be read. */
export function storable(value: string): string {
  return value.replace(/[\p{Cs}\0]/gu, '\uFFFD');
}

/** Whether two texts that look alike are alike, as far as invisible signs go. */
export function isVisible(value: string): boolean {
  return isStorable(value) && !INVISIBLE.test(value);
}

/** Whether a text shows nothing: blanks and invisible signs alone. */
export function isBlank(value: string): boolean {
  return /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(value);
}
