/** The first `most` UTF-16 units; never splits a surrogate pair. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
