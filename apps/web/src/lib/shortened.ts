/** The beginning of a text, of so many UTF-16 units at most; a character of two of them is never cut in half. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
