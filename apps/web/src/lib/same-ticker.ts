/** Ignores a pair's slash. */
export function isSameTicker(a: string, b: string): boolean {
  return a.replaceAll('/', '') === b.replaceAll('/', '');
}
